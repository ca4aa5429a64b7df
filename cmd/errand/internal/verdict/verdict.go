// Package verdict classifies a response as a tool with errand would, and says why.
package verdict

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/toolerr"
)

// Options add facts that a response does not contain.
type Options struct {
	// Adapters are the available adapters.
	Adapters []adapter.Adapter
	// Method and URL are those of the request. "" counts as GET, and as no URL.
	Method, URL string
	// Now is when the response was received.
	Now time.Time
	// Call is the tool call that failed; nil if unknown. Disclosure is the part of a
	// refusal that its model may read.
	Call       *adapter.Call
	Disclosure adapter.Disclosure
}

// Disclosures are the names of [adapter.Disclosure].
var Disclosures = []string{adapter.DisclosureKnown: "known", adapter.DisclosureNames: "names", adapter.DisclosureText: "text"}

// resolved returns the error as the model of the call reads it.
func (o Options) resolved(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if o.Call == nil {
		return te
	}
	te, _ = toolerr.Find(adapter.NewChain().WithDisclosure(o.Disclosure).Adapt(adapter.WithCall(context.Background(), *o.Call), te))
	return te
}

// A classified response has the facts about its error.
type classified struct {
	err      *toolerr.ToolRuntimeError // nil for a success
	response *input.Response
	by       string       // why the adapter recognised the response; "" if none did
	row      *adapter.Row // the row of the code; nil if no table lists it
	// undecoded reports whether the failure of a success is that of a tool that decodes it.
	undecoded bool
}

// classify returns the error of a response: for a success that of the first adapter that
// recognises a failure in it, or else that of a tool that decodes JSON.
func (o Options) classify(r *input.Response) classified {
	c := classified{response: r}
	var readers []*spec.Adapter
	for _, a := range o.Adapters {
		s := spec.Of(a)
		if s == nil || !s.OverHTTP() {
			continue
		}
		if by := s.Recognise(o.host(), r.Header, r.Body); by != "" {
			readers, c.by = append(readers, s), cmp.Or(c.by, by)
		}
	}
	for _, a := range readers {
		if r.Status < http.StatusMultipleChoices {
			cause := fmt.Errorf("%s reports a failure in a response with status %d: %s", a.Table().Display(), r.Status, shortened(r.Body))
			c.err = a.FromAnswer(cause, r.Status, r.Header, r.Body, o.endpoint())
		}
		if c.err != nil {
			break
		}
	}
	if c.err == nil {
		c.err = o.call(r)
		c.undecoded = c.err != nil && r.Status < http.StatusMultipleChoices
	}
	if c.err != nil {
		for _, a := range readers {
			if row, ok := a.Table().Lookup(c.err.VendorCode()); ok && a.Slug() == c.err.Extra().Service {
				c.row = &row
			}
		}
	}
	return c
}

// call runs a tool whose client gets the response, and returns its error as errand adapts
// it.
func (o Options) call(r *input.Response) *toolerr.ToolRuntimeError {
	_, err := adapter.Do(context.Background(), adapter.NewChain(o.Adapters...), func(ctx context.Context) (any, error) {
		req, err := http.NewRequestWithContext(ctx, cmp.Or(o.Method, http.MethodGet), o.address(), nil)
		if err != nil {
			return nil, err
		}
		// A transport would link what net/http dials with, 0.9 MB of the playground.
		resp := &http.Response{StatusCode: r.Status, Header: r.Header.Clone(), Body: io.NopCloser(bytes.NewReader(r.Body)), ContentLength: -1, Request: req}
		if err := httpadapter.CheckResponse(resp); err != nil || !promisesJSON(r) {
			return nil, err
		}
		return nil, httpadapter.CheckBody(resp, json.Unmarshal(r.Body, new(any)))
	})
	te, _ := toolerr.Find(err)
	if te != nil && o.address() == nowhere { // the developer reads of no request
		told := strings.ReplaceAll(te.DeveloperMessage(), cmp.Or(o.Method, http.MethodGet)+" "+nowhere+": ", "")
		te = te.With(toolerr.WithEndpoint("", ""), toolerr.WithDeveloperMessage(told))
	}
	return te
}

// address returns the URL of the request, or nowhere if it is unknown or not of HTTP.
func (o Options) address() string {
	if u, err := url.Parse(o.URL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nowhere
	}
	return o.URL
}

// nowhere is the address of a request whose URL is unknown (RFC 6761 section 6.4).
const nowhere = "https://service.invalid/"

// promisesJSON reports whether a tool would decode the body as JSON: it is called JSON, or
// it is a page in the place of an answer.
func promisesJSON(r *input.Response) bool {
	media := strings.ToLower(r.Header.Get("Content-Type"))
	page := strings.Contains(media, "html") || bytes.HasPrefix(bytes.TrimSpace(r.Body), []byte("<")) && !strings.Contains(media, "xml")
	return len(r.Body) > 0 && !r.Encoded && (strings.Contains(media, "json") && !strings.Contains(media, "ndjson") || page)
}

// shortened returns the part of a body for developers.
func shortened(body []byte) string {
	const most = 2 << 10
	if len(body) > most {
		return fmt.Sprintf("%s… (%d bytes)", body[:most], len(body))
	}
	return string(body)
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

// signs returns a note if the body of a success has a member that often reports a failure,
// which only the adapter of the service can read.
func signs(r *input.Response) []string {
	var body map[string]any
	if json.Unmarshal(r.Body, &body) != nil {
		return nil
	}
	for _, member := range []string{"ok", "success", "error", "errors", "isError"} {
		value, there := body[member]
		failed := value == false
		if member != "ok" && member != "success" {
			failed = there && !slices.Contains([]string{"null", "false", `""`, "[]", "{}", "0"}, encoded(value))
		}
		if failed {
			return []string{fmt.Sprintf("The status is that of a success, but the body has %q: %.40s. If an adapter knows the service, its address shows it: --url URL.", member, encoded(value))}
		}
	}
	return nil
}

func encoded(v any) string {
	raw, _ := json.Marshal(v) // it was JSON
	return string(raw)
}
