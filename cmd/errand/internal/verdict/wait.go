package verdict

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// A namedWait is a header with a wait, and its value.
type namedWait struct {
	httpadapter.WaitSource
	value string
}

// findWait returns the header with the wait of a response. httpadapter.RetryAfter parses
// each header alone, so that there is only one parser.
func findWait(err *toolerr.ToolRuntimeError, h http.Header, now time.Time) (namedWait, bool) {
	wait, ok := err.RetryAfter()
	if !ok {
		return namedWait{}, false
	}
	status := err.StatusCode()
	if err.Kind() == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // with this status, reset headers count
	}
	for _, source := range httpadapter.WaitSources() {
		values := h.Values(source.Header)
		alone := http.Header{"Date": h.Values("Date")}
		for _, v := range values {
			alone.Add(source.Header, v)
		}
		// The error has whole milliseconds, rounded up.
		if got, ok := httpadapter.RetryAfter(status, alone, now); ok && (wait-got).Abs() < time.Millisecond {
			return namedWait{source, strings.Join(values, ", ")}, true
		}
	}
	return namedWait{}, false
}

// unreadWait returns a header that can have a wait, but has no valid one.
func unreadWait(h http.Header) (namedWait, bool) {
	for _, source := range httpadapter.WaitSources() {
		if values := h.Values(source.Header); len(values) > 0 {
			return namedWait{source, strings.Join(values, ", ")}, true
		}
	}
	return namedWait{}, false
}

// usedUp returns the header that shows an exhausted quota.
func usedUp(h http.Header) (name string, found bool) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[name] {
			if strings.Contains(name, "Remaining") && strings.TrimSpace(v) == "0" ||
				name == "Ratelimit" && (strings.Contains(v, "remaining=0") || strings.Contains(v, "r=0")) {
				return name, true
			}
		}
	}
	return "", false
}
