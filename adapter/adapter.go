// Package adapter turns the errors that tools return into errors of package toolerr. The
// author of a tool needs these names:
//
//   - [Wrap], [Do] and [Serve] run a tool's function, adapt its errors and recover its
//     panics: as a function, as a block, or for a host that wants what the model reads.
//   - [Registry] has the chain of every tool; adapters.Default returns one.
//   - [WithCall] gives Wrap and Do the [Call], whose words the model may read again.
//   - [Bounded] lets a call return in time if its function does not.
//   - [Disclosure] decides which words of a service a model reads.
//
// An [Adapter] recognises the errors of one vendor. A [Chain] asks its adapters in order,
// and takes the context of the call into account. [Row] and [Table] describe the codes of a
// vendor; package adapters/spec makes an adapter of them.
package adapter

import (
	"iter"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// An Adapter recognises the errors of one vendor or library. It is a pure function of the
// error: it has no state, does no I/O, and is safe for concurrent use.
type Adapter interface {
	// Slug names the adapter in logs, metrics and extra.service: an identifier
	// with a leading underscore, such as "_http". It never changes.
	Slug() string
	// FromError returns the error that err becomes, or nil if err is not one of this
	// adapter's errors. It also looks at the errors that err wraps or joins, with [Tree].
	// It should not panic, even if methods of err do; a [Chain] recovers if it does.
	FromError(err error) *toolerr.ToolRuntimeError
}

// As returns an adapter as a T: the adapter itself if it has the methods of T, or else its
// spec if that has them. An adapter can have a method Spec, which returns the adapter that
// describes it, always the same.
func As[T any](a Adapter) (t T, ok bool) {
	if t, ok = a.(T); ok {
		return t, true
	}
	if s, specified := a.(interface{ Spec() Adapter }); specified {
		t, ok = s.Spec().(T)
	}
	return t, ok
}

// Tree yields err and the errors that it wraps or joins, depth first and outermost first.
// It yields at most 256 errors, so that it ends even if an error wraps itself. Nil errors,
// and nil pointers inside an error, are left out. An Unwrap that panics counts as one that
// returns nil.
func Tree(err error) iter.Seq[error] {
	return func(yield func(error) bool) { errtree.Walk(err, yield) }
}
