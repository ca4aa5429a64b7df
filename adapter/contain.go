package adapter

import (
	"context"
	"runtime/debug"

	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/toolerr"
)

// contained runs fn on this goroutine. After a runtime.Goexit it does not return, and
// stores the error in exited, unless exited is nil.
func contained[T any](ctx context.Context, c *Chain, fn func(context.Context) (T, error), exited *error) (out T, err error) {
	done := false
	defer func() {
		if !done {
			var none T
			out, err = none, c.stopped(ctx, recover())
			if exited != nil {
				*exited = err
			}
		}
	}()
	out, err = fn(ctx)
	err = c.Adapt(ctx, err)
	done = true
	return out, err
}

// stopped returns the error of a call whose function did not return. The value of r is that
// of the panic, or nil after a runtime.Goexit.
func (c Chain) stopped(ctx context.Context, r any) error {
	te := crash.Exited()
	if r != nil {
		te = crash.Panicked("the tool", r, debug.Stack()).With(toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return c.tell(ctx, Observation{Err: te})
}
