package httpadapter

import (
	"net/http"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// FromStatus returns what an HTTP status and the headers that came with it mean,
// for adapters of services that speak HTTP; nil for a status below 300, which
// is not a failure that upstream spoke of.
//
// Kind and can_retry follow the status (see [toolerr.StatusRuleOf]), except that
// a 403 is a rate limit when a header says that nothing remains of a quota, or
// when it says how long to wait. The wait is [RetryAfter]'s, whatever the
// status. With 400, 401 and 403 a challenge with error="invalid_token" asks for a
// new token, and one with error="insufficient_scope" for a person (RFC 6750
// section 3.1). The request id is [RequestID]'s.
//
// err becomes the cause, and its type the vendor's type. A zero now is the
// present. Options come last and win; a vendor's adapter passes
// [toolerr.WithUpstreamName] and [toolerr.WithService]. It does not use
// FromStatus where the vendor's own code says something else than the status.
func FromStatus(err error, status int, h http.Header, now time.Time, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	if status < 300 {
		return nil
	}
	return fromStatus(err, status, h, 0, now, opts)
}

// fromStatus is FromStatus for every status, with a wait that the error itself
// names; 0 is none. With status 0 it is a rate limit that has no status.
func fromStatus(err error, status int, h http.Header, own time.Duration, now time.Time, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	f := scan(h)
	var room [12]toolerr.Option // so that the usual number needs no allocation
	all := append(room[:0],
		toolerr.WithCause(err),
		toolerr.WithVendorType(err),
		toolerr.WithUpstreamName(upstreamName),
	)
	quota := limited(status, &f)
	wait, hasWait := own, own > 0
	if !hasWait {
		wait, hasWait = f.wait(quota, now)
	}
	if hasWait {
		all = append(all, toolerr.WithRetryAfter(wait))
	}
	if id := f.requestID(); id != "" {
		all = append(all, toolerr.WithRequestID(id))
	}
	if status == http.StatusForbidden && (quota || hasWait) {
		all = append(all, toolerr.WithStatus(status))
		return toolerr.RateLimit(toolerr.Message{}, append(all, opts...)...)
	}
	switch status {
	case 0:
		return toolerr.RateLimit(toolerr.Message{}, append(all, opts...)...)
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
		switch tokenError(f.values("Www-Authenticate")) {
		case invalidToken:
			all = append(all, toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry))
		case insufficientScope:
			all = append(all, toolerr.WithUserAction())
		}
	}
	return toolerr.Upstream(status, toolerr.Message{}, append(all, opts...)...)
}

// upstreamName stands in the fixed texts: nothing is known of who answered.
var upstreamName = toolerr.Name("HTTP")
