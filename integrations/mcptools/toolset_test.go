package mcptools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

// findOut is the hint of a call that may have been carried out.
const findOut = `"hint":"The call may have been carried out. Find out before you make it again."`

// ask runs an agent whose model calls one tool, and returns the response.
func ask(t *testing.T, set agent.Toolset, tool, args string) *agent.FunctionResponse {
	t.Helper()
	model := agenttest.NewModel(agenttest.Call(tool, args), agenttest.Say("done"))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	o := agenttest.Run(ctx, t, agent.Config{Name: "a", Model: model, Toolsets: []agent.Toolset{set}}, agent.Say("go"))
	require.NoError(t, o.Err)
	require.Len(t, o.Events, 3)
	got := o.Events[1].FunctionResponses()[0]
	agenttest.AssertNoCanary(t, canary, got)
	return got
}

func TestToolsetOfOurs(t *testing.T) {
	const busy = "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds."
	for transport, open := range transports {
		t.Run(transport, func(t *testing.T) {
			doubted := mcpagent.NewToolset("server", same(open(t)))
			trusted := mcpagent.NewToolset("server", same(open(t)), mcpagent.WithTrustedServer())
			tests := map[string]struct {
				set        *mcpagent.Toolset
				tool, args string
				want       string
			}{
				"success": {doubted, "add", `{"a":40,"b":2}`, `{"success":true,"error":null,"total":42}`},
				"a failure of an untrusted server": {doubted, "limited", `{}`, `{"success":false,"error":"` + strings.TrimSuffix(busy, " Retry after 30 seconds.") + ` The request may have been carried out all the same.",
					"error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,
					"status_code":429,"service":"_mcp","effect":"unknown",` + findOut + `}`},
				"a failure of a trusted server": {trusted, "limited", `{}`, `{"success":false,
					"error":"` + busy + `","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,
					"retry_after_ms":30000,"status_code":429,"service":"_http"}`},
				"a message of an untrusted server": {doubted, "own", `{}`, `{"success":false,"error":"` + toolerr.KindToolRetry.Message().String() + ` The request may have been carried out all the same.",
					"error_code":"internal_error","kind":"TOOL_RUNTIME_RETRY","can_retry":false,"service":"_mcp","effect":"unknown",` + findOut + `}`},
				"a message of a trusted server": {trusted, "own", `{}`, `{"success":false,"error":"There is no such city.",
					"error_code":"internal_error","kind":"TOOL_RUNTIME_RETRY","can_retry":true,"service":"_mcp","hint":"Use the English name."}`},
				"a failure without a payload": {doubted, "plain", `{}`, `{"success":false,"error":"The MCP tool reported a failure. The request may have been carried out all the same.",
					"error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":false,"service":"_mcp",
					"effect":"unknown",` + findOut + `}`},
				"a protocol error": {doubted, "protocol", `{}`, `{"success":false,"error":"The MCP server wants a person to complete a step in the browser first.",
					"error_code":"invalid_input","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"service":"_mcp",
					"vendor_code":"-32042","requires_user_action":true}`},
			}
			for name, tt := range tests {
				t.Run(name, func(t *testing.T) {
					tool := only(t, tt.set, tt.tool)
					chain := adapter.NewChain(tool.Policy().Adapters...)
					out, err := tool.Call(t.Context(), json.RawMessage(tt.args))
					got := toolerr.Result(out, chain.Adapt(t.Context(), err))
					assert.JSONEq(t, tt.want, got.String())
					agenttest.AssertNoCanary(t, canary, got)
				})
			}
		})
	}
}

// The loop validates arguments by the server's schema before it sends them, and treats
// results as those of any tool.
func TestInAnAgent(t *testing.T) {
	set := mcpagent.NewToolset("server", same(inMemory(t, newServer(guard()))))
	got := ask(t, set, "add", `{"a":40,"b":2}`)
	assert.Equal(t, agent.OutcomeOK, got.Outcome)
	assert.JSONEq(t, `{"success":true,"error":null,"total":42}`, string(got.Response))

	got = ask(t, set, "order", `{"item":"x"}`)
	assert.Contains(t, string(got.Response), `"problems":[{"path":"/count","problem":"is required"}]`)
	assert.NotContains(t, string(got.Response), "_mcp", "the call was not sent")

	got = ask(t, set, "panic", `{}`)
	assert.Equal(t, agent.OutcomeFailed, got.Outcome)
	assert.Equal(t, toolerr.KindToolFatal, got.Failure().Kind())
}

