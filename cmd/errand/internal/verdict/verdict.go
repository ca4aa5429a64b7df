package verdict

import (
	"bytes"
	"fmt"
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
	table := e.options.table()
	if table.Slug() != "" {
		e.dialect = dialectOf(table.Slug())
		e.said = e.dialect.read(r)
		e.row = e.said.row(table, r.Status)
	}
	cause := httpadapter.CheckResponse(o.response(r))
	switch {
	case cause == nil && !e.said.refused:
		return v
	case cause == nil:
		cause = fmt.Errorf("%s refused the call under status %d: %s", table.Display(), r.Status, cut(r.Body))
	}
	e.err = e.classified(cause, table)
	v.Err, v.Why = e.err, e.reasons()
	return v
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

// host is the host that was asked; "" where it is not known.
func (o Options) host() string {
	u, err := url.Parse(o.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// table is the service's; the zero Table for none.
func (o Options) table() adapter.Table {
	for _, a := range o.adapters() {
		if tabled, ok := a.(adapter.Tabled); ok && a.Slug() == o.Service {
			return tabled.Table()
		}
	}
	return adapter.Table{}
}
