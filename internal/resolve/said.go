package resolve

import (
	"slices"
	"strings"
)

// said is what was told of a call: problem after problem, in the order of the schema and
// the arguments. A service chooses which words of the call are told, and beside which
// paths. So that it does not arrange them, a word follows those before in their order
// among the words of the call. A word that is of the place itself may stand beside it: it
// follows those that were told of the same place.
type said struct {
	call   *Call
	words  []string
	free   int    // the highest rank of the words that are not of their place
	path   string // of the problem before
	inside int    // the highest rank of the words beside that path
}

// fits reports whether words may be told next, beside a path.
func (s *said) fits(path string, words []string) bool {
	if len(s.words)+len(words) > maxWords {
		return false
	}
	for _, w := range words {
		rank := s.call.rank(w)
		switch {
		case isSentence(w) && slices.Contains(s.words, w):
			return false
		case rank == maxKnown: // of no place
		case s.call.owns(path, w):
			if path == s.path && rank < s.inside {
				return false
			}
		case rank < s.free:
			return false
		}
	}
	return true
}

// tell remembers words that are told beside a path.
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
		if !s.call.owns(path, w) {
			s.free = max(s.free, rank)
		}
	}
}

// owns reports whether a word is of a place: in its value, among the names and values
// below it, or allowed there by the schema.
func (c *Call) owns(path, word string) bool {
	if path == "" {
		return false
	}
	for i := range c.places {
		p := &c.places[i]
		held := p.key == word && len(p.path) > len(path)
		if p.sent {
			held = held || strings.Contains(p.text, word)
		} else {
			held = held || c.shown.allows(i, word)
		}
		if held && within(p.path, path) {
			return true
		}
	}
	return false
}

// within reports whether a place is another one or below it. A step of the schema can be
// any.
func within(path, other string) bool {
	steps, wanted := strings.Split(path, "/"), strings.Split(other, "/")
	return len(steps) >= len(wanted) && slices.EqualFunc(steps[:len(wanted)], wanted, func(a, b string) bool { return a == b || a == "*" })
}
