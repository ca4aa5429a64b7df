package adapter_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// An exchange is one that a transport records.
type exchange struct {
	method    string
	connected bool
	status    int
	wait      time.Duration // -1: none
	requestID string
	open      bool   // it ends after the call
	text      string // the body that was read, or ""
}

func (x exchange) record(ctx context.Context) *wire.Recording {
	r := wire.Record(ctx, x.method, at("api.example.com", "/v1/items/8841"))
	if x.connected {
		r.Connected()
	}
	if x.status != 0 {
		r.Answered(x.status, max(x.wait, 0), x.wait >= 0, x.requestID)
	}
	if x.text != "" {
		r.Read([]byte(x.text), true)
	}
	if !x.open {
		r.Ended()
	}
	return r
}

func get(status int) exchange {
	return exchange{method: "GET", connected: true, status: status, wait: -1}
}

func post(status int) exchange {
	return exchange{method: "POST", connected: true, status: status, wait: -1}
}

// page is the HTML page that a proxy answers with.
const page = "<html>Sign in</html>"

func (x exchange) html() exchange            { return x.body(page) }
func (x exchange) body(text string) exchange { x.text = text; return x }

func (x exchange) after(d time.Duration) exchange { x.wait = d; return x }

// withEvidence runs a tool that makes the exchanges and returns err.
func withEvidence(t *testing.T, ctx context.Context, exchanges []exchange, err error, adapters ...adapter.Adapter) *toolerr.ToolRuntimeError { //nolint:revive // t first, as everywhere
	t.Helper()
	_, got := adapter.Do(ctx, adapter.NewChain(adapters...), func(ctx context.Context) (int, error) {
		for _, x := range exchanges {
			x.record(ctx)
		}
		return 0, err
	})
	return adapted(t, got)
}

// view is the part of an error that evidence can change.
type view struct {
	kind   toolerr.Kind
	status int
	wait   time.Duration // -1: unknown
	effect toolerr.Effect
}

func viewOf(te *toolerr.ToolRuntimeError) view {
	wait, ok := te.RetryAfter()
	if !ok {
		wait = -1
	}
	return view{te.Kind(), te.StatusCode(), wait, te.Effect()}
}

