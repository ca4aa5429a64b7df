package microsoftadapter

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

var (
	codeOf     = shape.NewGetter[string]("ErrorCode")
	statusOf   = shape.NewGetter[int]("StatusCode")
	responseOf = shape.NewGetter[*http.Response]("RawResponse")
)

// An answer is what a service said.
type answer struct {
	node   error
	status int // 0: none that the error kept
	header http.Header
	code   string
	method string
	url    string
}

// answered is the error of a call that an Azure service refused or failed.
func answered(err, e error) *toolerr.ToolRuntimeError {
	a := answer{node: e}
	a.status, _ = statusOf.Of(e)
	a.code, _ = codeOf.Of(e)
	if resp, ok := responseOf.Of(e); ok {
		a = a.from(resp)
	}
	return a.of(err)
}

// from adds what the response knows.
func (a answer) from(resp *http.Response) answer {
	a.header = resp.Header
	if a.status == 0 {
		a.status = resp.StatusCode
	}
	if r := resp.Request; r != nil && r.URL != nil {
		a.method, a.url = r.Method, route(*r.URL)
	}
	return a
}

// route is a URL without what may be somebody's secret: a shared access
// signature is in the query.
func route(u url.URL) string {
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// options are those that every answer has.
func (a answer) options() []toolerr.Option {
	opts := append(make([]toolerr.Option, 0, 12), toolerr.WithVendorType(a.node), toolerr.WithStatus(a.status))
	if a.url != "" {
		opts = append(opts, toolerr.WithEndpoint(a.method, a.url))
	}
	if id := httpadapter.RequestID(a.header); id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	return opts
}

// of returns what the answer means: by its code, by the family of its code, or
// by its status.
func (a answer) of(err error, more ...toolerr.Option) *toolerr.ToolRuntimeError {
	if a.status == http.StatusUnauthorized && a.challenged() {
		return rowOf(codeClaims).Error(err, append(a.options(), more...)...)
	}
	row, listed := table.Lookup(a.code)
	if !listed {
		return a.unlisted(err, more...)
	}
	opts := a.options()
	limited := a.status
	if row.Kind == toolerr.KindUpstreamRateLimit {
		limited = http.StatusTooManyRequests
	}
	wait, waits := httpadapter.RetryAfter(limited, a.header, time.Time{})
	if waits {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	if refused := waits && a.status == http.StatusServiceUnavailable; a.begun() && !refused {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return row.Error(err, append(opts, more...)...)
}

// begun reports whether the service may have done something, whatever its code
// says: a long-running operation that failed was accepted before, and is an
// answer with 200 (azcore v1.24.0, runtime.Poller). The statuses of 500 and more
// that have a meaning of their own are refusals.
func (a answer) begun() bool {
	if a.status >= http.StatusInternalServerError {
		return meanings[a.status] == ""
	}
	return a.status >= http.StatusOK && a.status < http.StatusMultipleChoices
}

// challenged reports whether the service wants a token that proves more than
// this one: that the user has signed in anew, or from elsewhere.
func (a answer) challenged() bool {
	for _, challenge := range a.header.Values("Www-Authenticate") {
		if strings.Contains(challenge, `error="insufficient_claims"`) {
			return true
		}
	}
	return false
}

// unlisted is an answer whose code the table does not have.
func (a answer) unlisted(err error, more ...toolerr.Option) *toolerr.ToolRuntimeError {
	opts := append(a.options(), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithVendorCode(a.code))
	if a.begun() && a.status < http.StatusInternalServerError {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown))
	}
	opts = append(opts, more...)
	if kind, ok := familyOf(a.code); ok && a.status < 500 && a.status != http.StatusTooManyRequests {
		return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
	}
	if te := httpadapter.FromStatus(err, a.status, a.header, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// wrapped is the error of something that azcore does not repeat, and that says
// no more than a text.
func wrapped(err, e error) *toolerr.ToolRuntimeError {
	if (httpadapter.Adapter{}).FromError(err) != nil {
		return nil
	}
	if vendor.set.Of(e) == vendor.download {
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
			toolerr.WithCause(err), toolerr.WithVendorType(e), toolerr.WithService(slug),
			toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(e),
		toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectNone))
}
