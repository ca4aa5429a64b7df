// Package adapter turns the errors that tools return into the errors of package
// toolerr, by adapters that each know one vendor.
//
// An [Adapter] recognises the errors of one vendor. A [Chain] asks adapters in order
// and takes the context of the call into account. A [Registry] holds the chain of
// every tool. [Wrap] and [Do] run a tool function and adapt its errors and panics. With
// [Bounded] they return in time even if the function does not.
package adapter

import (
	"iter"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// An Adapter recognises the errors of one vendor or library. It is a pure
// function of the error: no state, no I/O, safe for concurrent use.
type Adapter interface {
	// Slug names the adapter in logs, metrics and extra.service: an identifier
	// with a leading underscore, such as "_http". It never changes.
	Slug() string
	// FromError returns what err means, or nil if err is not one of this adapter's
	// errors. It looks at the errors that err wraps or joins, with [Tree]. It should not
	// panic, even if the methods of err do; a [Chain] recovers if it does.
	FromError(err error) *toolerr.ToolRuntimeError
}

// Tree yields err and the errors that it wraps or joins, depth first, outermost first:
// at most 256 of them, so that the walk ends even if an error wraps itself. Nil errors,
// and nil pointers inside an error, are left out. An Unwrap that panics counts as one
// that returns nil.
func Tree(err error) iter.Seq[error] {
	return func(yield func(error) bool) { errtree.Walk(err, yield) }
}
