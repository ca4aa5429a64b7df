// Package adapter turns the errors that tools return into the errors of package
// toolerr, by adapters that each know one vendor.
//
// An [Adapter] recognises errors. A [Chain] asks adapters in order and knows
// what the context adds. A [Registry] holds the chain of every tool. [Wrap] and
// [Do] run a tool function and adapt its errors and panics; [Bounded] makes them
// return in time, also if the function does not.
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
	// FromError returns what err means, or nil if it is not this adapter's. It
	// looks through wrapping and joining with [Tree]. It may panic on an error
	// that is built to make it; a [Chain] survives that.
	FromError(err error) *toolerr.ToolRuntimeError
}

// Tree yields err and the errors it wraps or joins, depth first, outermost
// first: at most 256 of them, so that a cycle ends. Nil errors, and nil pointers
// inside an error, are left out; an Unwrap that panics wraps nothing.
func Tree(err error) iter.Seq[error] {
	return func(yield func(error) bool) { errtree.Walk(err, yield) }
}
