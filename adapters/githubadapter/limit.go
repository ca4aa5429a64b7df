package githubadapter

import (
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// leastWait is how long to wait at a secondary limit that names no time: "wait
// for at least one minute" (GitHub REST API, Rate limits, read 2026-11-21).
const leastWait = time.Minute

// limited is the error of a limit. A call that the client itself refused never
// left, and has no status. Waiting is no use where a person has to sign on first,
// whatever else the answer says.
func limited(err, e error, code string) *toolerr.ToolRuntimeError {
	a := answerOf(e)
	if a.singleSignOn() {
		return a.signOn(err)
	}
	opts := a.options()
	if wait, ok := waitOf(a, code); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return rowOf(code).Error(err, opts...)
}

// waitOf returns how long to wait: what GitHub wrote, as it wrote it. The client
// reads a Retry-After that is no number as 0 seconds, and measures a reset
// against the clock of this machine; what it made of them counts only where it
// refused the call itself.
func waitOf(a answer, code string) (time.Duration, bool) {
	limited := http.StatusTooManyRequests
	if code == codeSecondary {
		// When the primary quota starts anew says nothing about this one, unless
		// it is used up as well.
		limited = http.StatusForbidden
	}
	if wait, ok := httpadapter.RetryAfter(limited, a.header, time.Time{}); ok {
		return wait, true
	}
	ours := a.status == 0
	switch code {
	case codePrimary:
		if reset, ok := resetOf.Of(a.node); ok && ours && !reset.IsZero() {
			return max(time.Until(reset), 0), true
		}
	case codeSecondary:
		if wait, ok := retryAfterOf.Of(a.node); ok && ours && wait > 0 {
			return wait, true
		}
		return leastWait, true
	}
	return 0, false
}
