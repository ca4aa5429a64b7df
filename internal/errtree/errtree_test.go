package errtree_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/errtree"
)

type wrapping struct {
	name  string
	cause error
}

func (w *wrapping) Error() string { return w.name }
func (w *wrapping) Unwrap() error { return w.cause }

type joining struct {
	name  string
	parts []error
}

func (j *joining) Error() string   { return j.name }
func (j *joining) Unwrap() []error { return j.parts }

// recursive is a join whose text consists of the texts of its parts, as with errors.Join.
type recursive struct{ parts []error }

func (r *recursive) Error() string   { return errors.Join(r.parts...).Error() }
func (r *recursive) Unwrap() []error { return r.parts }

type plain string

func (p plain) Error() string { return string(p) }

type list []string

func (list) Error() string { return "list" }

type table map[string]string

func (table) Error() string { return "table" }

type function func()

func (function) Error() string { return "function" }

type boxed struct{ any any }

func (boxed) Error() string { return "boxed" }

// hostile panics in every method, including Error.
type hostile struct{ several bool }

func (*hostile) Error() string { panic("Error") }
func (*hostile) Is(error) bool { panic("Is") }
func (*hostile) As(any) bool   { panic("As") }
func (*hostile) Unwrap() error { panic("Unwrap") }

type hostileJoin struct{}

func (hostileJoin) Error() string   { return "hostile join" }
func (hostileJoin) Unwrap() []error { panic("Unwrap") }

// name returns a text for a node without calling its methods.
func name(err error) string {
	if h, ok := err.(*hostile); ok { //nolint:errorlint // one node of a walk
		return fmt.Sprintf("%T", h)
	}
	return err.Error()
}

func names(err error) (all []string, complete bool) {
	complete = errtree.Walk(err, func(e error) bool {
		all = append(all, name(e))
		return true
	})
	return all, complete
}

func TestWalk(t *testing.T) {
	tests := map[string]struct {
		err  error
		want []string
	}{
		"nil":            {nil, nil},
		"a chain":        {&wrapping{"a", &wrapping{"b", plain("c")}}, []string{"a", "b", "c"}},
		"an open end":    {&wrapping{"a", nil}, []string{"a"}},
		"a join":         {&joining{"a", []error{plain("b"), plain("c")}}, []string{"a", "b", "c"}},
		"depth first":    {&joining{"a", []error{&wrapping{"b", &joining{"c", []error{plain("d"), plain("e")}}}, plain("f")}}, []string{"a", "b", "c", "d", "e", "f"}},
		"nils in a join": {&joining{"a", []error{nil, plain("b"), nil}}, []string{"a", "b"}},
		"an empty join":  {&joining{"a", nil}, []string{"a"}},
		"typed nils": {
			&joining{"a", []error{(*wrapping)(nil), (*joining)(nil), list(nil), table(nil), function(nil), plain("b")}},
			[]string{"a", "b"},
		},
		"a typed nil":                {(*wrapping)(nil), nil},
		"an empty list is not nil":   {list{}, []string{"list"}},
		"an Unwrap that panics":      {&wrapping{"a", &hostile{}}, []string{"a", "*errtree_test.hostile"}},
		"behind one that panics":     {&joining{"a", []error{&hostile{}, hostileJoin{}, plain("b")}}, []string{"a", "*errtree_test.hostile", "hostile join", "b"}},
		"the same one twice":         {&joining{"a", []error{plain("b"), plain("b")}}, []string{"a", "b", "b"}},
		"values that are not errors": {boxed{[]int{}}, []string{"boxed"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, complete := names(tt.err)
			assert.Equal(t, tt.want, got)
			assert.True(t, complete)
		})
	}
}

func chain(n int) error {
	err := error(plain("end"))
	for range n - 1 {
		err = &wrapping{"link", err}
	}
	return err
}

// A walk visits 256 errors of a tree at most, and a tree is finite if no branch is deeper.
func TestBounds(t *testing.T) {
	ring := &wrapping{name: "ring"}
	ring.cause = ring
	knot := &joining{name: "knot"}
	knot.parts = []error{knot, knot, knot}
	wide := func(n int) error { return &joining{"wide", slices.Repeat([]error{plain("leaf")}, n)} }
	tests := map[string]struct {
		err              error
		visited          int
		complete, finite bool
	}{
		"nil":                 {nil, 0, true, true},
		"a typed nil":         {(*wrapping)(nil), 0, true, true},
		"an open end":         {&wrapping{"a", nil}, 1, true, true},
		"256":                 {chain(256), 256, true, true},
		"257":                 {chain(257), 256, false, false},
		"deeper, in a join":   {&joining{"a", []error{plain("b"), chain(256)}}, 256, false, false},
		"a ring":              {ring, 256, false, false},
		"a knot":              {knot, 256, false, false},
		"wide":                {wide(64*256 - 1), 256, false, true},
		"wider":               {wide(64 * 256), 256, false, false},
		"a million nils":      {&joining{"nils", make([]error, 1_000_000)}, 1, true, true},
		"a ring behind a nil": {&joining{"a", []error{nil, ring}}, 256, false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, complete := names(tt.err)
			assert.Len(t, got, tt.visited)
			assert.Equal(t, tt.complete, complete)
			assert.Equal(t, tt.finite, errtree.Finite(tt.err))
		})
	}
	assert.True(t, errtree.Finite(&joining{"a", []error{&hostile{}, hostileJoin{}}}), "an Unwrap that panics")
}

