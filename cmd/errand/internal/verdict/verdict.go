package verdict

import (
	"bytes"
	"cmp"
	"context"
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

// Options add facts that a response does not contain.
type Options struct {
	// Adapters are the available adapters; nil means [adapters.All].
	Adapters []adapter.Adapter
	// Service is the slug of the adapter that reads the response, such as "_aws";
	// "" for the one that recognises it, if any.
	Service string
	// Method and URL are those of the request; "" if unknown. A URL without a method means
	// GET.
	Method, URL string
	// Now is when the response was received.
	Now time.Time
	// Call is the tool call that failed; nil if unknown. Disclosure is the part of a
	// refusal that its model may read.
	Call       *adapter.Call
	Disclosure adapter.Disclosure
}

// A Verdict is the result of a classification.
type Verdict struct {
	// Err is the failure; nil for a success.
	Err *toolerr.ToolRuntimeError
	// Why has a reason for every decision, and for a success, the signs in its body that it
	// may be a failure.
	Why []Reason
}

// Payload returns the payload for the agent.
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

// Services returns the valid slugs for [Options]: those of the adapters that read
// responses, and httpadapter's, which reads only the status.
func Services(all []adapter.Adapter) []string {
	var slugs []string
	for _, a := range all {
		if responderOf(a) != nil || a.Slug() == (httpadapter.Adapter{}).Slug() {
			slugs = append(slugs, a.Slug())
		}
	}
	return slugs
}

// Service returns the slug for a word: "_aws", or "aws" for short.
func Service(word string, all []adapter.Adapter) (slug string, found bool) {
	for _, s := range Services(all) {
		if strings.EqualFold(strings.TrimPrefix(s, "_"), strings.TrimPrefix(word, "_")) {
			return s, true
		}
	}
	return "", false
}

// A reader is an adapter that reads a response. by is the fact that identified it, and ""
// for an adapter that was named.
type reader struct {
	responder
	by string
}

// readers returns the adapter of Service, or those that recognise the response.
func (o Options) readers(r *input.Response) (all []reader) {
	for _, a := range o.responders() {
		if o.Service != "" && a.Slug() == o.Service {
			return []reader{{a, ""}}
		}
		if by := a.Recognise(o.host(), r.Header, r.Body); o.Service == "" && by != "" {
			all = append(all, reader{a, by})
		}
	}
	return all
}

// responders returns the adapters that read responses.
func (o Options) responders() (all []responder) {
	for _, a := range o.adapters() {
		if r := responderOf(a); r != nil {
			all = append(all, r)
		}
	}
	return all
}

// OfResponse classifies a response like a tool's adapters: by the adapter of Service, or
// else by the first one that recognises the response as a failure, or else by the status.
func OfResponse(r *input.Response, o Options) Verdict {
	e := explainer{response: dated(r, o.Now), options: o}
	cause := httpadapter.CheckResponse(o.response(e.response))
	readers := o.readers(e.response)
	if end := o.streamed(e.response, readers); end != nil {
		e.readEnd(end)
	} else {
		for _, a := range readers {
			if e.read(a, cause); e.err != nil {
				break
			}
		}
		if e.err == nil && cause != nil {
			e.err = byHTTP(cause)
		}
		if e.err == nil && r.Short != "" && !r.Cut {
			e.short = r.Short
			e.err = o.broken("the body is cut off: " + r.Short)
		}
	}
	if e.err == nil {
		return Verdict{Why: e.doubts()}
	}
	return o.verdict(e)
}

// broken returns the error of an interrupted exchange.
func (o Options) broken(text string) *toolerr.ToolRuntimeError {
	te := byHTTP(&url.Error{Op: cmp.Or(o.Method, http.MethodGet), URL: o.URL, Err: fmt.Errorf("%s: %w", text, io.ErrUnexpectedEOF)})
	if o.URL == "" {
		return te.With(toolerr.WithDeveloperMessage(text))
	}
	return te
}

// verdict returns the verdict, resolved for the call.
func (o Options) verdict(e explainer) Verdict {
	v := Verdict{Err: e.err, Why: e.reasons()}
	if o.Call != nil {
		ctx := adapter.WithCall(context.Background(), *o.Call)
		free := e.err.With(toolerr.WithResolution(toolerr.Resolution{})) // a stored report is resolved for the call in the options
		v.Err, _ = toolerr.Find(adapter.NewChain().WithDisclosure(o.Disclosure).Adapt(ctx, free))
	}
	return v
}

// read lets an adapter read the response. cause is nil if the status is a success.
func (e *explainer) read(by reader, cause error) {
	r := e.response
	if cause == nil {
		cause = fmt.Errorf("%s reports a failure in a response with status %d: %s", by.Table().Display(), r.Status, cut(r.Body))
	}
	e.err = by.FromAnswer(cause, r.Status, r.Header, r.Body, e.options.endpoint())
	if e.err == nil {
		return
	}
	e.reader = by
	if row, ok := by.Table().Lookup(e.err.VendorCode()); ok {
		e.row = &row
	}
}

// byHTTP returns the error of an unknown service.
func byHTTP(cause error) *toolerr.ToolRuntimeError {
	te, _ := toolerr.Find(adapter.NewRegistry(httpadapter.Adapter{}).For("").Adapt(context.Background(), cause))
	return te
}

// cut returns the part of a body for developers.
func cut(body []byte) string {
	const most = 2 << 10
	if len(body) > most {
		return fmt.Sprintf("%s… (%d bytes)", body[:most], len(body))
	}
	return string(body)
}

// OfReport restores the error of a report. It uses only the call in the options.
func OfReport(r toolerr.Report, o Options) Verdict {
	return o.verdict(explainer{err: toolerr.FromReport(r)})
}

// dated returns the response with a Date. The recipient of a response without one adds the
// time of receipt (RFC 9110 section 6.6.1); times in its headers are then relative to it.
func dated(r *input.Response, now time.Time) *input.Response {
	if r.Header.Get("Date") != "" {
		return r
	}
	with := *r
	with.Header = r.Header.Clone()
	with.Header.Set("Date", now.UTC().Format(http.TimeFormat))
	return &with
}

// response returns the response in the form of a client.
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

// endpoint returns an option with the request for developers.
func (o Options) endpoint() toolerr.Option {
	if o.URL == "" {
		return toolerr.Option{}
	}
	return toolerr.WithEndpoint(cmp.Or(o.Method, http.MethodGet), o.URL)
}

// host returns the host of the request in the form for [spec.Adapter.Recognise], and "" if
// it is unknown.
func (o Options) host() string {
	u, err := url.Parse(o.URL)
	if err != nil {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
}
