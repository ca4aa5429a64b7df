package verdict

import (
	"fmt"
	"strings"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// Program describes what a program does after an error.
func Program(r toolerr.Report) string {
	switch {
	case r.RequiresUserAction:
		return "do not retry until a person has acted"
	case r.Guidance == toolerr.GuidanceRefreshAuthThenRetry:
		return "renew the credential, then retry once"
	case !r.CanRetry:
		return "do not retry"
	}
	text := "retry later"
	if r.RetryAfterMS != nil {
		text = fmt.Sprintf("retry after %s", time.Duration(*r.RetryAfterMS)*time.Millisecond)
	}
	if r.Effect != toolerr.EffectNone {
		return text + ", but only a call that may be carried out twice"
	}
	return text + ": nothing was done"
}

// Developer returns the developer's view without the agent's, a line for each value.
func Developer(r toolerr.Report) string {
	var b strings.Builder
	for _, line := range [...]struct{ key, value string }{
		{"developer_message", strings.TrimRight(r.DeveloperMessage, "\n")},
		{"guidance", string(r.Guidance)},
		{"effect", string(r.Effect)},
		{"go_type", r.Extra.GoType},
		{"vendor_code", r.Extra.VendorCode},
		{"endpoint", strings.TrimSpace(r.Extra.HTTPMethod + " " + r.Extra.Endpoint)},
		{"request_id", r.Extra.RequestID},
	} {
		if line.value != "" {
			fmt.Fprintf(&b, "%s: %s\n", line.key, line.value)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
