// Package errtree walks the tree that an error forms through its Unwrap methods. It handles
// the faults of real errors: nil branches, typed nils, methods that panic, values that
// cannot be compared, and cycles.
//
// The standard library's errors.Is and errors.As do not return on a cycle and panic on some
// of the others. No function here does.
package errtree

import (
	"errors"
	"fmt"
	"io"
	"reflect"
)

// MaxNodes is the maximum number of errors that a walk visits.
const MaxNodes = 256

// Walk visits err and the errors it wraps, depth first, parents before children, until
// visit returns false. It returns false if the tree has more than [MaxNodes] nodes, which
// includes cycles. It does not visit nil errors and nil pointers inside an error.
func Walk(err error, visit func(error) bool) (complete bool) {
	w := walker{left: MaxNodes, visit: visit}
	w.walk(err)
	return !w.overflow
}

// WalkThrough is Walk, except that it also follows the error that through returns for a
// node, after the node's Unwrap.
func WalkThrough(err error, through func(error) error, visit func(error) bool) (complete bool) {
	w := walker{left: MaxNodes, visit: visit, through: through}
	w.walk(err)
	return !w.overflow
}

// Finite reports whether err is finite: no path through it is longer than [MaxNodes], and
// it has at most 64 times as many nodes. A tree that is only wide is finite, and a walk
// through all of it returns.
func Finite(err error) bool {
	left := 64 * MaxNodes
	return finite(err, MaxNodes, &left)
}

func finite(err error, depth int, left *int) bool {
	for err != nil && !IsNil(err) {
		if depth == 0 || *left == 0 {
			return false
		}
		depth--
		*left--
		switch x := err.(type) { //nolint:errorlint // one step of a walk: this node, not its tree
		case interface{ Unwrap() error }:
			err = unwrap(x)
		case interface{ Unwrap() []error }:
			for _, child := range unwrapAll(x) {
				if !finite(child, depth, left) {
					return false
				}
			}
			return true
		default:
			return true
		}
	}
	return true
}

type walker struct {
	left     int
	visit    func(error) bool
	through  func(error) error
	overflow bool
}

// walk reports whether the walk continues.
func (w *walker) walk(err error) bool {
	for err != nil && !IsNil(err) {
		if w.left == 0 {
			w.overflow = true
			return false
		}
		w.left--
		if !w.visit(err) {
			return false
		}
		if w.through != nil {
			if next := w.through(err); next != nil && !w.walk(next) {
				return false
			}
		}
		switch x := err.(type) { //nolint:errorlint // one step of a walk: this node, not its tree
		case interface{ Unwrap() error }:
			err = unwrap(x)
		case interface{ Unwrap() []error }:
			for _, child := range unwrapAll(x) {
				if !w.walk(child) {
					return false
				}
			}
			return true
		default:
			return true
		}
	}
	return true
}

// Wraps reports whether e can wrap another error.
func Wraps(e error) bool {
	switch e.(type) { //nolint:errorlint // about this error, not about those that it wraps
	case interface{ Unwrap() error }, interface{ Unwrap() []error }:
		return true
	}
	return false
}

// IsNil reports whether err is nil or an interface around a nil pointer, map,
// slice, func or channel.
func IsNil(err error) bool {
	if err == nil {
		return true
	}
	switch v := reflect.ValueOf(err); v.Kind() { //nolint:exhaustive // the kinds that can be nil
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return v.IsNil()
	default:
		return false
	}
}

func unwrap(x interface{ Unwrap() error }) (err error) {
	defer func() { _ = recover() }()
	return x.Unwrap()
}

func unwrapAll(x interface{ Unwrap() []error }) (errs []error) {
	defer func() { _ = recover() }()
	return x.Unwrap()
}

// Matches reports whether err itself, not a wrapped error, is target or matches it with an
// Is method.
func Matches(err, target error) (ok bool) {
	if equal(err, target) {
		return true
	}
	x, is := err.(interface{ Is(error) bool })
	if !is {
		return false
	}
	defer func() { _ = recover() }()
	return x.Is(target)
}

// equal returns err == target, and false for values that cannot be compared.
func equal(err, target error) (ok bool) {
	defer func() { _ = recover() }()
	return err == target //nolint:errorlint // one node
}

// Is reports whether an error in the tree of err matches target.
func Is(err, target error) bool {
	found := false
	Walk(err, func(e error) bool {
		found = Matches(e, target)
		return !found
	})
	return found
}

// Assign sets the variable that target points to, if err itself, not a wrapped error, can
// be assigned to it or has an As method that assigns it. Assign does nothing unless target
// is a non-nil pointer.
func Assign(err error, target any) (ok bool) {
	defer func() { _ = recover() }()
	v := reflect.ValueOf(target)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return false
	}
	if reflect.TypeOf(err).AssignableTo(v.Type().Elem()) {
		v.Elem().Set(reflect.ValueOf(err))
		return true
	}
	x, as := err.(interface{ As(any) bool })
	return as && x.As(target)
}

// Text returns err.Error(). It returns a note instead if the method panics, or if the tree
// has more than [MaxNodes] nodes: the Error method of a join that contains itself does not
// return, and a stack overflow cannot be recovered.
func Text(err error) (text string) {
	if !Walk(err, func(error) bool { return true }) {
		return "an error tree of more than 256 errors, or one that contains itself"
	}
	defer func() {
		if recover() != nil {
			text = "(the Error method of a " + reflect.TypeOf(err).String() + " panicked)"
		}
	}()
	return err.Error()
}

// plain are the types of packages errors and fmt. Their texts are made when the error is
// made.
var plain = [...]reflect.Type{
	reflect.TypeOf(errors.New("")), reflect.TypeOf(fmt.Errorf("%w", io.EOF)), reflect.TypeOf(fmt.Errorf("%w%w", io.EOF, io.EOF)),
}

// IsPlain reports whether a Go type is of package errors or fmt. Error is cheap for it, and
// calls no other code.
func IsPlain(t reflect.Type) bool { return t == plain[0] || t == plain[1] || t == plain[2] }

// PanicText returns the text of the value of a panic.
func PanicText(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T that cannot be printed", v)
		}
	}()
	switch x := v.(type) {
	case error:
		return Text(x)
	case string:
		return x
	case fmt.Stringer:
		return x.String()
	}
	if reflect.TypeOf(v).Kind() <= reflect.Complex128 {
		return fmt.Sprintf("%v, a %T", v, v)
	}
	return fmt.Sprintf("a %T", v)
}
