package verdict

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// A Reason explains one decision. Its JSON form is printed by `errand classify --json`, and
// stable.
type Reason struct {
	// About is the subject: "service", "kind" or "wait".
	About string `json:"about"`
	// Decided is the decision.
	Decided string `json:"decided"`
	// Because is the rule.
	Because string `json:"because"`
	// Source is the origin of the rule.
	Source string `json:"source"`
}

// StatusSource returns the source of a status's rule: its own, or that of its range.
func StatusSource(status int) string {
	return cmp.Or(toolerr.StatusRuleOf(status).Source, "RFC 9110 section 15: the first digit of a status is its class")
}

// reasons explains the error.
func (c classified) reasons() []Reason {
	var all []Reason
	slug := "the adapter " + cmp.Or(c.err.Extra().Service, "of no service")
	if c.by != "" {
		all = append(all, Reason{"service", c.err.Extra().Service, c.by, slug})
	}
	kind := Reason{"kind", string(c.err.Kind()), "no HTTP status of a failure was seen", slug}
	status := c.err.StatusCode()
	switch {
	case c.row != nil:
		kind.Because, kind.Source = "the table lists the code "+c.row.VendorCode+", and a code decides before the status", c.row.Source
	case c.undecoded:
		kind.Because, kind.Source = "the body is not the JSON that a tool decodes", "errand's rule"
	case c.err.Kind() == toolerr.StatusRuleOf(status).Kind && status != 0:
		kind.Because, kind.Source = fmt.Sprintf("status %d", status), StatusSource(status)
	case status != 0:
		kind.Because = fmt.Sprintf("status %d, and other parts of the response", status)
	}
	all = append(all, kind)
	if wait, named := c.err.RetryAfter(); named {
		r := Reason{"wait", toolerr.Wait(wait).String(), "the body, or the service's documentation", slug}
		if source, value := c.header(wait); value != "" {
			r.Because, r.Source = source.Header+": "+value, source.Source
		}
		all = append(all, r)
	}
	return all
}

// header returns the header with the wait, and its value. httpadapter.RetryAfter parses
// each header alone, so that there is only one parser.
func (c classified) header(wait time.Duration) (source base.WaitSource, value string) {
	status := c.err.StatusCode()
	if c.err.Kind() == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // with this status, reset headers count
	}
	h := c.response.Header
	for _, source := range base.WaitSources {
		alone := http.Header{"Date": h.Values("Date")}
		for _, v := range h.Values(source.Header) {
			alone.Add(source.Header, v)
		}
		// The error has whole milliseconds, rounded up.
		if got, ok := httpadapter.RetryAfter(status, alone, time.Time{}); ok && (wait-got).Abs() < time.Millisecond {
			return source, input.Redacted(strings.Join(h.Values(source.Header), ", "))
		}
	}
	return base.WaitSource{}, ""
}
