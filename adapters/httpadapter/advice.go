package httpadapter

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// agentMembers are the members for agents in the body of a problem (RFC 9457) (Cloudflare
// blog, "Slashing agent token costs by 98% with RFC 9457-compliant error responses",
// 2026-03-11).
type agentMembers struct {
	Status        int      `json:"status"`
	Retryable     *bool    `json:"retryable"`
	RetryAfter    *float64 `json:"retry_after"` // seconds
	OwnerRequired bool     `json:"owner_action_required"`
}

// Advice returns the retry advice in the body of a response, as options to apply after
// those of the status. The advice can forbid a retry or ask for a person. It never allows a
// retry that the status does not allow. A wait in the body counts if a retry may help and
// the headers name no wait. For a 429, see [Limit].
func Advice(status int, header http.Header, body []byte) []toolerr.Option {
	return advice(status, header, body, LimitIn(body))
}

func advice(status int, header http.Header, body []byte, l Limit) []toolerr.Option {
	if !bytes.Contains(body, []byte(`"retryable"`)) && !bytes.Contains(body, []byte(`"owner_action_required"`)) {
		if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && !l.Lasts(header) {
			return l.Options(header)
		}
		return nil
	}
	var m agentMembers
	if json.Unmarshal(body, &m) != nil || m.Status != status {
		return nil
	}
	var opts []toolerr.Option
	forbidden := m.Retryable != nil && !*m.Retryable
	if forbidden {
		opts = append(opts, toolerr.WithCanRetry(false))
	}
	if m.OwnerRequired {
		opts = append(opts, toolerr.WithUserAction())
	}
	if m.RetryAfter == nil || *m.RetryAfter < 0 || forbidden || !toolerr.StatusRuleOf(status).CanRetry {
		return opts
	}
	if _, ok := RetryAfter(status, header, time.Time{}); !ok {
		seconds := min(*m.RetryAfter, maxWait.Seconds())
		opts = append(opts, toolerr.WithRetryAfter(time.Duration(seconds*float64(time.Second))))
	}
	return opts
}
