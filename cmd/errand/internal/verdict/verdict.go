package verdict

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
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
	// Adapters are those whose tables are asked; nil for [adapters.All].
	Adapters []adapter.Adapter
	// Service is the slug of the adapter whose table of codes is asked, "_aws";
	// "" for the one that the response is recognised as, if any.
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

func (o Options) adapters() []adapter.Adapter {
	if o.Adapters == nil {
		return adapters.All()
	}
	return o.Adapters
}

// Services returns the slugs that [Options] can have, of those adapters whose
// errors come as HTTP responses.
func Services(all []adapter.Adapter) []string {
	var slugs []string
	for _, a := range all {
		if !dialectOf(a.Slug()).absent {
			slugs = append(slugs, a.Slug())
		}
	}
	return slugs
}

// Service returns the slug that a word stands for: "_aws", or "aws" for short.
func Service(word string, all []adapter.Adapter) (slug string, found bool) {
	for _, s := range Services(all) {
		if strings.EqualFold(strings.TrimPrefix(s, "_"), strings.TrimPrefix(word, "_")) {
			return s, true
		}
	}
	return "", false
}

// OfResponse classifies a response as a tool's adapters would. Where a service
// is named, or recognised, and its table knows a code of the response, the code
// decides, as it does in the service's adapter.
func OfResponse(r *input.Response, o Options) Verdict {
	v := Verdict{Status: r.Status}
	r = dated(r, o.Now)
	e := explainer{response: r, options: o}
	if o.Service == "" {
		e.options.Service, e.by = recognise(r, o.host(), o.adapters())
	}
	if end := streamed(r, e.options.Service, e.options.has); end != nil {
		e.streamed(end)
		v.Err, v.Why = e.err, e.reasons()
		return v
	}
	e.table, e.answering = e.options.table()
	if e.table.Slug() != "" {
		e.dialect = dialectOf(e.table.Slug())
		if e.answering == nil {
			e.said = e.dialect.read(r)
			e.row = e.said.row(e.table, r.Status)
		}
	}
	cause := httpadapter.CheckResponse(o.response(r))
	switch {
	case e.answering != nil:
		e.answered(cause)
	case cause != nil:
		e.err = e.classified(cause)
	case e.said.refused:
		e.err = e.classified(e.refusal())
	}
	if e.err != nil {
		v.Err, v.Why = e.err, e.reasons()
	}
	return v
}

// streamed classifies a response whose stream failed.
func (e *explainer) streamed(end *streamEnd) {
	if end.shaped {
		e.options.Service, e.by = end.slug, "its events are those of this service's streams"
	}
	e.end = end
	if end.failure == nil {
		e.err = e.bare(end.cutOff(e.options))
		return
	}
	e.requestID = httpadapter.RequestID(e.response.Header)
	e.response = end.failing(e.response)
	e.table, _ = e.options.table()
	e.dialect = dialectOf(end.slug)
	e.said = end.says()
	e.row = e.said.row(e.table, e.response.Status)
	cause := httpadapter.CheckResponse(e.options.response(e.response))
	if cause == nil {
		cause = fmt.Errorf("%s failed in the middle of its answer, which has status %d: %s", e.table.Display(), e.response.Status, cut(e.response.Body))
	}
	e.err = e.classified(cause)
}

// refusal is the error of a response whose status is that of a success.
func (e explainer) refusal() error {
	return fmt.Errorf("%s refused the call under status %d: %s", e.table.Display(), e.response.Status, cut(e.response.Body))
}

// OfReport restores the error of a report.
func OfReport(r toolerr.Report) Verdict {
	v := Verdict{Err: toolerr.FromReport(r), Status: r.StatusCode}
	v.Why = explainer{err: v.Err}.reasons()
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

// has reports whether there is an adapter with the slug.
func (o Options) has(slug string) bool {
	return slices.ContainsFunc(o.adapters(), func(a adapter.Adapter) bool { return a.Slug() == slug })
}

// endpoint is what was called, for the developer.
func (o Options) endpoint() toolerr.Option {
	if o.URL == "" {
		return toolerr.Option{}
	}
	return toolerr.WithEndpoint(cmp.Or(o.Method, http.MethodGet), o.URL)
}

// host is the host that was asked; "" where it is not known.
func (o Options) host() string {
	u, err := url.Parse(o.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// table is the service's, the zero Table for none, and its adapter, if that says
// itself what a response means.
func (o Options) table() (adapter.Table, answering) {
	for _, a := range o.adapters() {
		if tabled, ok := a.(adapter.Tabled); ok && a.Slug() == o.Service {
			answers, _ := a.(answering)
			return tabled.Table(), answers
		}
	}
	return adapter.Table{}, nil
}
