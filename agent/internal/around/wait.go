package around

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// minWait is the wait before the first retry if the error has none.
const minWait = time.Second

// Backoff is how long to wait before attempt n+1: what the server asked for, or
// a second, doubled each time and never more than half a minute, and a little
// more so that not everybody comes back at once.
func Backoff(te *toolerr.ToolRuntimeError, n int) time.Duration {
	d := min(minWait<<min(n-1, 5), 30*time.Second)
	if hint, ok := te.RetryAfter(); ok && hint > d {
		d = hint
	}
	return d + time.Duration(rand.Int64N(int64(d/10))) //nolint:gosec // spread, not secrecy
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

// OpenEnded is a context that has no end of its own, for a part of a run: what is left of
// its time is not what is left of the run's.
type OpenEnded struct {
	context.Context //nolint:containedctx // this is a context
}

// Deadline returns none.
func (OpenEnded) Deadline() (time.Time, bool) { return time.Time{}, false }
