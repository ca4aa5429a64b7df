package githubadapter

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// An answer is what an error of a client kept of GitHub's response.
type answer struct {
	node   error
	status int // 0: there was no response
	header http.Header
	method string
	url    string
}

func answerOf(e error) answer {
	a := answer{node: e}
	resp, _ := responseOf.Of(e)
	if resp == nil {
		a.status, _ = statusOf.Of(e)
		a.header, _ = headersOf.Of(e)
		if u, ok := urlOf.Of(e); ok {
			a.url = route(u)
		}
		return a
	}
	a.header = resp.Header
	if r := resp.Request; r != nil && r.URL != nil {
		a.method, a.url = r.Method, route(*r.URL)
	}
	if !madeUp(resp) {
		a.status = resp.StatusCode
	}
	return a
}

// route is a URL without what may be somebody's secret.
func route(u url.URL) string {
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// madeUp reports whether the client made the response itself: once it knows of
// a limit it refuses calls until the limit is over, with a 403 that nobody sent
// (go-github v66.0.0 and v89.0.0, checkRateLimitBeforeDo). A response that came
// over a wire has a protocol, and headers.
func madeUp(resp *http.Response) bool { return resp.Proto == "" && len(resp.Header) == 0 }

// options are those that every answer has.
func (a answer) options() []toolerr.Option {
	opts := append(make([]toolerr.Option, 0, 10), toolerr.WithVendorType(a.node), toolerr.WithStatus(a.status))
	if a.url != "" {
		opts = append(opts, toolerr.WithEndpoint(a.method, a.url))
	}
	if id := a.header.Get("X-Github-Request-Id"); id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	} else if id = httpadapter.RequestID(a.header); id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	return opts
}

// as is the answer that a row of the table has.
func (a answer) as(err error, code string, more ...toolerr.Option) *toolerr.ToolRuntimeError {
	opts := a.options()
	if wait, ok := httpadapter.RetryAfter(a.status, a.header, time.Time{}); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return rowOf(code).Error(err, append(opts, more...)...)
}

// byStatus is the answer that the status alone has.
func (a answer) byStatus(err error, more ...toolerr.Option) *toolerr.ToolRuntimeError {
	opts := append(a.options(), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
	opts = append(opts, more...)
	if te := httpadapter.FromStatus(err, a.status, a.header, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// limit returns the code of the limit that a 403 or 429 is about, "" if it is
// about none, and for every other status.
func (a answer) limit() string {
	if a.status != http.StatusForbidden && a.status != http.StatusTooManyRequests {
		return ""
	}
	if a.header.Get("X-Ratelimit-Remaining") == "0" {
		return codePrimary
	}
	docs, _ := docsOf.Of(a.node)
	if strings.HasSuffix(docs, "#abuse-rate-limits") || strings.HasSuffix(docs, "secondary-rate-limits") {
		return codeSecondary
	}
	if _, ok := httpadapter.RetryAfter(http.StatusForbidden, a.header, time.Time{}); ok {
		return codeSecondary
	}
	if a.status == http.StatusTooManyRequests {
		return codeTooMany
	}
	return ""
}
