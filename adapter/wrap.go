package adapter

import (
	"context"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
)

// WithArguments makes the function's input, encoded as JSON, count as the arguments that
// the model sent, whatever the input's type; see [WithCall]. Use it only if the input
// contains nothing else: the model could read a key, a tenant or a default in it. Before
// the function runs, the input is encoded unless it is a json.RawMessage or a
// map[string]any.
func WithArguments() WrapOption { return argumentsOption{} }

type argumentsOption struct{}

func (argumentsOption) apply(w wrapping) wrapping {
	w.arguments = true
	return w
}

func options(opts []WrapOption) (w wrapping) {
	for _, o := range opts {
		w = o.apply(w)
	}
	return w
}

// Wrap returns fn with its errors adapted by c: every error of the new function is nil or a
// *toolerr.ToolRuntimeError. If fn returns a partial result beside an error, so does the
// new function. If fn panics, the new function returns a zero Out and an error. A panic in
// a goroutine that fn started cannot be recovered.
//
// The HTTP exchanges of the call that go through httpadapter.Transport with the context
// that fn gets are recorded. They complete an error with the exchange that the error is
// about: the wait of a rate limit, or the status of an error that lost it. The effect takes
// all exchanges into account. If nothing shows that an error is about an exchange, it gets
// no status. If a decoder refused a response, the error becomes a failure of the service.
//
// If ctx carries no call (see [WithCall]) and the input is a json.RawMessage or a
// map[string]any, the input counts as the arguments that the model sent, unless fn changes
// it. To notice a change, Wrap computes a hash of the input.
//
// If fn calls runtime.Goexit, the chain's observer and logger are called, and the calling
// goroutine ends, since no deferred function can stop it. With [Bounded] the new function
// returns an error instead.
func Wrap[In, Out any](
	fn func(context.Context, In) (Out, error), c Chain, opts ...WrapOption,
) func(context.Context, In) (Out, error) {
	if w := options(opts); w != (wrapping{}) || c.hold != nil {
		return func(ctx context.Context, in In) (Out, error) {
			if sent := sentIn(ctx, in); sent != (resolve.Sent{}) {
				ctx = withInput(ctx, in, sent)
			} else if w.arguments && callable(ctx) {
				ctx = withCall(ctx, Call{Arguments: resolve.Encoded(in)})
			}
			return run(ctx, c, w, func(ctx context.Context) (Out, error) { return fn(ctx, in) })
		}
	}
	return func(ctx context.Context, in In) (out Out, err error) { // like contained, without the cost of a closure
		done := false
		defer func() {
			if !done {
				var none Out
				out, err = none, c.stopped(ctx, recover())
			}
		}()
		sent := sentIn(ctx, in)
		if ctx != nil {
			ctx = wire.WithRecorder(ctx)
		}
		if out, err = fn(ctx, in); err != nil {
			if sent != (resolve.Sent{}) {
				ctx = withInput(ctx, in, sent)
			}
			err = c.Adapt(ctx, err)
		}
		done = true
		return out, err
	}
}

// Do runs fn as a function returned by [Wrap] does. It is for functions of any signature.
func Do[T any](ctx context.Context, c Chain, fn func(context.Context) (T, error), opts ...WrapOption) (T, error) {
	return run(ctx, c, options(opts), fn)
}

func run[T any](ctx context.Context, c Chain, w wrapping, fn func(context.Context) (T, error)) (T, error) {
	ctx, err := c.Admit(ctx)
	if err != nil {
		var none T
		return none, err
	}
	if w.bounds != nil {
		return bounded(ctx, c, *w.bounds, fn)
	}
	if ctx != nil {
		ctx = wire.WithRecorder(ctx)
	}
	return contained(ctx, &c, fn, nil)
}
