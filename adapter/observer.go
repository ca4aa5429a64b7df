package adapter

import (
	"context"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// An Observer gets every error that is adapted, for metrics and logs. It also gets the
// errors that [Bounded] makes, the error of a function that was left running and fails
// later, and, from an agent, the error of a result that cannot be encoded.
//
// The method is called on the goroutine of the tool. If the call was refused or its
// function was left running, it is called on another goroutine. It must be safe for
// concurrent use. A panic in it is recovered and ignored.
type Observer interface {
	Adapted(ctx context.Context, o Observation)
}

// An Observation describes an event while a tool's error was adapted.
type Observation struct {
	// Tool is the name given to [Registry.For]; "" outside a registry.
	Tool string
	// Adapter is the slug of the adapter that recognised the error, or that
	// panicked; "" if none did.
	Adapter string
	// Err is the error that the caller gets; nil in an observation of an adapter's panic.
	Err *toolerr.ToolRuntimeError
	// AdapterPanic is the error of an adapter that panicked; nil otherwise. The caller does
	// not get it.
	AdapterPanic *toolerr.ToolRuntimeError
	// Took is how long adapting took.
	Took time.Duration
}

// observe calls an observer, which may be nil or panic.
func observe(ctx context.Context, o Observer, of Observation) {
	if o == nil {
		return
	}
	defer func() { _ = recover() }()
	o.Adapted(ctx, of)
}