func TestWalkStops(t *testing.T) {
	tree := &joining{"a", []error{&wrapping{"b", plain("c")}, plain("d")}}
	for n, want := range [][]string{{"a"}, {"a", "b"}, {"a", "b", "c"}, {"a", "b", "c", "d"}} {
		var got []string
		complete := errtree.Walk(tree, func(e error) bool {
			got = append(got, name(e))
			return len(got) <= n
		})
		assert.Equal(t, want, got)
		assert.True(t, complete, "a walk that was stopped has not overflowed")
	}
}

func TestWalkThrough(t *testing.T) {
	hidden := map[string]error{"b": &wrapping{"x", plain("y")}, "y": plain("z")}
	tree := &joining{"a", []error{&wrapping{"b", plain("c")}, plain("d")}}
	var got []string
	complete := errtree.WalkThrough(tree, func(e error) error { return hidden[e.Error()] }, func(e error) bool {
		got = append(got, e.Error())
		return true
	})
	assert.True(t, complete)
	assert.Equal(t, []string{"a", "b", "x", "y", "z", "c", "d"}, got)

	got = nil
	complete = errtree.WalkThrough(plain("b"), func(error) error { return plain("b") }, func(e error) bool {
		got = append(got, e.Error())
		return true
	})
	assert.False(t, complete)
	assert.Len(t, got, errtree.MaxNodes)

	got = nil
	errtree.WalkThrough(tree, func(e error) error { return hidden[e.Error()] }, func(e error) bool {
		got = append(got, e.Error())
		return e.Error() != "y"
	})
	assert.Equal(t, []string{"a", "b", "x", "y"}, got, "a stop inside ends the whole walk")
}

func TestIsNil(t *testing.T) {
	for _, err := range []error{nil, (*wrapping)(nil), list(nil), table(nil), function(nil)} {
		assert.True(t, errtree.IsNil(err), "%T", err)
	}
	for _, err := range []error{plain(""), &wrapping{}, list{}, table{}, function(func() {}), boxed{nil}} {
		assert.False(t, errtree.IsNil(err), "%T", err)
	}
}

func TestIs(t *testing.T) {
	tests := map[string]struct {
		err, target error
		want        bool
	}{
		"nil":                         {nil, io.EOF, false},
		"itself":                      {io.EOF, io.EOF, true},
		"wrapped":                     {fmt.Errorf("a: %w", io.EOF), io.EOF, true},
		"another":                     {fmt.Errorf("a: %w", io.EOF), io.ErrNoProgress, false},
		"by an Is method":             {&net.DNSError{IsTimeout: true, UnwrapErr: context.DeadlineExceeded}, context.DeadlineExceeded, true},
		"equal values":                {plain("a"), plain("a"), true},
		"values that cannot compare":  {list{"a"}, list{"a"}, false},
		"boxed, cannot compare":       {boxed{[]int{}}, boxed{[]int{}}, false},
		"boxed, can":                  {boxed{1}, boxed{1}, true},
		"behind one that cannot":      {errors.Join(boxed{[]int{}}, boxed{1}), boxed{1}, true},
		"behind an Is that panics":    {errors.Join(&hostile{}, io.EOF), io.EOF, true},
		"an Is behind an equal panic": {knowing{[]int{}}, knowing{[]int{}}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, errtree.Is(tt.err, tt.target)) })
	}
}

// knowing cannot be compared with ==, and matches its type with Is.
type knowing struct{ any any }

func (knowing) Error() string        { return "knowing" }
func (knowing) Is(target error) bool { _, ok := target.(knowing); return ok }

func TestAssign(t *testing.T) {
	t.Run("the same type", func(t *testing.T) {
		var got plain
		assert.True(t, errtree.Assign(plain("a"), &got))
		assert.Equal(t, plain("a"), got)
	})
	t.Run("an interface", func(t *testing.T) {
		var got net.Error
		assert.True(t, errtree.Assign(&net.DNSError{Err: "no such host"}, &got))
		assert.False(t, errtree.Assign(plain("a"), &got))
	})
	t.Run("not what it wraps", func(t *testing.T) {
		var got plain
		assert.False(t, errtree.Assign(&wrapping{"a", plain("b")}, &got))
	})
	t.Run("an As that panics", func(t *testing.T) {
		var got plain
		assert.False(t, errtree.Assign(&hostile{}, &got))
	})
	t.Run("no target", func(t *testing.T) {
		for _, target := range []any{nil, 1, plain("a"), (*plain)(nil)} {
			assert.False(t, errtree.Assign(plain("a"), target), "%T", target)
		}
	})
}

func TestText(t *testing.T) {
	ring := &recursive{}
	ring.parts = []error{ring}
	const tooMany = "an error tree of more than 256 errors, or one that contains itself"
	tests := map[string]struct {
		err  error
		want string
	}{
		"plain":                   {plain("a"), "a"},
		"panics":                  {&hostile{}, "(the Error method of a *errtree_test.hostile panicked)"},
		"a typed nil":             {(*wrapping)(nil), "(the Error method of a *errtree_test.wrapping panicked)"},
		"a join of itself":        {ring, tooMany},
		"too deep":                {chain(257), tooMany},
		"as deep as it may be":    {chain(256), "link"},
		"an Unwrap that panics":   {hostileJoin{}, "hostile join"},
		"a nil that has its text": {list(nil), "list"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, errtree.Text(tt.err)) })
	}
}

func TestWalkAllocatesNothing(t *testing.T) {
	err := error(&joining{"a", []error{&wrapping{"b", plain("c")}, plain("d")}})
	n := 0
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		errtree.Walk(err, func(error) bool { n++; return true })
	}))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = errtree.Is(err, io.EOF) }))
}
