package mcpgotools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/errand-go/errand/toolerr"
)

const (
	stopped = "The tool stopped unexpectedly."
	sorry   = "The tool failed and cannot complete this call."
	unfit   = "The arguments of the call are not valid."
	invalid = "The arguments of the call are not valid."
)

// failures are the failing tools, and the payloads that a model reads.
var failures = map[string]struct {
	args any
	want map[string]any
}{
	"limited": {nil, map[string]any{
		"success": false, "error": "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 7 seconds.",
		"error_code": "rate_limited", "kind": "UPSTREAM_RUNTIME_RATE_LIMIT", "can_retry": true,
		"retry_after_ms": 7000.0, "status_code": 429.0, "service": "_http",
	}},
	"refused": {map[string]any{"item": "tea", "count": 500}, with(map[string]any{
		"success": false, "error": "Upstream HTTP request failed with status code 422 (Unprocessable Content).",
		"error_code": "invalid_input", "kind": "UPSTREAM_RUNTIME_VALIDATION_ERROR", "can_retry": false, "status_code": 422.0, "service": "_http",
	}, "/count", "must be at most 100")},
	"reason":     {map[string]any{"item": "tea-7"}, failed(toolerr.KindToolFatal, "no item tea-7 in stock, says (withheld)")},
	"raw":        {nil, failed(toolerr.KindToolFatal, sorry)},
	"panic":      {nil, unknown(failed(toolerr.KindToolFatal, stopped))},
	"exit":       {nil, unknown(failed(toolerr.KindToolFatal, stopped))},
	"nothing":    {nil, failed(toolerr.KindToolBadOutputValue, "")},
	"nan":        {nil, unknown(failed(toolerr.KindToolBadOutputValue, ""))},
	"badmeta":    {nil, unknown(failed(toolerr.KindToolBadOutputValue, ""))},
	"marked":     {nil, failed(toolerr.KindToolFatal, sorry)},
	"broken":     {nil, failed(toolerr.KindToolFatal, sorry)},
	"structured": {map[string]any{"item": "tea", "count": 500}, with(failed(toolerr.KindToolBadInputValue, unfit), "/count", "must be at most 100")},
	"missing":    {map[string]any{"count": 1}, with(failed(toolerr.KindToolBadInputValue, invalid), "/item", "is required")},
	"typed":      {map[string]any{"item": "x", "count": canary}, with(failed(toolerr.KindToolBadInputValue, invalid), "/count", "has the wrong type")},
}

func failed(kind toolerr.Kind, text string) map[string]any {
	if text == "" {
		text = kind.Message().String()
	}
	p := map[string]any{"success": false, "error": text, "error_code": string(kind.Code()), "kind": string(kind), "can_retry": false}
	if text == kind.Message().String() {
		p["hint"] = toolerr.New(kind, toolerr.Message{}).Hint().String()
	}
	return p
}

func unknown(p map[string]any) map[string]any {
	p["effect"], p["hint"] = "unknown", "The call may have been carried out. Find out before you make it again."
	p["error"] = p["error"].(string) + " The request may have been carried out all the same."
	return p
}

func with(p map[string]any, path, problem string) map[string]any {
	delete(p, "hint")
	p["problems"] = []any{map[string]any{"path": path, "problem": problem}}
	return p
}

// TestFailures calls every failing tool over every transport. After each call the server
// still runs, and the next call succeeds.
func TestFailures(t *testing.T) {
	for transport, open := range transports {
		t.Run(transport, func(t *testing.T) {
			c := open(t)
			for tool, tt := range failures {
				t.Run(tool, func(t *testing.T) {
					res := call(t, c, tool, tt.args)
					assert.Equal(t, tt.want, payloadOf(t, res))
					assert.Nil(t, res.StructuredContent)
					raw := encoded(t, res)
					assert.Empty(t, faults.Planted().Find(raw))
					assert.NotContains(t, raw, canary)

					res = call(t, c, "echo", map[string]any{"item": "tea"})
					assert.False(t, res.IsError)
					assert.Equal(t, "tea", textOf(t, res))
				})
			}
		})
	}
}

// Without the middleware, the model gets the texts that the tests above must not find.
func TestWithoutMiddleware(t *testing.T) {
	c := inProcess(t, newServer())
	assert.Contains(t, textOf(t, call(t, c, "marked", nil)), canary)
	_, err := try(t, c, "raw", nil)
	assert.ErrorContains(t, err, canary)
}

