// Package go126 has what Go 1.26 added to the language and the standard library, for
// modules that compile with Go 1.25.
package go126

import "errors"

// AsType is errors.AsType: it returns the first error in err's tree that is a T.
func AsType[T error](err error) (found T, ok bool) {
	ok = errors.As(err, &found)
	return found, ok
}

// New is new(v): it returns a pointer to a copy of v.
func New[T any](v T) *T { return &v }
