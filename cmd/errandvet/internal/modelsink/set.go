package modelsink

import (
	"go/token"
	"slices"
)

// An origin is where text of somebody else's came from.
type origin struct {
	pos token.Pos // in this package
	// why names it: "os.Open", "a response".
	why string
	// answer says that it is the error of a function whose own errors are reported.
	answer bool
}

// A label stands for what a caller passes: a parameter, or a field of what it points to.
type label int32

const fieldOf label = 1

func paramLabel(id int) label  { return label(id) << 1 }
func (l label) param() int     { return int(l >> 1) }
func (l label) isField() bool  { return l&fieldOf != 0 }
func (l label) ofField() label { return l | fieldOf }

// A set says whose text a value can have. It only grows, so that the analysis ends.
type set struct {
	err  *origin // text of an error of somebody else's
	body *origin // what a response or a program said
	from []label // what callers pass
}

func (s set) empty() bool { return s.err == nil && s.body == nil && len(s.from) == 0 }

// add adds t, and reports whether s has grown.
func (s *set) add(t set) bool {
	grown := false
	if t.err != nil && (s.err == nil || s.err.answer && !t.err.answer) {
		s.err, grown = t.err, true
	}
	if s.body == nil && t.body != nil {
		s.body, grown = t.body, true
	}
	for _, l := range t.from {
		if i, found := slices.BinarySearch(s.from, l); !found {
			s.from, grown = slices.Insert(slices.Clip(s.from), i, l), true
		}
	}
	return grown
}

func union(sets ...set) set {
	var u set
	for _, s := range sets {
		u.add(s)
	}
	return u
}

// fields is s seen through a field: what callers pass is a field of it.
func (s set) fields() set {
	var from []label
	for _, l := range s.from {
		from = append(from, l.ofField())
	}
	slices.Sort(from)
	return set{s.err, s.body, slices.Compact(from)}
}

// asError is s as the text of an error: what a response said has become a failure's.
func (s set) asError() set {
	if s.err == nil {
		s.err = s.body
	}
	return s
}

// A state is what is known of a value: of its own text, and of what it contains.
type state struct{ own, parts set }

func (st state) all() set { return union(st.own, st.parts) }

func (st *state) add(t state) bool {
	own := st.own.add(t.own)
	return st.parts.add(t.parts) || own
}
