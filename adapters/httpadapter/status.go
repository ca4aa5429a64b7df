package httpadapter

import (
	"net/http"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// FromStatus returns the error for an HTTP status and the headers that came with it, for
// adapters of services that use HTTP. It returns nil for a status below 300, which does not
// report a failure.
//
// Kind and CanRetry follow from the status (see [toolerr.StatusRuleOf]), with two
// exceptions: a 403 is a rate limit if a header states that nothing remains of a quota, or
// names a wait, and so is a 402 that names one (OpenRouter, Limits); and with a wait, the statuses with WaitRetries may be retried. The wait is that of [RetryAfter], whatever the status. With 400, 401 and
// 403, a challenge with error="invalid_token" advises to get a new token, and one with
// another error of [Challenge] to ask a person. The request id is that of [RequestID].
//
// err becomes the cause, and its type the vendor's type. A zero now means the present. The
// options are applied last; a vendor's adapter passes [toolerr.WithUpstreamName] and
// [toolerr.WithService]. Do not use FromStatus if the vendor's own code contradicts the
// status.
func FromStatus(err error, status int, h http.Header, now time.Time, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	if status < 300 {
		return nil
	}
	return fromStatus(err, status, h, 0, now, opts)
}

// fromStatus is FromStatus for every status, with the wait of the error itself, or 0. With
// status 0 it returns a rate limit without a status.
func fromStatus(err error, status int, h http.Header, own time.Duration, now time.Time, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	f := scan(h)
	var room [12]toolerr.Option // avoids an allocation in the usual case
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
	if status == http.StatusForbidden && quota || hasWait && (status == http.StatusForbidden || status == http.StatusPaymentRequired) {
		all = append(all, toolerr.WithStatus(status))
		return toolerr.RateLimit(toolerr.Message{}, append(all, opts...)...)
	}
	if hasWait && toolerr.StatusRuleOf(status).WaitRetries {
		all = append(all, toolerr.WithCanRetry(true), toolerr.WithHint(toolerr.Message{}))
	}
	switch status {
	case 0:
		return toolerr.RateLimit(toolerr.Message{}, append(all, opts...)...)
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
		if h := f.values("WWW-Authenticate"); len(h) > 0 {
			all = append(all, refusedAccess(status, f.h)...)
		}
	}
	return toolerr.Upstream(status, toolerr.Message{}, append(all, opts...)...)
}

// upstreamName is the name in the fixed texts, because the service is not known.
var upstreamName = toolerr.Name("HTTP")
