package resolve

import (
	"slices"
	"strings"
)

// sequence contains the words and paths of a call that are already shown, in the order of
// the schema and the arguments. A service selects the words and their paths. To keep
// it from arranging them, the words are shown in their order in the call. A word that
// belongs to its place is in order among the words at the same place only, in any item of
// a list, and a part of a text also among the parts of texts. Names in different objects
// are in one order as well, or a service could choose one from each of several objects
// with the same names.
type sequence struct {
	call   *Call
	words  []string
	free   int           // the highest rank of the words that are not of their place
	part   int           // of those that are a part of their place's text
	path   string        // of the problem before
	inside int           // the highest rank of the words beside that path
	names  [maxSteps]int // the highest rank of the names in paths, by their depth
}

// fits reports whether words may be shown next, at a path.
func (s *sequence) fits(path string, words []string) bool {
	if len(s.words)+len(words) > maxWords {
		return false
	}
	if !s.follows(path) {
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
		if own == others && rank < s.free || own == part && rank < s.part || own != others && inItems(path, s.path) && rank < s.inside ||
			own == called && !inItems(path, s.path) && rank < s.names[min(strings.Count(path, "/"), maxSteps-1)] {
			return false
		}
	}
	return true
}

// add records words that are shown at a path.
func (s *sequence) add(path string, words []string) {
	if !inItems(path, s.path) {
		s.inside = 0
	}
	s.path = path
	depth := 0
	for step := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if depth < maxSteps && !digits(step) {
			s.names[depth] = max(s.names[depth], s.call.rank(name(step)))
		}
		depth++
	}
	s.words = append(s.words, words...)
	for _, w := range words {
		rank := s.call.rank(w)
		if rank == maxKnown {
			continue
		}
		s.inside = max(s.inside, rank)
		switch s.call.owns(path, w) {
		case called:
			s.names[min(depth, maxSteps-1)] = max(s.names[min(depth, maxSteps-1)], rank)
		case others:
			s.free = max(s.free, rank)
		case part:
			s.part = max(s.part, rank)
		}
	}
}

// follows reports whether a path may be shown next. Behind the first name that differs from
// the path before, its names must not be before those in other objects.
func (s *sequence) follows(path string) bool {
	depth, before, differs := 0, strings.TrimPrefix(s.path, "/"), false
	for step := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		var other string
		other, before, _ = strings.Cut(before, "/")
		if differs && depth < maxSteps && !digits(step) && s.call.rank(name(step)) < s.names[depth] {
			return false
		}
		differs = differs || !inItems(step, other)
		depth++
	}
	return true
}

// How a word belongs to a place.
const (
	others = iota // it does not
	part          // of the text there
	own           // as the value there, or as a value directly below, sent or allowed
	called        // as a name directly below
)

// owns returns how a word belongs to a place. A word deeper below belongs only to a
// place in between; otherwise a service could choose words in any order.
func (c *Call) owns(path, word string) (how int) {
	if path == "" {
		return others
	}
	depth := strings.Count(path, "/")
	for i := range c.count() {
		p := c.nth(i)
		switch {
		case p.depth == depth && c.at(i, path):
			if p.sent && p.text != word && strings.Contains(p.text, word) {
				how = part
			}
		case p.depth == depth+1 && c.at(p.parent, path):
			if p.key == word {
				return called
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

// at reports whether a place has the path, which has as many steps as the place. A
// step of the schema may stand for any name or index.
func (c *Call) at(i int, path string) bool {
	for i >= 0 {
		p := c.nth(i)
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

// order returns the position of a path in the schema and among the arguments, of the same
// place in any item of a list and in this one. A missing path is last.
func (c *Call) order(path string) (schema, name, sent int) {
	schema, name, sent = c.count(), c.count(), c.count()
	if path == "" {
		return schema, name, sent
	}
	depth := strings.Count(path, "/")
	for i := range c.count() {
		p := c.nth(i)
		if rest, ok := strings.CutPrefix(path, p.path); ok && (rest == "" || rest[0] == '/') {
			schema = min(schema, i)
			if rest == "" {
				sent = i
			}
		}
		if i < name && p.depth == depth && inItems(path, p.path) {
			name = i
		}
	}
	return schema, name, sent
}

// inItems reports whether two paths differ only in the items of lists.
func inItems(a, b string) bool {
	for a != b {
		var x, y string
		x, a, _ = strings.Cut(a, "/")
		y, b, _ = strings.Cut(b, "/")
		if x != y && (x == "" || y == "" || !digits(x) || y != "*" && !digits(y)) {
			return false
		}
	}
	return true
}