func TestUnchangedResults(t *testing.T) {
	for transport, open := range transports {
		t.Run(transport, func(t *testing.T) {
			c := open(t)
			t.Run("an unknown tool", func(t *testing.T) {
				_, err := try(t, c, "nosuch", nil)
				assert.ErrorContains(t, err, "not found")
			})
			t.Run("an error of the protocol", func(t *testing.T) {
				_, err := try(t, c, "elicit", nil)
				assert.ErrorContains(t, err, "URL elicitation required")
			})
			t.Run("a marked result that is kept", func(t *testing.T) {
				res := call(t, c, "kept", nil)
				assert.True(t, res.IsError)
				assert.Equal(t, "no seats left", textOf(t, res))
				raw := encoded(t, res.Meta)
				assert.NotContains(t, raw, mcpgotools.MetaKey)
			})
			t.Run("the other parts of a result", func(t *testing.T) {
				res := call(t, c, "spoken", nil)
				assert.Equal(t, "TOOL_RUNTIME_FATAL", payloadOf(t, res)["kind"])
				require.Len(t, res.Content, 3)
				assert.IsType(t, mcp.ImageContent{}, res.Content[1])
				assert.IsType(t, mcp.AudioContent{}, res.Content[2])
				assert.Equal(t, "left", res.Meta.AdditionalFields["example.com/door"])
				raw := encoded(t, res)
				assert.NotContains(t, raw, canary)
			})
		})
	}
}

// A text that the author allows is passed on, without credentials, as a payload or in
// sentences.
func TestDisclosure(t *testing.T) {
	const key = "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc"
	for name, tt := range map[string]struct {
		registry adapter.Registry
		opts     []mcpgotools.Option
		text     string
	}{
		"to the tool":     {adapters.Default().WithDisclosure(adapter.DisclosureText, "x"), nil, "no seats; key (redacted)"},
		"to another tool": {adapters.Default().WithDisclosure(adapter.DisclosureText, "other"), nil, sorry},
		"in JSON":         {adapters.Default().WithDisclosure(adapter.DisclosureText), []mcpgotools.Option{mcpgotools.WithJSON()}, `"upstream_message":"no seats; key (redacted)"`},
	} {
		t.Run(name, func(t *testing.T) {
			s := server.NewMCPServer("test", "1", server.WithToolHandlerMiddleware(mcpgotools.Middleware(tt.registry, tt.opts...)))
			s.AddTool(mcp.NewTool("x"), returning(mcp.NewToolResultError("no seats; key "+key), nil))
			res := call(t, inProcess(t, s), "x", nil)
			assert.Contains(t, textOf(t, res), tt.text)
			facts, ok := res.Meta.AdditionalFields[mcpgotools.MetaKey].(map[string]any)
			require.True(t, ok)
			assert.NotContains(t, facts, "upstream_message")
			assert.Equal(t, tt.opts == nil, facts["kind"] != nil)
			assert.NotContains(t, encoded(t, res), key)
		})
	}
}

