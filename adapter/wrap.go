package adapter

import (
	"context"
	"runtime/debug"

	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A WrapOption changes how [Wrap] and [Do] run a function.
type WrapOption func(*wrapping)

type wrapping struct {
	evidence bool
	isolated bool
}

// WithEvidence records what the HTTP exchanges of the call knew, as far as they
// go through httpadapter.Transport, and lets it complete the error: the wait of
// a rate limit, the status of an error that lost it, the effect.
func WithEvidence() WrapOption { return func(w *wrapping) { w.evidence = true } }

// Isolated runs the function on a goroutine of its own, which contains a
// runtime.Goexit as well as a panic, at the price of about a microsecond. The
// call still waits for the function: no goroutine outlives it.
func Isolated() WrapOption { return func(w *wrapping) { w.isolated = true } }

func options(opts []WrapOption) wrapping {
	if len(opts) == 0 {
		return wrapping{} // without the allocation that the options cost
	}
	w := &wrapping{}
	for _, o := range opts {
		o(w)
	}
	return *w
}

// Wrap returns fn with its errors adapted by c: every error it returns is nil
// or a *toolerr.ToolRuntimeError. What fn returned beside an error is returned
// too. A panic in fn becomes an error with a zero Out; a panic in a goroutine
// that fn started cannot be caught by anyone.
//
// A runtime.Goexit in fn is reported to the chain's observer and goes on, since
// no deferred function can stop it; [Isolated] contains it.
func Wrap[In, Out any](
	fn func(context.Context, In) (Out, error), c Chain, opts ...WrapOption,
) func(context.Context, In) (Out, error) {
	if w := options(opts); w != (wrapping{}) {
		return func(ctx context.Context, in In) (Out, error) {
			return run(ctx, c, w, func(ctx context.Context) (Out, error) { return fn(ctx, in) })
		}
	}
	return func(ctx context.Context, in In) (out Out, err error) {
		done := false
		defer func() {
			if !done {
				var none Out
				out, err = none, c.stopped(ctx, recover())
			}
		}()
		out, err = fn(ctx, in)
		done = true
		if err != nil {
			err = c.Adapt(ctx, err)
		}
		return out, err
	}
}

// Do runs fn as [Wrap] would, for functions of any other signature.
func Do[T any](ctx context.Context, c Chain, fn func(context.Context) (T, error), opts ...WrapOption) (T, error) {
	return run(ctx, c, options(opts), fn)
}

func run[T any](ctx context.Context, c Chain, w wrapping, fn func(context.Context) (T, error)) (T, error) {
	if w.evidence && ctx != nil {
		ctx = wire.WithRecorder(ctx)
	}
	if w.isolated {
		return isolated(ctx, c, fn)
	}
	return contained(ctx, c, fn)
}

// contained runs fn on this goroutine.
func contained[T any](ctx context.Context, c Chain, fn func(context.Context) (T, error)) (out T, err error) {
	done := false
	defer func() {
		if !done {
			var none T
			out, err = none, c.stopped(ctx, recover())
		}
	}()
	out, err = fn(ctx)
	done = true
	if err != nil {
		err = c.Adapt(ctx, err)
	}
	return out, err
}

// isolated runs fn on a goroutine of its own and waits for it.
func isolated[T any](ctx context.Context, c Chain, fn func(context.Context) (T, error)) (out T, err error) {
	returned := false
	over := make(chan struct{})
	go func() {
		defer close(over)
		out, err = contained(ctx, c, fn)
		returned = true
	}()
	<-over
	if !returned {
		var none T
		return none, evidenceFrom(ctx).effect(exited())
	}
	return out, err
}

// stopped is the error of a call whose function neither returned nor failed: r
// is what it panicked with, nil for a runtime.Goexit, which goes on.
func (c Chain) stopped(ctx context.Context, r any) error {
	te := exited()
	if r != nil {
		te = panicked("the tool", r, debug.Stack())
	}
	te = evidenceFrom(ctx).effect(te.With(toolerr.WithEffect(toolerr.EffectUnknown)))
	c.observe(ctx, Observation{Tool: c.tool, Err: te})
	return te
}

// exited is the error of a tool that ended its goroutine.
func exited() *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal, toolerr.Msg("The tool stopped unexpectedly."),
		toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithDeveloperMessage("the tool called runtime.Goexit, as t.FailNow does"))
}
