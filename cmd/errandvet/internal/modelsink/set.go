package modelsink

import (
	"go/token"
	"slices"
)

// An origin is the source of text of others.
type origin struct {
	pos token.Pos // in this package
	// why is the description: "os.Open", "a response".
	why string
	// answer is true for the error of a function whose own errors are reported.
	answer bool
}

// A label represents a caller's value: a parameter, and which of its text it stands for.
type label int32

const (
	// fieldOf is the text of a field of the value. Of an error, it is that of all errors in it,
	// which errors.As finds, also if the text of the error itself is errand's.
	fieldOf label = 1 << iota
	// bodyOf is the text of responses alone.
	bodyOf

	parts = fieldOf | bodyOf
)

func paramLabel(id int) label { return label(id) << 2 }
func (l label) param() int    { return int(l >> 2) }

// A set records whose text a value can have. It only grows, so that the analysis ends.
type set struct {
	err  *origin // text of an error of others
	body *origin // text of a response or a program
	from []label // values of callers
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

// only returns s for a part of the callers' values.
func (s set) only(part label) set {
	var from []label
	for _, l := range s.from {
		from = append(from, l|part)
	}
	slices.Sort(from)
	out := set{s.err, s.body, slices.Compact(from)}
	if part&bodyOf != 0 {
		out.err = nil
	}
	return out
}

// asError returns s as the text of an error: the text of a response becomes that of a
// failure.
func (s set) asError() set {
	if s.err == nil {
		s.err = s.body
	}
	return s
}

// A state is the data about a value: its own text, and its content.
type state struct{ own, parts set }

func (st state) all() set { return union(st.own, st.parts) }

func (st *state) add(t state) bool {
	own := st.own.add(t.own)
	return st.parts.add(t.parts) || own
}