func TestEvidence(t *testing.T) {
	const none, unknown, unset = toolerr.EffectNone, toolerr.EffectUnknown, toolerr.EffectUnset
	const (
		fatal       = toolerr.KindToolFatal
		rateLimit   = toolerr.KindUpstreamRateLimit
		serverError = toolerr.KindUpstreamServerError
		badRequest  = toolerr.KindUpstreamBadRequest
		notFound    = toolerr.KindUpstreamNotFound
		authError   = toolerr.KindUpstreamAuthError
		unmapped    = toolerr.KindUpstreamUnmapped
		unreachable = toolerr.KindNetworkTransportUnreachable
		broken      = toolerr.KindNetworkTransportUnmapped
		timeout     = toolerr.KindToolTimeout
		badInput    = toolerr.KindToolBadInputValue
	)
	undecodable := toolerr.InvalidInput(toolerr.Message{}, nil, toolerr.WithService("_a"), toolerr.WithNote(note.Code("invalid_json")), toolerr.WithVendorCode(""))
	lost := toolerr.New(rateLimit, toolerr.Message{}, toolerr.WithVendorCode("SLOW_DOWN"))
	limited := toolerr.Upstream(429, toolerr.Message{})
	known := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Minute))
	network := toolerr.NetworkTransport(unreachable, toolerr.Message{})
	bodyBroke := toolerr.NetworkTransport(broken, toolerr.Message{}, toolerr.WithEffect(unknown))
	invalidJSON := json.Unmarshal([]byte(page), new(any))
	unfit := json.Unmarshal([]byte(`{"a":"b"}`), &struct{ A int }{})
	_, notANumber := strconv.Atoi("soon")
	refusedText := errors.New("cannot list: dial tcp 127.0.0.1:9: connect: connection refused")
	redirects := toolerr.NetworkTransport(broken, toolerr.Message{}, toolerr.WithCanRetry(false))
	gone := toolerr.Upstream(404, toolerr.Message{})
	badURL := toolerr.Fatal(toolerr.Message{})
	tests := map[string]struct {
		exchanges []exchange
		err       error
		answer    *toolerr.ToolRuntimeError // the adapter's answer; nil: none
		want      view
	}{
		"no exchange":        {nil, errVendor, nil, view{fatal, 0, -1, unset}},
		"no exchange, a 429": {nil, errVendor, limited, view{rateLimit, 429, -1, none}},

		// The wait of a rate limit.
		"the wait that the error forgot":       {[]exchange{get(429).after(30 * time.Second)}, errVendor, limited, view{rateLimit, 429, 30 * time.Second, none}},
		"a wait of nothing":                    {[]exchange{get(429).after(0)}, errVendor, limited, view{rateLimit, 429, 0, none}},
		"the wait of the error":                {[]exchange{get(429).after(30 * time.Second)}, errVendor, known, view{rateLimit, 429, time.Minute, none}},
		"no wait was named":                    {[]exchange{get(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"the wait of another status":           {[]exchange{get(503).after(30 * time.Second)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"the wait of an earlier exchange":      {[]exchange{get(429).after(30 * time.Second), get(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"the last exchange's wait":             {[]exchange{get(429).after(time.Hour), get(429).after(time.Second)}, errVendor, limited, view{rateLimit, 429, time.Second, none}},
		"the wait of a 503":                    {[]exchange{post(503).after(time.Second)}, errVendor, toolerr.Upstream(503, toolerr.Message{}), view{serverError, 503, time.Second, none}},
		"a wait does not matter to fatal ones": {[]exchange{get(429).after(time.Second)}, errVendor, badURL, view{fatal, 0, -1, unknown}},

		// The status of an error that lost it.
		"the status that the error lost":             {[]exchange{get(429).after(time.Second)}, errVendor, lost, view{rateLimit, 429, time.Second, none}},
		"the status does not change the kind":        {[]exchange{get(400)}, errVendor, lost, view{rateLimit, 400, -1, none}},
		"a 200 is not a status of a failure":         {[]exchange{get(200)}, errVendor, lost, view{rateLimit, 0, -1, none}},
		"a status the error has":                     {[]exchange{get(503)}, errVendor, gone, view{notFound, 404, -1, none}},
		"a status wins over a body that broke":       {[]exchange{post(503)}, errVendor, bodyBroke, view{serverError, 503, -1, unknown}},
		"a refusal wins over a body that broke":      {[]exchange{post(404)}, errVendor, bodyBroke, view{notFound, 404, -1, none}},
		"a 429 wins over a body that broke":          {[]exchange{post(429).after(time.Second)}, errVendor, bodyBroke, view{rateLimit, 429, time.Second, none}},
		"a 200 with a body that broke":               {[]exchange{post(200)}, errVendor, bodyBroke, view{broken, 0, -1, unknown}},
		"redirects without an end are not an answer": {[]exchange{get(302), get(302)}, errVendor, redirects, view{broken, 0, -1, none}},
		"a network error after a 503 was retried":    {[]exchange{get(503), {method: "GET", connected: true}}, errVendor, network, view{unreachable, 0, -1, unknown}},
		"an SDK that gave up on 503s":                {[]exchange{get(503), get(503)}, errVendor, network, view{serverError, 503, -1, none}},
		"an SDK that gave up on POSTs":               {[]exchange{post(503), post(503)}, errVendor, network, view{serverError, 503, -1, unknown}},
		"an upstream without details":                {[]exchange{get(403)}, errVendor, toolerr.New(unmapped, toolerr.Message{}), view{authError, 403, -1, none}},

		// An error that no adapter recognised borrows nothing.
		"unrecognised, 429 with a wait": {[]exchange{get(429).after(30 * time.Second)}, errVendor, nil, view{fatal, 0, -1, unknown}},
		"unrecognised, 404":             {[]exchange{get(404)}, errVendor, nil, view{fatal, 0, -1, unknown}},
		"a 403 without its headers": {
			[]exchange{get(403).after(time.Minute)},
			errVendor,
			toolerr.New(authError, toolerr.Message{}, toolerr.WithStatus(403)),
			view{rateLimit, 403, time.Minute, none},
		},
		"a 403 with an exact code": {
			[]exchange{get(403).after(time.Minute)},
			errVendor,
			toolerr.New(authError, toolerr.Message{}, toolerr.WithStatus(403), toolerr.WithNote(note.Code("denied"))),
			view{authError, 403, -1, none},
		},
		"a 403 that needs a person": {
			[]exchange{get(403).after(time.Minute)},
			errVendor,
			toolerr.New(authError, toolerr.Message{}, toolerr.WithStatus(403), toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactSignIn})),
			view{authError, 403, -1, none},
		},
		"unrecognised, 200":         {[]exchange{get(200)}, errVendor, nil, view{fatal, 0, -1, unknown}},
		"another timeout, 404":      {[]exchange{get(404)}, fmt.Errorf("while: %w", context.DeadlineExceeded), nil, view{timeout, 0, -1, unknown}},
		"another cancellation, 404": {[]exchange{get(404)}, context.Canceled, nil, view{broken, 0, -1, unknown}},

		// Nobody answered the only request, and nothing but a text is left. If it does not agree,
		// the request may have been optional, and the error is about something else.
		"unrecognised, no answer":          {[]exchange{{method: "GET", connected: true}}, errVendor, nil, view{unreachable, 0, -1, unknown}},
		"unrecognised, no answer, a POST":  {[]exchange{{method: "POST", connected: true}}, errVendor, nil, view{unreachable, 0, -1, unknown}},
		"unrecognised, no answer, retried": {[]exchange{{method: "POST"}, {method: "POST"}}, errVendor, nil, view{unreachable, 0, -1, unknown}},
		"unrecognised, after another one":  {[]exchange{get(200), {method: "POST"}}, errVendor, nil, view{fatal, 0, -1, unknown}},
		"unrecognised, still open":         {[]exchange{{method: "GET", open: true}}, errVendor, nil, view{fatal, 0, -1, unknown}},
		"no answer, and no text":           {[]exchange{{method: "GET"}}, errors.New(""), nil, view{unreachable, 0, -1, none}},
		"no answer, net's words":           {[]exchange{{method: "GET"}}, refusedText, nil, view{unreachable, 0, -1, none}},
		"no answer, net's words, a POST":   {[]exchange{{method: "POST", connected: true}}, refusedText, nil, view{unreachable, 0, -1, unknown}},
		"no answer, a tool's words":        {[]exchange{{method: "POST"}}, errors.New("the service could not be reached; retry later"), nil, view{unreachable, 0, -1, none}},
		"a tool's words after a 200":       {[]exchange{get(200)}, errors.New("the database could not be reached"), nil, view{fatal, 0, -1, unknown}},
		"no answer, net's timeout":         {[]exchange{{method: "GET", connected: true}}, errors.New("list: read tcp: i/o timeout"), nil, view{unreachable, 0, -1, none}},
		"net's words after a 200":          {[]exchange{get(200)}, refusedText, nil, view{fatal, 0, -1, unknown}},

		// The time was over while a client waited for its next attempt.
		"a deadline after a 429":          {[]exchange{get(429).after(7 * time.Second)}, fmt.Errorf("while: %w", context.DeadlineExceeded), nil, view{rateLimit, 429, 7 * time.Second, none}},
		"a deadline after a POST's 429":   {[]exchange{post(429).after(7 * time.Second)}, fmt.Errorf("while: %w", context.DeadlineExceeded), nil, view{rateLimit, 429, 7 * time.Second, unknown}},
		"a deadline after a POST and 503": {[]exchange{post(201), get(503)}, context.DeadlineExceeded, nil, view{serverError, 503, -1, unknown}},
		"a deadline after 503s":           {[]exchange{get(503), get(503)}, context.DeadlineExceeded, nil, view{serverError, 503, -1, none}},
		"a deadline after a 429 and 200":  {[]exchange{get(429), get(200)}, context.DeadlineExceeded, nil, view{timeout, 0, -1, unknown}},
		"a timeout after a 429":           {[]exchange{get(429)}, context.DeadlineExceeded, toolerr.New(timeout, toolerr.Message{}), view{rateLimit, 429, -1, none}},

		// Bodies that a decoder refused.
		"undecodable, 429 with a wait":     {[]exchange{get(429).after(time.Minute).html()}, invalidJSON, nil, view{rateLimit, 429, time.Minute, none}},
		"undecodable, 304":                 {[]exchange{get(304).html()}, invalidJSON, nil, view{unmapped, 304, -1, none}},
		"undecodable, 200":                 {[]exchange{get(200).html()}, invalidJSON, nil, view{unmapped, 0, -1, none}},
		"undecodable, 200 of a POST":       {[]exchange{post(200).html()}, invalidJSON, nil, view{unmapped, 0, -1, unknown}},
		"undecodable, classified as input": {[]exchange{get(200).html()}, invalidJSON, undecodable, view{unmapped, 0, -1, none}},
		"undecodable, classified as fatal": {[]exchange{get(200).html()}, invalidJSON, badURL, view{unmapped, 0, -1, none}},
		"undecodable, no exchange":         {nil, invalidJSON, undecodable, view{badInput, 0, -1, unset}},
		"undecodable, another body":        {[]exchange{get(404).body(`{"message":"no"}`)}, invalidJSON, nil, view{fatal, 0, -1, unknown}},
		"undecodable, a body never read":   {[]exchange{get(404)}, invalidJSON, nil, view{fatal, 0, -1, unknown}},
		"undecodable, a longer text":       {[]exchange{get(404).body(`{}`)}, unfit, nil, view{fatal, 0, -1, unknown}},
		"unfit JSON":                       {[]exchange{get(200).body(`{"a":"b"}`)}, unfit, nil, view{unmapped, 0, -1, none}},
		"a body that ends too early":       {[]exchange{get(200).body(`{"a":`)}, io.ErrUnexpectedEOF, nil, view{unmapped, 0, -1, none}},
		"an end of something else":         {[]exchange{get(200)}, io.ErrUnexpectedEOF, nil, view{fatal, 0, -1, unknown}},
		"a header that is not a number":    {[]exchange{get(429)}, notANumber, nil, view{rateLimit, 429, -1, none}},
		"a decoder's error after a cancel": {[]exchange{get(200).html()}, fmt.Errorf("%w: %w", context.Canceled, invalidJSON), nil, view{broken, 0, -1, unknown}},
		"a code for the input, 429":        {[]exchange{get(429)}, errVendor, undecodable.With(toolerr.WithVendorCode("bad_field")), view{badInput, 0, -1, none}},

		// The effect, over all exchanges of the call.
		"never a connection":                       {[]exchange{{method: "POST"}}, errVendor, network, view{unreachable, 0, -1, none}},
		"never a connection, whatever the error":   {[]exchange{{method: "POST"}, {method: "POST"}}, errVendor, bodyBroke, view{broken, 0, -1, none}},
		"never a connection, unrecognised":         {[]exchange{{method: "POST"}}, errVendor, nil, view{unreachable, 0, -1, unknown}},
		"a connection, and the vendor decides":     {[]exchange{post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"a connection, effect unknown":             {[]exchange{{method: "POST", connected: true}}, errVendor, network, view{unreachable, 0, -1, unknown}},
		"effect none of the last":                  {[]exchange{{method: "POST", connected: true}}, errVendor, network.With(toolerr.WithEffect(none)), view{unreachable, 0, -1, none}},
		"an earlier POST was sent":                 {[]exchange{post(200), post(429)}, errVendor, limited, view{rateLimit, 429, -1, unknown}},
		"an earlier POST failed":                   {[]exchange{post(500), post(429)}, errVendor, limited, view{rateLimit, 429, -1, unknown}},
		"an earlier POST was redirected":           {[]exchange{post(307), post(429)}, errVendor, limited, view{rateLimit, 429, -1, unknown}},
		"an earlier POST got no answer":            {[]exchange{{method: "POST", connected: true}, post(429)}, errVendor, limited, view{rateLimit, 429, -1, unknown}},
		"an earlier POST was refused":              {[]exchange{post(401), post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"an earlier POST never left":               {[]exchange{{method: "POST"}, post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"an earlier 503 that named a wait":         {[]exchange{post(503).after(time.Second), post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"an earlier 503 that named none":           {[]exchange{post(503), post(429)}, errVendor, limited, view{rateLimit, 429, -1, unknown}},
		"an earlier GET":                           {[]exchange{get(200), post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"earlier HEAD, OPTIONS and TRACE":          {[]exchange{{method: "HEAD", connected: true}, {method: "OPTIONS", connected: true}, {method: "TRACE", connected: true}, post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"an earlier request without a method":      {[]exchange{{connected: true, status: 200, wait: -1}, post(429)}, errVendor, limited, view{rateLimit, 429, -1, none}},
		"a later POST that succeeded":              {[]exchange{get(404), post(200)}, errVendor, gone, view{notFound, 404, -1, unknown}},
		"a code in a POST that succeeded":          {[]exchange{post(200)}, errVendor, lost, view{rateLimit, 0, -1, none}},
		"a failure after a POST that succeeded":    {[]exchange{post(200)}, errVendor, network.With(toolerr.WithEffect(none)), view{unreachable, 0, -1, unknown}},
		"a network error after POSTs that did not": {[]exchange{post(200), {method: "POST"}}, errVendor, network.With(toolerr.WithEffect(none)), view{unreachable, 0, -1, unknown}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := withEvidence(t, t.Context(), tt.exchanges, tt.err, answers("_a", tt.answer))
			assert.Equal(t, tt.want, viewOf(te))
			require.ErrorIs(t, te, tt.err)
			assert.Equal(t, tt.want.kind.Class(), te.Class())
		})
	}
}

// A parser's error is about the response only if the model did not send what it refused, and a
// decoder's without a value only if a body was read.
func TestValuesOfTheCall(t *testing.T) {
	_, notANumber := strconv.Atoi("soon")
	_, notATime := time.Parse(time.DateOnly, "soon")
	_, notHex := hex.DecodeString("soon")
	for name, tt := range map[string]struct {
		arguments string
		exchange  exchange
		err       error
		kind      toolerr.Kind
	}{
		"a number of the call":       {`{"limit":"soon"}`, get(200), notANumber, toolerr.KindToolBadInputValue},
		"in a list of the call":      {`{"limits":"7,soon"}`, get(200), notANumber, toolerr.KindToolBadInputValue},
		"a time of the call":         {`{"since":"soon"}`, get(200).html(), fmt.Errorf("reading since: %w", notATime), toolerr.KindToolBadInputValue},
		"a secret of the call":       {`{"password":"soon"}`, get(200), notANumber, toolerr.KindToolFatal},
		"another number":             {`{"limit":"7"}`, get(200), notANumber, toolerr.KindUpstreamUnmapped},
		"hex, and a body not read":   {`{"key":"soon"}`, get(200), notHex, toolerr.KindToolFatal},
		"hex, and a body":            {`{"limit":"7"}`, get(200).html(), notHex, toolerr.KindUpstreamUnmapped},
		"a number, and a refusal":    {`{"limit":"soon"}`, get(503), notANumber, toolerr.KindToolBadInputValue},
		"the service's, after a 503": {`{"limit":"7"}`, get(503), notANumber, toolerr.KindUpstreamServerError},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(tt.arguments)})
			te := withEvidence(t, ctx, []exchange{tt.exchange}, tt.err)
			assert.Equal(t, tt.kind, te.Kind())
			if te.Kind().Class() != toolerr.ClassUpstream {
				assert.False(t, te.CanRetry())
				assert.False(t, te.Repeats())
			}
			if tt.kind == toolerr.KindToolBadInputValue {
				require.Len(t, te.Problems(), 1)
				assert.Contains(t, tt.arguments, strings.TrimPrefix(te.Problems()[0].Path, "/"))
				assert.Contains(t, te.Problems()[0].Problem.String(), `"soon"`)
			}
		})
	}
}

func TestEvidenceAndTheContext(t *testing.T) {
	network := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{})
	connected, cut := exchange{method: "POST", connected: true}, exchange{method: "POST"}
	tests := map[string]struct {
		ctx       func(*testing.T) context.Context
		exchanges []exchange
		answer    *toolerr.ToolRuntimeError
		kind      toolerr.Kind
		effect    toolerr.Effect
	}{
		"canceled before a connection":    {canceledContext, []exchange{cut}, network, toolerr.KindToolCanceled, toolerr.EffectNone},
		"canceled with one":               {canceledContext, []exchange{connected}, network, toolerr.KindToolCanceled, toolerr.EffectUnknown},
		"canceled, no effect set":         {canceledContext, []exchange{connected}, nil, toolerr.KindToolCanceled, toolerr.EffectUnknown},
		"canceled while a body was read":  {canceledContext, []exchange{post(503)}, network, toolerr.KindUpstreamServerError, toolerr.EffectUnknown},
		"canceled after a 200":            {canceledContext, []exchange{post(200)}, nil, toolerr.KindToolCanceled, toolerr.EffectUnknown},
		"expired before a connection":     {expiredContext, []exchange{cut}, network, toolerr.KindNetworkTransportTimeout, toolerr.EffectNone},
		"expired with one":                {expiredContext, []exchange{connected}, network, toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown},
		"expired, a bare deadline, cut":   {expiredContext, []exchange{connected}, nil, toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown},
		"expired, a bare deadline, after": {expiredContext, []exchange{post(200)}, nil, toolerr.KindToolTimeout, toolerr.EffectUnknown},
		"expired, no exchange":            {expiredContext, nil, nil, toolerr.KindToolTimeout, toolerr.EffectUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ctx := tt.ctx(t)
			te := withEvidence(t, ctx, tt.exchanges, ctx.Err(), answers("_a", tt.answer))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.effect, te.Effect())
		})
	}
}

// The report has the other data of the exchange.
func TestEvidenceOfTheCall(t *testing.T) {
	x := get(404)
	x.requestID = "req-7"
	te := withEvidence(t, t.Context(), []exchange{x}, errVendor, answers("_a", toolerr.Upstream(404, toolerr.Message{}, toolerr.WithVendorType(errVendor))))
	assert.Equal(t, toolerr.Extra{
		Service: "_a", GoType: "*errors.errorString", Endpoint: "https://api.example.com/v1/items/…", HTTPMethod: "GET", RequestID: "req-7",
	}, te.Extra())
	assert.NotContains(t, te.Payload().String(), "req-7")
	assert.NotContains(t, te.Payload().String(), "example")

	own := toolerr.Upstream(404, say, toolerr.WithRequestID("own"), toolerr.WithEndpoint("PUT", "https://own.example/x"))
	x.status = 404
	te = withEvidence(t, t.Context(), []exchange{x}, errVendor, answers("_a", own))
	assert.Equal(t, "own", te.Extra().RequestID, "the error's own data is kept")
	assert.Equal(t, "https://own.example/x", te.Extra().Endpoint)
	assert.Equal(t, "PUT", te.Extra().HTTPMethod)
}

// If the exchange shows a refusal, it replaces an answer about input, and no field of that
// remains.
func TestEvidenceInPlaceOfInput(t *testing.T) {
	answer := toolerr.InvalidInput(say, nil, toolerr.WithNote(note.Code("invalid_json")), toolerr.WithVendorCode(""))
	refused := json.Unmarshal([]byte(page), new(any))
	te := withEvidence(t, t.Context(), []exchange{get(404).html()}, refused, answers("_a", answer))
	assert.JSONEq(t, `{"success":false,"error":"Upstream HTTP request failed with status code 404 (Not Found).",
		"error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":404,"service":"_http","hint":"Check the name or the id. Look up what exists, if there is a way to."}`, te.Payload().String())

	te = withEvidence(t, t.Context(), []exchange{post(200).html()}, refused, answers("_a", answer))
	assert.JSONEq(t, `{"success":false,"error":"The service answered with something that is not the expected JSON. The request may have been carried out all the same.",
		"error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":false,"effect":"unknown","service":"_http",
		"hint":"The call may have been carried out. Find out before you make it again."}`, te.Payload().String())
}

// Evidence does not change the kind of an error that the tool made.
func TestEvidenceLeavesTheToolsOwnErrors(t *testing.T) {
	own := toolerr.Retryable(say, say)
	te := withEvidence(t, t.Context(), []exchange{post(429).after(time.Second)}, own)
	assert.Same(t, own, te)

	te = withEvidence(t, t.Context(), []exchange{post(429).after(time.Second)}, fmt.Errorf("%w: %w", errMine, own))
	assert.Equal(t, own.Payload().String(), te.Payload().String())

	te = withEvidence(t, t.Context(), []exchange{post(429).after(time.Second)}, toolerr.KindToolFatal)
	assert.Equal(t, toolerr.KindToolFatal, te.Kind())
	assert.Zero(t, te.StatusCode())
}

// With two simultaneous exchanges, the cause of an error is not known. What is known of
// connections still counts.
func TestOverlappingExchanges(t *testing.T) {
	limited := toolerr.Upstream(429, toolerr.Message{})
	none := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	lost := view{toolerr.KindToolFatal, 0, -1, toolerr.EffectUnknown}
	// An end is one of two exchanges that are open at the same time, with its answer.
	type end struct {
		first  bool
		status int
		wait   time.Duration
	}
	tests := map[string]struct {
		answer *toolerr.ToolRuntimeError
		ends   []end
		then   []exchange
		want   view
	}{
		"a status is not borrowed":         {nil, []end{{true, 200, 0}, {false, 429, time.Second}}, nil, lost},
		"a wait is not borrowed":           {limited, []end{{false, 429, time.Second}, {true, 429, time.Minute}}, nil, view{toolerr.KindUpstreamRateLimit, 429, -1, toolerr.EffectNone}},
		"two that never connected":         {nil, []end{{true, 0, 0}, {false, 0, 0}}, nil, lost},
		"the other one did something":      {limited, []end{{true, 429, 0}, {false, 200, 0}}, nil, view{toolerr.KindUpstreamRateLimit, 429, -1, toolerr.EffectUnknown}},
		"the answer is about the other":    {none, []end{{true, 0, 0}, {false, 200, 0}}, nil, view{toolerr.KindNetworkTransportUnreachable, 0, -1, toolerr.EffectUnknown}},
		"another is still open":            {nil, []end{{true, 0, 0}}, []exchange{get(429).after(time.Second)}, lost},
		"one that ended twice":             {nil, []end{{true, 0, 0}, {true, 0, 0}}, []exchange{get(429)}, lost},
		"a later one alone is clear again": {limited, []end{{true, 0, 0}, {false, 0, 0}}, []exchange{get(429).after(time.Second)}, view{toolerr.KindUpstreamRateLimit, 429, time.Second, toolerr.EffectNone}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapter.Do(t.Context(), adapter.NewChain(answers("_a", tt.answer)), func(ctx context.Context) (int, error) {
				first, last := wire.Record(ctx, "POST", at("a.example", "/")), wire.Record(ctx, "POST", at("b.example", "/"))
				for _, e := range tt.ends {
					r := last
					if e.first {
						r = first
					}
					if e.status != 0 {
						r.Answered(e.status, e.wait, e.wait != 0, "")
					}
					r.Ended()
				}
				for _, x := range tt.then {
					x.record(ctx)
				}
				return 0, errVendor
			})
			assert.Equal(t, tt.want, viewOf(adapted(t, err)))
		})
	}
}

// The hooks of a request may fire after the round trip, and after the call.
func TestHooksThatFireLate(t *testing.T) {
	unreachable := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{})
	var late *wire.Recording
	_, err := adapter.Do(t.Context(), adapter.NewChain(answers("_a", unreachable)), func(ctx context.Context) (int, error) {
		late = exchange{method: "POST"}.record(ctx)
		return 0, errVendor
	})
	te := adapted(t, err)
	assert.Equal(t, toolerr.EffectNone, te.Effect())

	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			late.Connected()
			late.Answered(429, time.Second, true, "req")
			late.Ended()
		})
	}
	wg.Wait()
	assert.Equal(t, toolerr.EffectNone, te.Effect(), "the error is what it was")

	_, err = adapter.Do(t.Context(), adapter.Chain{}, func(ctx context.Context) (int, error) {
		r := exchange{method: "POST"}.record(ctx)
		r.Connected()
		return 0, errVendor
	})
	assert.Equal(t, toolerr.EffectUnknown, adapted(t, err).Effect(), "late, and before the error")
}

// With nested calls, the inner one has only its exchanges, and the outer one has all.
func TestNestedRecorders(t *testing.T) {
	limited := adapter.NewChain(answers("_a", toolerr.Upstream(429, toolerr.Message{})))
	var inner *toolerr.ToolRuntimeError
	_, err := adapter.Do(t.Context(), limited, func(ctx context.Context) (int, error) {
		post(200).record(ctx)
		_, err := adapter.Do(ctx, limited, func(ctx context.Context) (int, error) {
			get(429).after(time.Second).record(ctx)
			return 0, errVendor
		})
		inner = adapted(t, err)
		return 0, errMine
	})
	assert.Equal(t, view{toolerr.KindUpstreamRateLimit, 429, time.Second, toolerr.EffectNone}, viewOf(inner))
	assert.Equal(t, view{toolerr.KindUpstreamRateLimit, 429, time.Second, toolerr.EffectUnknown}, viewOf(adapted(t, err)))

	t.Run("without a recorder of its own the inner one uses the outer's", func(t *testing.T) {
		_, _ = adapter.Do(t.Context(), adapter.Chain{}, func(ctx context.Context) (int, error) {
			_, err := adapter.Do(ctx, limited, func(ctx context.Context) (int, error) {
				get(429).after(time.Second).record(ctx)
				return 0, errVendor
			})
			assert.Equal(t, time.Second, viewOf(adapted(t, err)).wait)
			return 0, nil
		})
	})
	t.Run("hooks reach both", func(t *testing.T) {
		_, err := adapter.Do(t.Context(), adapter.Chain{}, func(ctx context.Context) (int, error) {
			_, err := adapter.Do(ctx, adapter.Chain{}, func(ctx context.Context) (int, error) {
				wire.Record(ctx, "POST", at("a.example", "/")).Connected()
				return 0, io.EOF
			})
			assert.Equal(t, toolerr.EffectUnknown, adapted(t, err).Effect())
			return 0, errVendor
		})
		assert.Equal(t, toolerr.EffectUnknown, adapted(t, err).Effect())
	})
}

func TestNoRecorder(t *testing.T) {
	assert.Nil(t, wire.Record(t.Context(), "GET", at("a.example", "/")))
	ctx := context.WithValue(t.Context(), contextKey{}, 1)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		r := wire.Record(ctx, "GET", at("a.example", "/"))
		r.Connected()
		r.Answered(429, time.Second, true, "req")
		r.Ended()
	}))
}

// A tool that panics may have had effects that no exchange shows.
func TestEvidenceOfAPanic(t *testing.T) {
	_, err := adapter.Do(t.Context(), adapter.Chain{}, func(ctx context.Context) (int, error) {
		exchange{method: "POST"}.record(ctx)
		panic("no")
	})
	te := adapted(t, err)
	assert.Equal(t, toolerr.KindToolFatal, te.Kind())
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
}
