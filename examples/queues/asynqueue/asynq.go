// Package asynqueue is an example: an asynq worker whose tool fails.
package asynqueue

import (
	"context"
	"fmt"
	"time"

	"github.com/hibiken/asynq"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// mayRunTwice is for tasks that do no harm when they run again.
const mayRunTwice = false

// Adapt is a middleware. asynq stores the text of the error that it returns, so that is
// the adapted one, of a panic as well. The tool's time ends five seconds before the task's,
// or after half of it: asynq retries a task whose time is up, even if a retry is not safe.
func Adapt(chain adapter.Chain) asynq.MiddlewareFunc {
	return func(next asynq.Handler) asynq.Handler {
		return asynq.HandlerFunc(func(ctx context.Context, task *asynq.Task) error {
			var bounds adapter.Bounded
			if end, ok := ctx.Deadline(); ok {
				left := time.Until(end)
				bounds.Timeout = max(left-5*time.Second, left/2, 1)
			}
			_, err := adapter.Do(ctx, chain, func(ctx context.Context) (struct{}, error) {
				return struct{}{}, next.ProcessTask(ctx, task)
			}, adapter.WithEvidence(), bounds)
			if te, ok := toolerr.Find(err); ok && !te.SafeToRetry(mayRunTwice) {
				return fmt.Errorf("%w: %w", te, asynq.SkipRetry) // no retry helps, or the task may have been done
			}
			return err
		})
	}
}

// Config returns a configuration whose retries wait as the service asked.
func Config() asynq.Config {
	return asynq.Config{
		RetryDelayFunc: func(n int, err error, task *asynq.Task) time.Duration {
			te, _ := toolerr.Find(err)
			if wait, named := te.RetryAfter(); named {
				return wait
			}
			return asynq.DefaultRetryDelayFunc(n, err, task)
		},
		IsFailure: func(err error) bool { // a wait uses up no retry
			te, _ := toolerr.Find(err)
			_, named := te.RetryAfter()
			return !named || !te.SafeToRetry(mayRunTwice)
		},
	}
}