const reportedFailure = `{"success":false,"error":"The MCP tool reported a failure. The request may have been carried out all the same.","error_code":"external_service_error",
	"kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":false,"service":"_mcp","effect":"unknown",` + findOut + `}`

// replying returns a session with a server whose only tool has the result.
func replying(t *testing.T, res *mcp.CallToolResult) *mcp.ClientSession {
	t.Helper()
	s := bare()
	s.AddTool(&mcp.Tool{Name: "x", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, nil })
	return inMemory(t, s)
}

// TestContents checks what a model reads of results of other servers.
func TestContents(t *testing.T) {
	text := func(s string) *mcp.TextContent { return &mcp.TextContent{Text: s} }
	tests := map[string]struct {
		res  mcp.CallToolResult
		want string
	}{
		"a text":                              {mcp.CallToolResult{Content: []mcp.Content{text("42")}}, `{"success":true,"error":null,"data":"42"}`},
		"an object in a text":                 {mcp.CallToolResult{Content: []mcp.Content{text(` {"n":12345678901234567890}`)}}, `{"success":true,"error":null,"n":12345678901234567890}`},
		"half an object":                      {mcp.CallToolResult{Content: []mcp.Content{text(`{"n":`)}}, `{"success":true,"error":null,"data":"{\"n\":"}`},
		"an object that looks like a payload": {mcp.CallToolResult{Content: []mcp.Content{text(`{"success":false}`)}}, `{"success":true,"error":null,"data":{"success":false}}`},
		"structured, with all digits": {mcp.CallToolResult{
			Content: []mcp.Content{text(`{"n":9007199254740993}`)}, StructuredContent: json.RawMessage(`{"n":9007199254740993}`),
		}, `{"success":true,"error":null,"n":9007199254740993}`},
		"structured, beside another text": {mcp.CallToolResult{
			Content: []mcp.Content{text("two")}, StructuredContent: map[string]any{"n": 2},
		}, `{"success":true,"error":null,"n":2}`},
		"a list":  {mcp.CallToolResult{StructuredContent: []int{1}}, `{"success":true,"error":null,"data":[1]}`},
		"nothing": {mcp.CallToolResult{}, `{"success":true,"error":null}`},
		"blocks": {mcp.CallToolResult{Content: []mcp.Content{
			text("see"), &mcp.ImageContent{MIMEType: "image/png", Data: []byte("png")}, &mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("wave")},
			&mcp.ResourceLink{URI: "file:///a", Name: "a"},
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///b", MIMEType: "text/plain", Text: "b"}},
		}}, `{"success":true,"error":null,"content":[{"type":"text","text":"see"},
			{"type":"image","mime_type":"image/png","bytes_left_out":3},{"type":"audio","mime_type":"audio/wav","bytes_left_out":4},
			{"type":"resource_link","uri":"file:///a","name":"a"},{"type":"resource","uri":"file:///b","mime_type":"text/plain","text":"b"}]}`},
		"a failure in JSON": {
			mcp.CallToolResult{IsError: true, Content: []mcp.Content{text(`{"success":true}`)}},
			reportedFailure,
		},
		"a failure without content": {
			mcp.CallToolResult{IsError: true},
			reportedFailure,
		},
		"a payload with an unknown kind": {
			mcp.CallToolResult{IsError: true, Meta: mcp.Meta{mcptools.MetaKey: map[string]any{"kind": "NO_SUCH_KIND"}}},
			reportedFailure,
		},
		"a payload with a huge wait": {mcp.CallToolResult{IsError: true, Meta: mcp.Meta{mcptools.MetaKey: map[string]any{
			"kind": "UPSTREAM_RUNTIME_RATE_LIMIT", "can_retry": true, "retry_after_ms": int64(1 << 60), "effect": "none", "status_code": 429, "error_code": "made_up", "service": "_aws",
		}}}, `{"success":false,"error":"Upstream HTTP request failed with status code 429 (Too Many Requests). The request may have been carried out all the same.","error_code":"rate_limited",
			"kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_mcp","effect":"unknown",` + findOut + `}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := toolerr.Result(only(t, mcpagent.NewToolset("server", same(replying(t, &tt.res))), "x").Call(t.Context(), nil)).String()
			assert.JSONEq(t, tt.want, got)
			assert.Equal(t, digits(tt.want), digits(got), "no digit is lost")
		})
	}
}

// Results as the sources of other servers write them are read with the status, the wait and
// the advice on a retry that they have. Their texts are those of a stranger.
func TestDialects(t *testing.T) {
	meta := func(key string, members map[string]any) mcp.CallToolResult {
		return mcp.CallToolResult{Meta: mcp.Meta{key: members}, Content: []mcp.Content{&mcp.TextContent{Text: canary}}}
	}
	said := func(text string) mcp.CallToolResult {
		return mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
	}
	const sep = "io.modelcontextprotocol/toolFailure"
	for name, tt := range map[string]struct {
		res    mcp.CallToolResult
		kind   toolerr.Kind
		status int
		can    bool
		wait   bool
	}{
		"Arcade, a rate limit": {meta("arcade", map[string]any{"errorKind": "UPSTREAM_RUNTIME_RATE_LIMIT", "canRetry": true, "retryAfterMs": 7000, "statusCode": 429}), toolerr.KindUpstreamRateLimit, 429, true, true},
		"Arcade, a question":   {meta("arcade", map[string]any{"errorKind": "TOOL_RUNTIME_CONTEXT_REQUIRED", "canRetry": false, "additionalPromptContent": canary}), toolerr.KindToolContextRequired, 0, false, false},
		"SEP-3313, transient":  {meta(sep, map[string]any{"class": "reliability", "code": "retryable_transient_error", "retryable": true, "retryNotBefore": time.Now().Add(time.Hour).UnixMilli(), "correlationId": canary}), toolerr.KindUpstreamServerError, 0, true, true},
		"SEP-3313, access":     {meta(sep, map[string]any{"class": "governance", "code": "auth_required", "correlationId": "c", "agentGuidance": canary}), toolerr.KindUpstreamAuthError, 0, false, false},
		"mcp-ts-core": {
			mcp.CallToolResult{StructuredContent: map[string]any{"error": map[string]any{"code": -32602, "message": canary, "data": map[string]any{"retryable": false}}}},
			toolerr.KindToolBadInputValue, 0, false, false,
		},
		"FastMCP, a limit":   {said("Rate limited by upstream API, please retry later"), toolerr.KindUpstreamRateLimit, 0, true, false},
		"FastMCP, a timeout": {said("Upstream request timed out, please retry"), toolerr.KindUpstreamServerError, 0, true, false},
		"FastMCP, a mask":    {said("Error calling tool 'x'"), toolerr.KindUpstreamUnmapped, 0, false, false},
		"TypeScript SDK":     {said("MCP error -32602: Input validation error: Invalid arguments for tool x: " + canary), toolerr.KindToolBadInputValue, 0, false, false},
		"go-sdk":             {said(`validating "arguments": ` + canary), toolerr.KindToolBadInputValue, 0, false, false},
		"made up":            {meta("arcade", map[string]any{"errorKind": canary, "canRetry": true}), toolerr.KindUpstreamUnmapped, 0, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			tt.res.IsError = true
			_, err := only(t, mcpagent.NewToolset("server", same(replying(t, &tt.res))), "x").Call(t.Context(), nil)
			te, ok := toolerr.Find(err)
			require.True(t, ok, err)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.can, te.CanRetry())
			_, waits := te.RetryAfter()
			assert.Equal(t, tt.wait, waits)
			access, _ := te.Access()
			assert.Equal(t, name == "SEP-3313, access", access.Fact == toolerr.FactSignIn)
			assert.NotContains(t, te.Payload().String(), canary)
		})
	}
}

// The text of a failed result is read like a service's, whatever the server is and wherever
// it puts the text.
func TestAFailuresTextIsThatOfAService(t *testing.T) {
	const key, text = "Tr0ub4dor-9", "login failed: password=Tr0ub4dor-9; limit must be at most 100; ask for 'hidden_table'"
	limit := `"problems":[{"path":"/limit","problem":"must be at most 100"}]`
	block := []mcp.Content{&mcp.TextContent{Text: text}}
	payload := mcp.Meta{mcptools.MetaKey: map[string]any{
		"kind": "UPSTREAM_RUNTIME_VALIDATION_ERROR", "error": text, "hint": text, "vendor_code": "hidden_table",
		"problems": []any{map[string]any{"path": "/limit", "problem": "must be at most 100, or hidden_table"}, map[string]any{"path": "/hidden_table", "problem": text}},
	}}
	for name, tt := range map[string]struct {
		res     mcp.CallToolResult
		trusted bool
		problem string
	}{
		"a text":                    {mcp.CallToolResult{Content: block}, false, limit},
		"of a trusted server":       {mcp.CallToolResult{Content: block}, true, limit},
		"structured":                {mcp.CallToolResult{StructuredContent: map[string]any{"error": text}}, false, ""},
		"a resource":                {mcp.CallToolResult{Content: []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "x:hidden_table", Text: text}}}}, false, limit},
		"a link":                    {mcp.CallToolResult{Content: []mcp.Content{&mcp.ResourceLink{URI: "x:hidden_table", Name: "hidden_table"}}}, false, ""},
		"several":                   {mcp.CallToolResult{Content: append(block, block...)}, false, ""},
		"an image":                  {mcp.CallToolResult{Content: []mcp.Content{block[0], &mcp.ImageContent{MIMEType: "image/hidden_table", Annotations: &mcp.Annotations{Audience: []mcp.Role{"hidden_table"}}}}}, false, limit},
		"a payload as the text":     {mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: `{"success":false,"error":"` + text + `","vendor_code":"hidden_table","problems":[{"path":"/hidden_table","problem":"x"}]}`}}}, false, ""},
		"a payload":                 {mcp.CallToolResult{Content: block, Meta: payload}, false, limit},
		"a payload, with more text": {mcp.CallToolResult{Content: append(block, block...), Meta: payload}, false, limit},
		"behind a trusted payload": {mcp.CallToolResult{Content: append(block, block...), Meta: mcp.Meta{mcptools.MetaKey: map[string]any{
			"kind": "UPSTREAM_RUNTIME_VALIDATION_ERROR", "error": "Use another password=" + key, "problems": []any{map[string]any{"path": "/limit", "problem": "password=" + key}},
		}}}, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tt.res.IsError = true
			var opts []mcpagent.ToolsetOption
			if tt.trusted {
				opts = append(opts, mcpagent.WithTrustedServer())
			}
			for _, d := range []adapter.Disclosure{adapter.DisclosureKnown, adapter.DisclosureText} {
				set := mcpagent.NewToolset("server", same(replying(t, &tt.res)), append(opts, mcpagent.WithPolicy(
					func(_ *mcp.Tool, p agent.Policy) agent.Policy { p.Disclosure = &d; return p }))...)
				got := string(ask(t, set, "x", `{"limit":500}`).Response)
				assert.NotContains(t, got, key)
				assert.Contains(t, got, tt.problem)
				assert.Equal(t, d == adapter.DisclosureText && name != "a link", strings.Contains(got, `"upstream_message":`), got)
				_, told, _ := strings.Cut(got, `"upstream_message":`)
				assert.Equal(t, strings.Contains(told, "hidden_table"), strings.Contains(got, "hidden_table"), got)
				assert.LessOrEqual(t, len(told), 600)
			}
		})
	}
}

func digits(s string) int {
	return strings.Count(s, "9007199254740993") + strings.Count(s, "12345678901234567890")
}

// A call is retried only if the server is trusted and declares that the tool is idempotent.
func TestRetries(t *testing.T) {
	tests := map[string]struct {
		annotations *mcp.ToolAnnotations
		opts        []mcpagent.ToolsetOption
		want        int32
	}{
		"an untrusted server":                      {nil, nil, 1},
		"an untrusted server that declares it":     {&mcp.ToolAnnotations{IdempotentHint: true, ReadOnlyHint: true}, nil, 1},
		"trusted, without annotations":             {nil, []mcpagent.ToolsetOption{mcpagent.WithTrustedServer()}, 1},
		"trusted, with empty annotations":          {&mcp.ToolAnnotations{}, []mcpagent.ToolsetOption{mcpagent.WithTrustedServer()}, 1},
		"trusted, and idempotent":                  {&mcp.ToolAnnotations{IdempotentHint: true}, []mcpagent.ToolsetOption{mcpagent.WithTrustedServer()}, 3},
		"trusted, and read-only":                   {&mcp.ToolAnnotations{ReadOnlyHint: true}, []mcpagent.ToolsetOption{mcpagent.WithTrustedServer()}, 3},
		"an untrusted server with a host's policy": {nil, []mcpagent.ToolsetOption{idempotent}, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // the fake clock skips the waits
				var calls atomic.Int32
				s := bare(middleware(adapters.Default()))
				s.AddTool(&mcp.Tool{Name: "x", InputSchema: json.RawMessage(`{"type":"object"}`), Annotations: tt.annotations},
					func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
						calls.Add(1)
						return nil, toolerr.Upstream(http.StatusBadGateway, toolerr.Message{})
					})
				got := ask(t, mcpagent.NewToolset("server", same(inMemory(t, s)), tt.opts...), "x", `{}`)
				assert.Equal(t, tt.want, calls.Load())
				assert.True(t, got.IsError)
			})
		})
	}
}

func idempotent(s *mcpagent.Toolset) {
	mcpagent.WithPolicy(func(_ *mcp.Tool, p agent.Policy) agent.Policy {
		p.Idempotent = true
		return p
	})(s)
}

// The server's process ends during a call, which may have been executed.
func TestLostConnection(t *testing.T) {
	cmd := own(t, "server")
	session := connect(t, &mcp.CommandTransport{Command: cmd})
	tool := only(t, mcpagent.NewToolset("server", same(session)), "wait")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := tool.Call(ctx, nil)
		ended <- err
	}()
	_, err := try(t, session, "add", `{"a":1}`) // the request was sent before
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Kill())
	err = <-ended
	te := adapt(t, tool, err)
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	assert.False(t, te.CanRetry())
	assert.Equal(t, "The connection to the MCP server is closed.", te.Error())

	_, err = tool.Call(ctx, nil)
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, adapt(t, tool, err).Kind())
	_, err = mcpagent.NewToolset("server", same(session)).Tools(t.Context())
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, adapt(t, tool, err).Kind())
}

func only(t *testing.T, set *mcpagent.Toolset, name string) agent.Policed {
	t.Helper()
	all, err := set.Tools(t.Context())
	require.NoError(t, err)
	for _, tool := range all {
		if tool.Declaration().Name == name {
			return tool.(agent.Policed)
		}
	}
	require.Fail(t, "no such tool", name)
	return nil
}

func adapt(t *testing.T, tool agent.Policed, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	require.Error(t, err)
	te, ok := toolerr.Find(adapter.NewChain(tool.Policy().Adapters...).Adapt(t.Context(), err))
	require.True(t, ok)
	return te
}

// front is an HTTP server that can answer tools/call itself.
type front struct {
	next   http.Handler
	answer atomic.Pointer[http.HandlerFunc]
	calls  atomic.Int32
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	if strings.Contains(string(body), `"tools/call"`) {
		f.calls.Add(1)
		if answer := f.answer.Load(); answer != nil {
			(*answer)(w, r)
			return
		}
	}
	f.next.ServeHTTP(w, r)
}

// The SDK keeps only the status text of a refused request. With httpadapter.Transport, the
// wait is kept too.
func TestHTTPStatuses(t *testing.T) {
	const anyStatus = -1
	refuse := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			http.Error(w, canary, status)
		}
	}
	tests := map[string]struct {
		answer http.HandlerFunc
		kind   toolerr.Kind
		status int
		effect toolerr.Effect
	}{
		"429":                             {refuse(429), toolerr.KindUpstreamRateLimit, 429, toolerr.EffectNone},
		"503":                             {refuse(503), toolerr.KindUpstreamServerError, 503, toolerr.EffectUnknown},
		"401":                             {refuse(401), toolerr.KindUpstreamAuthError, 401, toolerr.EffectNone},
		"404 is a session that has ended": {refuse(404), toolerr.KindUpstreamNotFound, 404, toolerr.EffectNone},
		"a status with a protocol error in the body": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"`+canary+`"}}`)
		}, toolerr.KindUpstreamBadRequest, anyStatus, toolerr.EffectNone}, // go-sdk v1.7.0 drops it
		"the connection breaks": {
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			toolerr.KindNetworkTransportUnreachable, 0, toolerr.EffectUnknown,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			f := &front{next: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)}
			srv := httptest.NewServer(f)
			t.Cleanup(srv.Close)
			session := connect(t, &mcp.StreamableClientTransport{
				Endpoint: srv.URL, HTTPClient: &http.Client{Transport: httpadapter.Transport{}},
			})
			tool := only(t, mcpagent.NewToolset("server", same(session), mcpagent.WithTrustedServer()), "add")
			doubted := only(t, mcpagent.NewToolset("server", same(session)), "add")
			f.answer.Store(&tt.answer)

			_, err := tool.Call(t.Context(), json.RawMessage(`{"a":1}`))
			te := adapt(t, tool, err)
			assert.Equal(t, tt.kind, te.Kind(), te.DeveloperMessage())
			if tt.status != anyStatus {
				assert.Equal(t, tt.status, te.StatusCode())
			}
			assert.Equal(t, tt.effect, te.Effect())
			agenttest.AssertNoCanary(t, canary, te)

			chain := adapter.NewChain(tool.Policy().Adapters...)
			_, err = adapter.Do(t.Context(), chain, func(ctx context.Context) (any, error) {
				return tool.Call(ctx, json.RawMessage(`{"a":1}`))
			})
			if wait, ok := te.With().RetryAfter(); tt.status == 429 {
				assert.False(t, ok, wait)
				te, _ = toolerr.Find(err)
				wait, ok = te.RetryAfter()
				assert.True(t, ok)
				assert.Equal(t, 7*time.Second, wait)
			}
			assert.LessOrEqual(t, f.calls.Load(), int32(2), "one for each call")

			_, err = doubted.Call(t.Context(), json.RawMessage(`{"a":1}`))
			assert.False(t, adapt(t, doubted, err).SafeToRetry(false), "an untrusted server's effect does not make a retry safe")
		})
	}
}

