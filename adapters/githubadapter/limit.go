package githubadapter

import (
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// leastWait is the wait after a secondary limit without a time: "wait for at least one
// minute" (GitHub REST API, Rate limits, read 2026-11-21).
const leastWait = time.Minute

// limitOf returns the code of the limit in a 403 or 429, or "". Older majors of go-github
// have error types for limits with status 403 only.
func limitOf(a *spec.Answer) string {
	if a.Status != http.StatusForbidden && a.Status != http.StatusTooManyRequests {
		return ""
	}
	docs, _ := shape.Field[string](a.Node, "DocumentationURL")
	_, waits := httpadapter.RetryAfter(http.StatusForbidden, a.Header, time.Time{})
	switch {
	case a.Header.Get("X-Ratelimit-Remaining") == "0":
		return primaryLimit
	case strings.HasSuffix(docs, "#abuse-rate-limits"), strings.HasSuffix(docs, "secondary-rate-limits"), waits:
		return secondaryLimit
	case a.Status == http.StatusTooManyRequests:
		return tooManyRequests
	}
	return ""
}

// readWait reads the wait of a limit. The client reads a Retry-After that is not a
// number as 0 seconds, and compares a reset with this machine's clock, so its values
// are used only if it refused the call itself. The reset of the primary quota is not
// about a secondary limit, unless that quota is also used up.
func readWait(a *spec.Answer) {
	sent := a.Status != 0
	if a.Row.VendorCode == primaryLimit {
		if reset, _ := shape.Field[time.Time](a.Node, "Rate.Reset.Time"); !sent && !reset.IsZero() {
			a.WaitFor(max(time.Until(reset), 0))
		}
		return
	}
	wait, ok := httpadapter.RetryAfter(http.StatusForbidden, a.Header, time.Time{})
	if !ok && !sent {
		wait, _ = shape.Field[time.Duration](a.Node, "RetryAfter")
		ok = wait > 0
	}
	if !ok {
		wait = leastWait
	}
	a.WaitFor(wait)
}
