package shape

import (
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/typecache"
)

// A Type names a type of a package that is not imported. It is comparable, so that the
// result of [Set.Of] can be used in a switch. The zero Type is not a type.
type Type struct{ whole string } // one string: a switch compares as often as it has cases

// T returns the Type with the given name in the package with the given import path. Write
// the path with or without its version.
//
//go:noinline // every adapter has a dozen calls of it, in an init function
func T(path, name string) Type {
	if name == "" {
		return Type{}
	}
	return Type{unversioned(path) + "." + name}
}

// String returns the path, without versions, and the name:
// "github.com/google/go-github/github.ErrorResponse". It is "" for the zero
// Type.
func (t Type) String() string { return t.whole }

// Path returns the import path without versions.
func (t Type) Path() string { return t.whole[:max(0, t.dot())] }

// Name returns the name within the package.
func (t Type) Name() string { return t.whole[t.dot()+1:] }

// dot returns the index of the last dot, the end of the path: a name has none.
func (t Type) dot() int { return strings.LastIndexByte(t.whole, '.') }

// TypeOf returns the Type of x, or of the value to which x points. It returns the zero Type
// for nil and for a type without a name. Use it in tests, and to find out what to write in
// [T]; [Set.Of] is faster.
func TypeOf(x any) Type { return OfType(reflect.TypeOf(x)) }

// OfType is [TypeOf] for a Go type.
func OfType(t reflect.Type) Type { // follows one pointer: no error is a pointer to a pointer
	if t == nil {
		return Type{}
	}
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	if name == "" || t.PkgPath() == "" {
		return Type{}
	}
	return T(t.PkgPath(), name)
}

// A Set recognises the errors of a few types. It caches the result for each Go type, so
// make one with [NewSet] and keep it in a variable of the package. It is safe for
// concurrent use.
type Set struct{ types *typecache.Cache[Type] }

// NewSet returns the set of the given types.
//
//go:noinline // every adapter has a few, in an init function
func NewSet(types ...Type) *Set {
	return &Set{typecache.New(func(rt reflect.Type) Type {
		if t := OfType(rt); slices.Contains(types, t) {
			return t
		}
		return Type{}
	})}
}

// Of returns the type of x if it is in the set, and the zero Type otherwise. It does not
// look at errors that x wraps. Pointers, also nil pointers, and values have the same type.
// A nil x has the zero Type.
func (s *Set) Of(x any) Type {
	if s == nil {
		return Type{}
	}
	return s.types.Of(x)
}

// Has reports whether the errors of a Go type are in the set.
func (s *Set) Has(t reflect.Type) bool { return s != nil && s.types.OfType(t) != Type{} }

// Find returns the first error in the tree of err, depth first, whose type is in the set,
// and the type. It returns the zero Type and nil if there is none. It visits at most 256
// errors, and none that is nil.
func (s *Set) Find(err error) (typ Type, found error) {
	errtree.Walk(err, func(e error) bool {
		if t := s.Of(e); t != (Type{}) {
			typ, found = t, e
		}
		return found == nil
	})
	return typ, found
}
