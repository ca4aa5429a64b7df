package temporalerrand

import (
	"context"
	"errors"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"
)

// A GuardOption changes a [Guard].
type GuardOption func(*guard)

// Idempotent declares activities, by their types, for which two runs have the same effect
// as one. They are retried even if it is not known whether a run had an effect. An activity
// that only reads is idempotent.
func Idempotent(activityTypes ...string) GuardOption {
	return func(g *guard) { g.idempotent = append(g.idempotent, activityTypes...) }
}

// Guard returns an interceptor for the activities of a worker, including local ones. It
// recovers their panics, and adapts their errors with the registry's chain for the type of
// the activity. The package comment describes the result. A *temporal.ApplicationError, a
// cancellation by the server and activity.ErrResultPending are returned unchanged, without
// errors that wrap them. If the worker stops while an activity runs, only an idempotent
// activity runs again on another worker.
//
//	worker.New(client, "queue", worker.Options{
//		Interceptors: []interceptor.WorkerInterceptor{temporalerrand.Guard(registry)},
//	})
func Guard(registry adapter.Registry, options ...GuardOption) interceptor.WorkerInterceptor {
	g := &guard{registry: registry}
	for _, o := range options {
		if o != nil {
			o(g)
		}
	}
	return g
}

type guard struct {
	interceptor.WorkerInterceptorBase
	registry   adapter.Registry
	idempotent []string
}

// InterceptActivity implements [interceptor.WorkerInterceptor].
func (g *guard) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	i := &guarded{guard: g}
	i.Next = next
	return i
}

type guarded struct {
	interceptor.ActivityInboundInterceptorBase
	guard *guard
}

// ExecuteActivity implements [interceptor.ActivityInboundInterceptor].
func (i *guarded) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	name := activity.GetInfo(ctx).ActivityType.Name
	chain, idempotent := i.guard.registry.For(name), slices.Contains(i.guard.idempotent, name)
	if idempotent {
		chain = chain.WithRepeatable(nil)
	}
	var pass error
	out, err := adapter.Do(ctx, chain, func(ctx context.Context) (any, error) {
		out, err := i.Next.ExecuteActivity(ctx, in)
		if pass = passes(ctx, err); pass != nil {
			return out, nil
		}
		return out, err
	}, adapter.Bounded{}) // on a separate goroutine, which may call runtime.Goexit
	switch {
	case pass != nil:
		return out, pass
	case err == nil:
		return out, nil
	}
	te, ok := toolerr.Find(err)
	if !ok { // cannot happen: Do returns no other error
		te = toolerr.New(toolerr.KindUnknown, toolerr.Message{})
	}
	return nil, applicationError(te, te.SafeToRetry(idempotent) || idempotent && endOf(ctx) == endStopped)
}

// passes returns an error that Temporal must get unchanged, and nil if err must be adapted.
func passes(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var application *temporal.ApplicationError
	var canceled *temporal.CanceledError
	switch {
	case errors.Is(err, activity.ErrResultPending):
		return activity.ErrResultPending
	case errors.As(err, &application):
		return application
	case endOf(ctx) != endCanceled:
		return nil
	case errors.As(err, &canceled):
		return canceled
	case errors.Is(err, context.Canceled):
		return context.Canceled
	}
	return nil
}
