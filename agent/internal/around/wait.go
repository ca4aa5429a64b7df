package around

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// minWait is the wait before the first retry if the error has none.
const minWait = time.Second

// Backoff returns the wait before attempt n+1: the wait that the service requested, or a
// second, doubled each time up to half a minute.
func Backoff(te *toolerr.ToolRuntimeError, n int) time.Duration {
	hint, _ := te.RetryAfter()
	return max(hint, min(minWait<<min(n-1, 5), 30*time.Second))
}

// WaitLonger is Wait with a random addition of up to a tenth, so that clients do not retry
// at the same time.
func WaitLonger(ctx context.Context, d time.Duration) bool {
	return Wait(ctx, d+time.Duration(rand.Int64N(int64(d/10)))) //nolint:gosec // spread, not secrecy
}

// Wait pauses for d, and returns false if ctx ended first.
func Wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// OpenEnded is a context without a deadline, for a part of a run whose time is not limited
// by the run's.
type OpenEnded struct {
	context.Context //nolint:containedctx // this is a context
}

// Deadline returns none.
func (OpenEnded) Deadline() (time.Time, bool) { return time.Time{}, false }