// A read-only tool has 30 seconds, or more after progress, and another one 2 minutes.
func TestDefaultTimeout(t *testing.T) {
	for name, tt := range map[string]struct {
		option mcp.ToolOption
		run    func(ctx context.Context)
		want   time.Duration
	}{
		"read-only":  {mcp.WithReadOnlyHintAnnotation(true), func(context.Context) {}, 30 * time.Second},
		"idempotent": {mcp.WithIdempotentHintAnnotation(true), func(context.Context) {}, 30 * time.Second},
		"other":      {mcp.WithDescription("x"), func(context.Context) {}, 2 * time.Minute},
		"progress": {mcp.WithReadOnlyHintAnnotation(true), func(ctx context.Context) {
			<-time.After(20 * time.Second)
			mcpgotools.Extend(ctx)
		}, 50 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := server.NewMCPServer("test", "1", server.WithToolHandlerMiddleware(middleware(adapters.Default())))
				s.AddTool(mcp.NewTool("x", tt.option), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					tt.run(ctx)
					<-ctx.Done()
					return nil, ctx.Err()
				})
				start := time.Now()
				answer := s.HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`))
				assert.Equal(t, tt.want, time.Since(start))
				assert.Contains(t, encoded(t, answer), "TOOL_RUNTIME_TIMEOUT")
			})
		})
	}
}

func returning(res *mcp.CallToolResult, err error) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, err }
}

// The model's arguments are compared in any form.
func TestArguments(t *testing.T) {
	refusal := toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(
		toolerr.Finding{Rule: toolerr.RuleNotFound, Fields: []string{"id"}, Value: "9007199254740993"}))
	for name, tt := range map[string]struct {
		args any
		want []any
	}{
		"raw JSON": {json.RawMessage(`{"id":9007199254740993}`), []any{map[string]any{"path": "/id", "problem": "refers to something that does not exist"}}},
		"a map":    {map[string]any{"id": 7}, []any{map[string]any{"path": "/id", "problem": "refers to something that does not exist"}}},
		"a list":   {[]any{"id"}, []any{map[string]any{"path": "", "problem": "A value refers to something that does not exist"}}},
		"none":     {nil, []any{map[string]any{"path": "", "problem": "A value refers to something that does not exist"}}},
		"not JSON": {make(chan int), []any{map[string]any{"path": "", "problem": "A value refers to something that does not exist"}}},
	} {
		t.Run(name, func(t *testing.T) {
			handler := middleware(adapters.Default())(func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if m := req.GetArguments(); m != nil {
					m["id"] = "changed by the tool"
				}
				return nil, refusal
			})
			var req mcp.CallToolRequest
			req.Params.Name, req.Params.Arguments = "x", tt.args
			res, err := handler(t.Context(), req)
			require.NoError(t, err)
			var p map[string]any
			require.NoError(t, json.Unmarshal([]byte(textOf(t, res)), &p))
			assert.Equal(t, tt.want, p["problems"])
		})
	}
}

// The result may contain names in the tool's schema; for a session with its own tool, in
// that tool's schema.
func TestSchemas(t *testing.T) {
	refuse := func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(
			toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"colour"}, Names: []string{"blue-1", "red-2", canary}}))
	}
	tool := func(name, colour string) mcp.Tool {
		return mcp.NewTool(name, mcp.WithString("colour", mcp.Enum(colour)))
	}
	s := server.NewMCPServer("test", "1", server.WithToolHandlerMiddleware(guard()), server.WithToolCapabilities(true))
	s.AddTool(tool("x", "blue-1"), refuse)
	s.AddTool(mcp.NewToolWithRawSchema("raw", "", json.RawMessage(`{"type":"object","properties":{"colour":{"enum":["red-2"]}}}`)), refuse)
	problem := func(colour string) []any {
		return []any{map[string]any{"path": "/colour", "problem": `is not one of the allowed values, such as "` + colour + `"`}}
	}
	c := inProcess(t, s)
	for name, colour := range map[string]string{"x": "blue-1", "raw": "red-2"} {
		res := call(t, c, name, map[string]any{"colour": "green"})
		assert.Equal(t, problem(colour), payloadOf(t, res)["problems"])
	}
	t.Run("a tool that was replaced", func(t *testing.T) {
		s.AddTool(tool("x", "red-2"), refuse)
		res := call(t, c, "x", map[string]any{"colour": "green"})
		assert.Equal(t, problem("red-2"), payloadOf(t, res)["problems"])
	})
	t.Run("a tool of the session", func(t *testing.T) {
		session := &ownTools{tools: map[string]server.ServerTool{"x": {Tool: tool("x", "blue-1"), Handler: refuse}}}
		response := s.HandleMessage(s.WithContext(t.Context(), session),
			json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"colour":"green"}}}`))
		assert.Contains(t, encoded(t, response), `such as \\\"blue-1\\\"`)
	})
	t.Run("without a server", func(t *testing.T) {
		var req mcp.CallToolRequest
		req.Params.Name, req.Params.Arguments = "x", map[string]any{"colour": "green"}
		res, err := guard()(refuse)(t.Context(), req)
		require.NoError(t, err)
		assert.Contains(t, textOf(t, res), "is not one of the allowed values")
		assert.NotContains(t, textOf(t, res), "blue-1")
	})
}

// ownTools is a session with its own tools.
type ownTools struct {
	server.ClientSession
	tools map[string]server.ServerTool
}

func (*ownTools) SessionID() string                                    { return "s" }
func (*ownTools) Initialize()                                          {}
func (*ownTools) Initialized() bool                                    { return true }
func (*ownTools) NotificationChannel() chan<- mcp.JSONRPCNotification  { return nil }
func (o *ownTools) GetSessionTools() map[string]server.ServerTool      { return o.tools }
func (o *ownTools) SetSessionTools(tools map[string]server.ServerTool) { o.tools = tools }

// Two nested middlewares act like one: each failure has one record, with the details that
// the model does not read.
func TestTwice(t *testing.T) {
	seen := &watcher{}
	var b bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&b, nil))
	c := inProcess(t, newServer(middleware(adapters.Default().WithLogger(logger)), middleware(adapters.Default().WithObserver(seen).WithLogger(logger))))
	for i, tool := range []string{"echo", "limited", "raw", "panic"} {
		res := call(t, c, tool, nil)
		assert.Len(t, res.Content, 1)
		assert.Equal(t, i, strings.Count(b.String(), "\n"), tool)
		if i > 0 {
			got := payloadOf(t, res)
			assert.Contains(t, b.String(), got["reference"], "by which the record is found")
			delete(got, "reference")
			assert.Equal(t, failures[tool].want, got)
		}
	}
	assert.Contains(t, b.String(), canary)
	assert.Equal(t, []string{"limited UPSTREAM_RUNTIME_RATE_LIMIT", "raw TOOL_RUNTIME_FATAL", "panic TOOL_RUNTIME_FATAL"}, seen.all)
}

type watcher struct {
	sync.Mutex
	all []string
}

func (w *watcher) Adapted(_ context.Context, o adapter.Observation) {
	w.Lock()
	defer w.Unlock()
	w.all = append(w.all, o.Tool+" "+string(o.Err.Kind()))
}
