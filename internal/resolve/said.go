package resolve

import (
	"slices"
	"strings"
)

// said is what was told of a call: problem after problem, in the order of the schema and
// the arguments. A service chooses which words of the call are told, and beside which
// paths. So that it does not arrange them, a word follows those before in their order
// among the words of the call. A word that is of the place itself may stand beside it: it
// follows those that were told of the same place, and a part of a text those that were told
// of texts.
type said struct {
	call   *Call
	words  []string
	free   int    // the highest rank of the words that are not of their place
	part   int    // of those that are a part of their place's text
	path   string // of the problem before
	inside int    // the highest rank of the words beside that path
}

// fits reports whether words may be shown next, at a path.
func (s *said) fits(path string, words []string) bool {
	if len(s.words)+len(words) > maxWords {
		return false
	}
	for _, w := range words {
		if isSentence(w) && slices.Contains(s.words, w) {
			return false
		}
		rank := s.call.rank(w)
		if rank == maxKnown { // of no place
			continue
		}
		own := s.call.owns(path, w)
		if own == others && rank < s.free || own == part && rank < s.part || own != others && path == s.path && rank < s.inside {
			return false
		}
	}
	return true
}

// tell records words that are shown at a path.
func (s *said) tell(path string, words []string) {
	if path != s.path {
		s.path, s.inside = path, 0
	}
	s.words = append(s.words, words...)
	for _, w := range words {
		rank := s.call.rank(w)
		if rank == maxKnown {
			continue
		}
		s.inside = max(s.inside, rank)
		switch s.call.owns(path, w) {
		case others:
			s.free = max(s.free, rank)
		case part:
			s.part = max(s.part, rank)
		}
	}
}

// How a word belongs to a place.
const (
	others = iota // it does not
	part          // of the text there
	own           // as the value there, or as a name or a value directly below, sent or allowed
)

// owns returns how a word belongs to a place. What is deeper below belongs to a place in
// between: of a place and those inside it, a service would choose words in any order.
func (c *Call) owns(path, word string) (how int) {
	if path == "" {
		return others
	}
	depth := strings.Count(path, "/")
	for i := range c.places {
		p := &c.places[i]
		switch {
		case p.depth == depth && c.at(i, path):
			if p.sent && p.text != word && strings.Contains(p.text, word) {
				how = part
			}
		case p.depth == depth+1 && c.at(p.parent, path):
			if p.key == word {
				return own
			}
		default:
			continue
		}
		if p.sent && p.text == word || c.shown.allows(i, word) {
			return own
		}
	}
	return how
}

// at reports whether a place is that of a path with as many steps. A step of the schema can
// be any.
func (c *Call) at(i int, path string) bool {
	for i >= 0 {
		p := &c.places[i]
		if p.sent || p.path == path {
			return p.path == path
		}
		last := strings.LastIndexByte(path, '/')
		if !p.any && !strings.HasSuffix(p.path, path[last:]) {
			return false
		}
		i, path = p.parent, path[:last]
	}
	return true
}
