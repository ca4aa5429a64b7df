package adapter

import (
	"context"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// An Observer receives every error that is adapted, for metrics and logs. It also
// receives the errors that [Bounded] makes, the error of a function that was left
// running and fails later, and, from an agent, the error of a result that cannot be
// encoded.
//
// It is called on the goroutine of the tool, or on another one for a call that was
// refused or left running, and must be safe for concurrent use. A panic in it is
// recovered and dropped.
type Observer interface {
	Adapted(ctx context.Context, o Observation)
}

// An Observation is one thing that happened while a tool's error was adapted.
type Observation struct {
	// Tool is the name given to [Registry.For]; "" outside a registry.
	Tool string
	// Adapter is the slug of the adapter that recognised the error, or that
	// panicked; "" if none did.
	Adapter string
	// Err is what the caller gets; nil in an observation of an adapter's panic.
	Err *toolerr.ToolRuntimeError
	// AdapterPanic is the error of an adapter that panicked, which the caller does
	// not get; nil otherwise.
	AdapterPanic *toolerr.ToolRuntimeError
	// Took is how long adapting took.
	Took time.Duration
}

func (c Chain) observe(ctx context.Context, o Observation) {
	if c.observer == nil {
		return
	}
	defer func() { _ = recover() }()
	c.observer.Adapted(ctx, o)
}
