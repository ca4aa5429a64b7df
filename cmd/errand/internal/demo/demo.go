// Package demo runs tools that really fail, once without errand and once with it. The
// server is conformance/faults: it runs on this machine and misbehaves. Only the texts of
// the services are made up.
package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Scene is one call that fails.
type Scene struct {
	// Tool and Happens describe the call.
	Tool, Happens string
	// Raw is what a model reads of err.Error(). Leaks are the secrets in it. Dies is true if
	// there is no loop any more that could pass it on.
	Raw   string
	Leaks []string
	Dies  bool
	// Err is the error with errand.
	Err *toolerr.ToolRuntimeError
	// Wrong says what is wrong with it; "" if nothing is.
	Wrong string
}

// A call is a row of the script.
type call struct {
	tool, happens string
	method, args  string
	fault         string // "" for a tool that panics
	body          faults.Content
	kind          toolerr.Kind
	retry         bool
}

// The secrets of the calls.
const (
	tenant   = "acme-eu-prod"
	password = "hunter2secret"
)

func text(body string) faults.Content {
	return faults.Content{Type: "application/json", Body: []byte(body)}
}

var script = []call{
	{
		tool: "search_docs", happens: "429 with Retry-After: 7", method: http.MethodGet, args: `{"query":"refunds"}`, fault: "429-delta",
		body: text(`{"message":"Too many requests of tenant ` + tenant + `"}`), kind: toolerr.KindUpstreamRateLimit, retry: true,
	},
	{
		tool: "open_ticket", happens: "422: an argument is too large", method: http.MethodPost, args: `{"subject":"Broken mug","urgency":9}`, fault: "status-422",
		body: text(`{"detail":"Rule 7 of ` + tenant + `","errors":[{"pointer":"#/urgency","detail":"must be at most 3"}]}`), kind: toolerr.KindUpstreamValidationError,
	},
	{
		tool: "refund_order", happens: "POST: the refund is made, and then comes a 500", method: http.MethodPost, args: `{"order":"A-1042"}`, fault: "status-500",
		body: text(`{"error":"ledger: ` + faults.CredentialBody + `"}`), kind: toolerr.KindUpstreamServerError, retry: true,
	},
	{
		tool: "read_stock", happens: "200 with a login page", method: http.MethodGet, args: `{"item":"mug"}`, fault: "json-html", kind: toolerr.KindUpstreamUnmapped, retry: true,
	},
	{tool: "courier_price", happens: "a bug: the tool panics", args: `{"city":"Oslo"}`, kind: toolerr.KindToolFatal},
}

// Play plays the calls with some adapters.
func Play(ctx context.Context, adapters []adapter.Adapter) ([]Scene, error) {
	server, err := faults.Start()
	if err != nil {
		return nil, err
	}
	defer server.Close()
	scenes := make([]Scene, len(script))
	for i, c := range script {
		scenes[i] = c.play(ctx, server, adapter.NewChain(adapters...))
	}
	return scenes, nil
}

func (c call) play(ctx context.Context, server *faults.Server, chain adapter.Chain) Scene {
	s := Scene{Tool: c.tool, Happens: c.happens, Dies: c.fault == ""}
	s.Raw = c.without(ctx, server)
	s.Leaks = leaks(s.Raw)
	ctx = adapter.WithCall(ctx, adapter.Call{Arguments: json.RawMessage(c.args)})
	_, err := adapter.Do(ctx, chain, func(ctx context.Context) (any, error) { return nil, c.run(ctx, server, true) })
	s.Err, _ = toolerr.Find(err)
	switch payload := s.Err.Payload().String(); {
	case leaks(payload) != nil:
		s.Wrong = "the model was told " + strings.Join(leaks(payload), ", ")
	case s.Err.Kind() != c.kind || s.Err.CanRetry() != c.retry:
		s.Wrong = fmt.Sprintf("the right answer is %s, can_retry %t", c.kind, c.retry)
	}
	return s
}

// without runs the tool without errand, and returns what a model reads of it.
func (c call) without(ctx context.Context, server *faults.Server) (raw string) {
	defer func() {
		if r := recover(); r != nil {
			raw = fmt.Sprint("panic: ", r)
		}
	}()
	if err := c.run(ctx, server, false); err != nil {
		return err.Error()
	}
	return "success"
}

// run is the tool: a request, and the decoding of its answer.
func (c call) run(ctx context.Context, server *faults.Server, errand bool) error {
	if c.fault == "" {
		panic("no tariff in postgres://shop:" + password + "@10.0.0.7/prices")
	}
	fault, _ := faults.Lookup(c.fault)
	target := server.Target(fault, faults.WithTargetShape(faults.Shape{Error: func(faults.Answer) faults.Content { return c.body }}))
	client := target.Client
	if errand {
		client = clients.Recorded(target)
	}
	defer client.CloseIdleConnections()
	req, err := http.NewRequestWithContext(ctx, c.method, target.URL+"/v1/"+c.tool+"?key="+url.QueryEscape(faults.CredentialQuery), strings.NewReader(c.args))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if errand {
		if err := httpadapter.CheckResponse(resp); err != nil {
			return err
		}
		return httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(new(any)))
	}
	if resp.StatusCode > 299 {
		body, _ := io.ReadAll(resp.Body) // of a broken body, what there is
		//errandvet:ignore an SDK's error, which the demo shows without errand
		return fmt.Errorf("%s %s: %d %s: %s", req.Method, req.URL, resp.StatusCode, http.StatusText(resp.StatusCode), body)
	}
	return json.NewDecoder(resp.Body).Decode(new(any))
}

// leaks returns the secrets in a text.
func leaks(text string) []string {
	found := faults.Planted().Find(text)
	for _, secret := range []string{tenant, password} {
		if strings.Contains(text, secret) {
			found = append(found, secret)
		}
	}
	return slices.Clip(found)
}