func TestPrefixAndPolicy(t *testing.T) {
	session := inMemory(t, newServer())
	set := mcpagent.NewToolset("server", same(session), nil, mcpagent.WithPrefix("shop."), mcpagent.WithPolicy(
		func(remote *mcp.Tool, p agent.Policy) agent.Policy {
			p.Sequential = remote.Name == "order"
			return p
		}))
	assert.Equal(t, "server", set.Name())
	tool := only(t, set, "shop_order")
	assert.True(t, tool.Policy().Sequential)
	assert.JSONEq(t, orderSchema, string(tool.Declaration().Parameters))
	assert.False(t, only(t, set, "shop_add").Policy().Sequential)
	out, err := tool.Call(t.Context(), json.RawMessage(`{"item":"x","count":1}`))
	require.NoError(t, err)
	assert.JSONEq(t, `{"ordered":"x"}`, string(out.(json.RawMessage)))
}

// An agent restores the error of a trusted server from sentences and from JSON alike. Words of
// a service are not errand's.
func TestErrorsOfErrandsServers(t *testing.T) {
	limited := func() error {
		return httpadapter.CheckResponse(&http.Response{
			StatusCode: 422, Header: http.Header{"Content-Type": {"application/json"}},
			Body:    io.NopCloser(strings.NewReader(`{"message":"- /a: no","errors":[{"field":"a","message":"must be at most 1"}]}`)),
			Request: httptest.NewRequest(http.MethodGet, "https://api.example/x", http.NoBody),
		})
	}
	for name, opts := range map[string][]mcptools.Option{"sentences": nil, "JSON": {mcptools.WithJSON()}} {
		for _, d := range []adapter.Disclosure{adapter.DisclosureKnown, adapter.DisclosureText} {
			t.Run(name, func(t *testing.T) {
				s := bare(mcptools.Middleware(adapters.Default().WithDisclosure(d), opts...))
				mcp.AddTool(s, &mcp.Tool{Name: "x"}, func(context.Context, *mcp.CallToolRequest, struct {
					A int `json:"a"`
				},
				) (*mcp.CallToolResult, any, error) {
					return nil, nil, limited()
				})
				_, err := only(t, mcpagent.NewToolset("server", same(inMemory(t, s)), mcpagent.WithTrustedServer()), "x").Call(t.Context(), json.RawMessage(`{"a":7}`))
				te, ok := toolerr.Find(err)
				require.True(t, ok)
				assert.Equal(t, toolerr.KindUpstreamValidationError, te.Kind())
				assert.Equal(t, 422, te.StatusCode())
				assert.Equal(t, "Upstream HTTP request failed with status code 422 (Unprocessable Content).", te.Error())
				require.Len(t, te.Problems(), 1)
				assert.Equal(t, "/a: must be at most 1", te.Problems()[0].Path+": "+te.Problems()[0].Problem.String())
			})
		}
	}
}
