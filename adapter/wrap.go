package adapter

import (
	"context"
	"time"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
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
			inner := func(ctx context.Context) (Out, error) { return fn(ctx, in) }
			out, err := run(ctx, c, w, inner)
			if f, ok := w.reconcile.(settler[In, Out]); ok {
				return f.settle(ctx, c, in, out, err)
			}
			return out, err
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
	w := options(opts)
	out, err := run(ctx, c, w, fn)
	if f, ok := w.reconcile.(settler[any, T]); ok {
		return f.settle(ctx, c, nil, out, err)
	}
	return out, err
}

func run[T any](ctx context.Context, c Chain, w wrapping, fn func(context.Context) (T, error)) (out T, err error) {
	if ctx, err = c.Admit(ctx); err != nil {
		return out, err
	}
	if w.bounds != nil {
		return bounded(ctx, c, *w.bounds, fn)
	}
	if ctx != nil {
		ctx = wire.WithRecorder(ctx)
	}
	return contained(ctx, &c, fn, nil)
}

// WithReconcile makes find find out how a call ended whose effect is not known: after a
// timeout, a lost connection or a failure of the service. It is called once, with the input of
// [Wrap] and the key of the call (see [CallKey]), and has 10 seconds, also if the context has
// ended. It must not change anything. In and Out are those of the function; [Do] has no input,
// and its In is any. With other types, find is not called.
func WithReconcile[In, Out any](find func(ctx context.Context, in In, key string) (Out, Outcome, error)) WrapOption {
	return reconcileOption{finder[In, Out](find)}
}

type reconcileOption struct{ find any }

func (r reconcileOption) apply(w wrapping) wrapping {
	w.reconcile = r.find
	return w
}

// Reconcile asks find what became of a call that failed with te and ended at a time, as
// [WithReconcile] does. It is for hosts that decide themselves when to ask. If find does not
// find it out, the outcome is [OutcomeUnknown].
func Reconcile[T any](
	ctx context.Context, c Chain, te *toolerr.ToolRuntimeError, ended time.Time, find func(ctx context.Context, key string) (T, Outcome, error),
) (out T, o Outcome) {
	if ctx == nil || !inDoubt(te) {
		return out, OutcomeUnknown
	}
	ctx, key := reconciling(ctx, ended)
	out, err := Do(ctx, c.WithoutCooldown(), func(ctx context.Context) (v T, err error) {
		v, o, err = find(ctx, key)
		return v, err
	}, Bounded{Timeout: reconcileTime})
	if err != nil || o != OutcomeDone && o != OutcomeNever {
		return out, OutcomeUnknown
	}
	return out, o
}

// A settler is a [finder] for a function with its types. A program without one does not link
// what finds out.
type settler[In, Out any] interface {
	settle(ctx context.Context, c Chain, in In, out Out, err error) (Out, error)
}

type finder[In, Out any] func(ctx context.Context, in In, key string) (Out, Outcome, error)

// settle finds out how a call ended if its effect is not known.
func (find finder[In, Out]) settle(ctx context.Context, c Chain, in In, out Out, err error) (Out, error) {
	te, failed := toolerr.Find(err)
	if !failed {
		return out, err
	}
	found, o := Reconcile(ctx, c, te, time.Now(), func(ctx context.Context, key string) (Out, Outcome, error) { return find(ctx, in, key) })
	switch {
	case o == OutcomeDone:
		return found, nil
	case o == OutcomeNever && LeftRunning(err) == nil:
		return out, te.With(toolerr.WithEffect(toolerr.EffectNone))
	}
	return out, err
}
