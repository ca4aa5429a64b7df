package verdict

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/toolerr"
)

// Options say what a response itself does not.
type Options struct {
	// Service is the slug of the adapter whose table of codes is asked, "_aws";
	// "" for none.
	Service string
	// Method and URL are those of the request; "" where they are not known. A
	// URL without a method was asked with GET.
	Method, URL string
	// Now is when the response was received.
	Now time.Time
}

// A Verdict is what errand makes of a response or a report.
type Verdict struct {
	// Err is the failure; nil for a response that is none.
	Err *toolerr.ToolRuntimeError
	// Status is the response's.
	Status int
	// Why has a reason for everything that was decided.
	Why []Reason
}

// Payload is what the agent is told.
func (v Verdict) Payload() toolerr.Payload {
	if v.Err == nil {
		return toolerr.Result(nil, nil)
	}
	return v.Err.Payload()
}

// Services returns the slugs that [Options] can have.
func Services() []string {
	var slugs []string
	for _, a := range adapters.All() {
		slugs = append(slugs, a.Slug())
	}
	return slugs
}

// Service returns the slug that a word stands for: "_aws", or "aws" for short.
func Service(word string) (slug string, found bool) {
	for _, s := range Services() {
		if strings.EqualFold(strings.TrimPrefix(s, "_"), strings.TrimPrefix(word, "_")) {
			return s, true
		}
	}
	return "", false
}

// OfResponse classifies a response as a tool's adapters would. Where a service
// is named and its table knows a code of the response, the code decides, as it
// does in the service's adapter.
func OfResponse(r *input.Response, o Options) Verdict {
	v := Verdict{Status: r.Status}
	r = dated(r, o.Now)
	err := httpadapter.CheckResponse(o.response(r))
	if err == nil {
		return v
	}
	v.Err, _ = toolerr.Find(adapters.Default().For("").Adapt(context.Background(), err))
	row, listed := o.row(r)
	if listed {
		v.Err = withRow(v.Err, row, r)
	}
	v.Why = v.reasons(r, o, row, listed)
	return v
}

// OfReport restores the error of a report.
func OfReport(r toolerr.Report) Verdict {
	v := Verdict{Err: toolerr.FromReport(r), Status: r.StatusCode}
	v.Why = v.reasons(nil, Options{}, adapter.Row{}, false)
	return v
}

// dated returns the response with a Date: who receives one without it is to
// append the time of receipt (RFC 9110 section 6.6.1). Points in time in its
// headers are then measured against that.
func dated(r *input.Response, now time.Time) *input.Response {
	if r.Header.Get("Date") != "" {
		return r
	}
	with := *r
	with.Header = r.Header.Clone()
	with.Header.Set("Date", now.UTC().Format(http.TimeFormat))
	return &with
}

// response makes the input what a client would have returned.
func (o Options) response(r *input.Response) *http.Response {
	var request *http.Request
	if u, err := url.Parse(o.URL); err == nil && o.URL != "" {
		request = &http.Request{Method: o.Method, URL: u}
	}
	return &http.Response{
		Status: http.StatusText(r.Status), StatusCode: r.Status, Proto: r.Proto, Header: r.Header,
		Body: io.NopCloser(bytes.NewReader(r.Body)), ContentLength: int64(len(r.Body)), Request: request,
	}
}

// row asks the service's table for a code of the response.
func (o Options) row(r *input.Response) (adapter.Row, bool) {
	for _, a := range adapters.All() {
		if tabled, ok := a.(adapter.Tabled); ok && a.Slug() == o.Service {
			return tableRow(tabled.Table(), r.Header, r.Body)
		}
	}
	return adapter.Row{}, false
}

// withRow is what the row makes of the error that the status alone made. What a
// rate limit under another status says of a reset is a wait as well.
func withRow(te *toolerr.ToolRuntimeError, row adapter.Row, r *input.Response) *toolerr.ToolRuntimeError {
	extra := te.Extra()
	opts := []toolerr.Option{
		toolerr.WithStatus(te.StatusCode()),
		toolerr.WithEndpoint(extra.HTTPMethod, extra.Endpoint),
		toolerr.WithRequestID(extra.RequestID),
	}
	status := te.StatusCode()
	if row.Kind == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests
	}
	if wait, ok := httpadapter.RetryAfter(status, r.Header, time.Time{}); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	} else if wait, ok := bodyWait(r.Body); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return row.Error(te.Cause(), opts...)
}
