// Package failsafe is an example: retries and a circuit breaker of failsafe-go, by errand's
// advice.
package failsafe

import (
	"context"
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// longest is the longest wait that a call sits out. (WithMaxDuration would make a longer wait
// shorter, and the retry would come too early.)
const longest = time.Minute

// New returns an executor for tools whose errors are adapted, as those of adapter.Wrap are.
func New[R any](idempotent bool) failsafe.Executor[R] {
	retries := retrypolicy.NewBuilder[R]().
		HandleIf(func(_ R, err error) bool {
			te, ok := toolerr.Find(err)
			return ok && te.SafeToRetry(idempotent)
		}).
		AbortIf(func(_ R, err error) bool { return waitOf(err) > longest }).
		WithMaxRetries(3).
		WithBackoff(time.Second, 30*time.Second).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[R]) time.Duration { return waitOf(exec.LastError()) }).
		ReturnLastFailure(). // the adapted error, not one about the policy
		Build()
	breaker := circuitbreaker.NewBuilder[R]().
		HandleIf(func(_ R, err error) bool { // a service that fails, not one that refuses
			te, ok := toolerr.Find(err)
			return ok && (te.Class() == toolerr.ClassNetworkTransport || te.Kind() == toolerr.KindUpstreamServerError)
		}).
		WithFailureThreshold(5).
		WithDelay(30 * time.Second).
		Build()
	return failsafe.With[R](retries, breaker) // the breaker is asked before each attempt
}

// waitOf returns the wait that a service asked for, -1 (the backoff's own) if it asked for none.
func waitOf(err error) time.Duration {
	te, _ := toolerr.Find(err)
	if wait, named := te.RetryAfter(); named {
		return wait
	}
	return -1
}

// Run runs a tool. Its errors are adapted, also if the breaker is open or ctx ends in a wait.
func Run[R any](ctx context.Context, executor failsafe.Executor[R], tool func(context.Context) (R, error)) (R, error) {
	out, err := executor.WithContext(ctx).GetWithExecution(func(exec failsafe.Execution[R]) (R, error) { return tool(exec.Context()) })
	if errors.Is(err, circuitbreaker.ErrOpen) {
		err = toolerr.New(toolerr.KindUpstreamServerError, toolerr.Msg("The service failed several times in a row, so it was not asked."),
			toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectNone))
	}
	return out, adapter.NewChain().Adapt(ctx, err)
}
