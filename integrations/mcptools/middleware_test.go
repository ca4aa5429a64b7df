package mcptools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/toolerr"
)

// stopped is the message for a tool that panicked or called runtime.Goexit.
const stopped = "The tool stopped unexpectedly."

// failures are the failing tools, and the payloads that a model reads.
var failures = map[string]struct {
	tool, args string
	want       map[string]any
}{
	"a vendor's error, with a chain": {"limited", `{}`, map[string]any{
		"success": false, "error": "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.",
		"error_code": "rate_limited", "kind": "UPSTREAM_RUNTIME_RATE_LIMIT", "can_retry": true,
		"retry_after_ms": 30000.0, "status_code": 429.0, "service": "_http",
	}},
	"an error of the tool itself": {"own", `{}`, map[string]any{
		"success": false, "error": "There is no such city.", "hint": "Use the English name.",
		"error_code": "internal_error", "kind": "TOOL_RUNTIME_RETRY", "can_retry": true,
	}},
	"a raw handler's error":                   {"raw", `{}`, failed("TOOL_RUNTIME_FATAL", toolerr.KindToolFatal.Message().String())},
	"a reason of the tool":                    {"reason", `{"item":"tea-7"}`, failed("TOOL_RUNTIME_FATAL", "no item tea-7 in stock, says (withheld)")},
	"an error of another server":              {"proxy", `{}`, refusedElsewhere()},
	"a protocol error that is nil":            {"nilerror", `{}`, failed("TOOL_RUNTIME_FATAL", toolerr.KindToolFatal.Message().String())},
	"a protocol error that cannot be encoded": {"baddata", `{}`, refusedElsewhere()},
	"a panic":                             {"panic", `{}`, unknown(failed("TOOL_RUNTIME_FATAL", stopped))},
	"the goroutine exits":                 {"exit", `{}`, unknown(failed("TOOL_RUNTIME_FATAL", stopped))},
	"neither result nor error":            {"nothing", `{}`, unusable()},
	"not a number":                        {"nan", `{}`, unknown(unusable())},
	"a block that is nil":                 {"nilblock", `{}`, unknown(unusable())},
	"output that does not fit its schema": {"misfit", `{}`, unknown(unusable())},
	"content that cannot be encoded":      {"broken", `{}`, failed("TOOL_RUNTIME_FATAL", toolerr.KindToolFatal.Message().String())},
	"several invalid arguments": {
		"order", `{"item":"` + canary + `","count":0,"size":"` + canary + `","colour":"` + canary + `"}`,
		invalid("/colour", "is not known", "/count", "must be at least 1",
			"/item", "must have at most 8 characters", "/size", `must be one of "small" or "large"`),
	},
	"arguments that are missing": {"order", `{}`, invalid("/item", "is required", "/count", "is required")},
	"an argument of another type": {
		"order", `{"item":7,"count":"` + canary + `"}`,
		invalid("/count", "has the wrong type; it must be integer, not string", "/item", "has the wrong type; it must be string, not number"),
	},
	"a number without bounds":          {"order", `{"item":"x","count":1e999999999}`, invalid("", "does not fit the tool's input schema")},
	"arguments that are not an object": {"order", `["` + canary + `"]`, invalid("", "is not a JSON object")},
	"a number that does not fit":       {"order", `{"item":"x","count":1e300}`, invalid("/count", "has an invalid value")},
	"an invalid date": {
		"order", `{"item":"x","count":1,"due":"` + canary + `"}`,
		invalid("/due", "must be in the format date-time (RFC 3339), such as 2006-01-02T15:04:05Z"),
	},
}

func failed(kind, text string) map[string]any {
	p := map[string]any{"success": false, "error": text, "error_code": "internal_error", "kind": kind, "can_retry": false}
	if k := toolerr.Kind(kind); text == k.Message().String() {
		p["hint"] = toolerr.New(k, toolerr.Message{}).Hint().String()
	}
	return p
}

func unknown(p map[string]any) map[string]any {
	p["effect"], p["hint"] = "unknown", "The call may have been carried out. Find out before you make it again."
	p["error"] = p["error"].(string) + " The request may have been carried out all the same."
	return p
}

// refusedElsewhere returns the payload of a protocol error whose code is not in
// mcpadapter's table.
func refusedElsewhere() map[string]any {
	p := unknown(failed("UPSTREAM_RUNTIME_UNMAPPED", "The MCP server answered with an error of its own."))
	p["error_code"], p["service"] = "external_service_error", "_mcp"
	return p
}

func unusable() map[string]any {
	return failed("TOOL_RUNTIME_BAD_OUTPUT_VALUE", toolerr.KindToolBadOutputValue.Message().String())
}

func invalid(problems ...string) map[string]any {
	p := failed("TOOL_RUNTIME_BAD_INPUT_VALUE", "The arguments do not fit the tool's schema. Correct them and call again.")
	p["error_code"] = "invalid_input"
	var all []any
	for i := 0; i < len(problems); i += 2 {
		all = append(all, map[string]any{"path": problems[i], "problem": problems[i+1]})
	}
	p["problems"] = all
	return p
}

// TestFailures calls every failing tool over every transport. After each call the server
// still runs, and the next call succeeds.
func TestFailures(t *testing.T) {
	for transport, open := range transports {
		t.Run(transport, func(t *testing.T) {
			session := open(t)
			for name, tt := range failures {
				t.Run(name, func(t *testing.T) {
					res := call(t, session, tt.tool, tt.args)
					got := payloadOf(t, res)
					sortProblems(got)
					sortProblems(tt.want)
					assert.Equal(t, tt.want, got)
					assert.Nil(t, res.StructuredContent)
					raw := encoded(t, res)
					assert.Empty(t, faults.Planted().Find(raw))
					assert.NotContains(t, raw, canary)

					res = call(t, session, "add", `{"a":40,"b":2}`)
					assert.False(t, res.IsError)
					assert.Equal(t, map[string]any{"total": 42.0}, res.StructuredContent)
				})
			}
		})
	}
}

func sortProblems(p map[string]any) {
	all, _ := p["problems"].([]any)
	for i := range all {
		for j := i; j > 0 && fmt.Sprint(all[j]) < fmt.Sprint(all[j-1]); j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
}

// Without the middleware, the model gets the texts that the tests above must not find.
func TestWithoutMiddleware(t *testing.T) {
	session := inMemory(t, newServer())
	raw, _ := json.Marshal(call(t, session, "order", `{"item":"`+canary+`","count":1}`))
	assert.Contains(t, string(raw), canary)

	_, err := try(t, session, "raw", `{}`)
	assert.ErrorContains(t, err, canary)
}

func TestUnchangedResults(t *testing.T) {
	for transport, open := range transports {
		t.Run(transport, func(t *testing.T) {
			session := open(t)
			t.Run("a protocol error from a handler", func(t *testing.T) {
				_, err := try(t, session, "protocol", `{}`)
				var e *jsonrpc.Error
				ok := errors.As(err, &e)
				require.True(t, ok, "%v", err)
				assert.EqualValues(t, -32042, e.Code)
				assert.Equal(t, "sign in", e.Message)
			})
			t.Run("an unknown tool", func(t *testing.T) {
				_, err := try(t, session, "nosuch", `{}`)
				var e *jsonrpc.Error
				ok := errors.As(err, &e)
				require.True(t, ok, "%v", err)
				assert.EqualValues(t, jsonrpc.CodeInvalidParams, e.Code)
			})
			t.Run("a marked result that is kept", func(t *testing.T) {
				res := call(t, session, "plain", `{}`)
				assert.True(t, res.IsError)
				assert.Equal(t, []mcp.Content{&mcp.TextContent{Text: "no seats left"}}, res.Content)
				assert.NotContains(t, res.Meta, mcptools.MetaKey)
			})
			t.Run("text beside an error", func(t *testing.T) {
				res := call(t, session, "spoken", `{}`)
				assert.Equal(t, "TOOL_RUNTIME_FATAL", payloadOf(t, res)["kind"])
				require.Len(t, res.Content, 2, "a text may be a service's")
				assert.Equal(t, []byte("map"), res.Content[1].(*mcp.ImageContent).Data)
				assert.Equal(t, "left", res.Meta["example.com/door"])
			})
			t.Run("other methods", func(t *testing.T) {
				list, err := session.ListTools(t.Context(), nil)
				require.NoError(t, err)
				assert.NotEmpty(t, list.Tools)
			})
		})
	}
}

// Adapters and outer middleware get the error that the tool returned.
func TestChainSurvives(t *testing.T) {
	seen := &watcher{}
	var outer error
	outermost := func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if cr, ok := res.(*mcp.CallToolResult); ok {
				outer = cr.GetError()
			}
			return res, err
		}
	}
	session := inMemory(t, newServer(outermost, middleware(adapters.Default().WithObserver(seen))))
	call(t, session, "limited", `{}`)
	require.ErrorIs(t, outer, toolerr.KindUpstreamRateLimit)
	te, _ := toolerr.Find(outer)
	assert.ErrorContains(t, te.Cause(), "weather: ")
	assert.Contains(t, te.DeveloperMessage(), canary, "for the logs")
	assert.Empty(t, faults.Planted().FindCredentials(te.DeveloperMessage()))

	for _, tool := range []string{"panic", "order", "nothing"} {
		call(t, session, tool, `{}`)
	}
	seen.Lock()
	defer seen.Unlock()
	assert.Equal(t, []string{
		"limited UPSTREAM_RUNTIME_RATE_LIMIT", "panic TOOL_RUNTIME_FATAL",
		"order TOOL_RUNTIME_BAD_INPUT_VALUE", "nothing TOOL_RUNTIME_BAD_OUTPUT_VALUE",
	}, seen.all)
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

func TestSchemaOnALaterPage(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{PageSize: 2})
	s.AddReceivingMiddleware(middleware(adapter.Registry{}))
	tools(s)
	assert.Equal(t, invalid("/count", "is required"), payloadOf(t, call(t, inMemory(t, s), "order", `{"item":"x"}`)))
}

func request(tool string) *mcp.CallToolRequest {
	return &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: tool, Arguments: json.RawMessage("{}")}}
}

// Without a schema, the message is general.
func TestSchemaThatIsNotAvailable(t *testing.T) {
	for name, list := range map[string]func() (mcp.Result, error){
		"an error":        func() (mcp.Result, error) { return nil, errors.New(canary) },
		"a panic":         func() (mcp.Result, error) { panic(canary) },
		"nothing":         func() (mcp.Result, error) { return nil, nil },
		"another tool":    func() (mcp.Result, error) { return &mcp.ListToolsResult{Tools: []*mcp.Tool{nil, {Name: "y"}}}, nil },
		"an endless list": func() (mcp.Result, error) { return &mcp.ListToolsResult{NextCursor: "again"}, nil },
		"no schema": func() (mcp.Result, error) {
			return &mcp.ListToolsResult{Tools: []*mcp.Tool{{Name: "x", InputSchema: make(chan int)}}}, nil
		},
		"a schema in a file": func() (mcp.Result, error) {
			return &mcp.ListToolsResult{Tools: []*mcp.Tool{{Name: "x", InputSchema: map[string]any{"$ref": "file:///etc/passwd"}}}}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			handler := middleware(adapter.Registry{})(func(_ context.Context, method string, _ mcp.Request) (mcp.Result, error) {
				if method == "tools/list" {
					return list()
				}
				res := &mcp.CallToolResult{}
				res.SetError(errors.New(`validating "arguments": ` + canary))
				return res, nil
			})
			res, err := handler(t.Context(), "tools/call", request("x"))
			require.NoError(t, err)
			raw := encoded(t, res)
			assert.NotContains(t, raw, canary)
			if name == "a panic" {
				return // the server's own panic is recovered, and is not about arguments
			}
			assert.Contains(t, raw, "does not fit the tool's input schema")
		})
	}
}

// A decoder's error about other JSON than the arguments is a failure of the tool.
func TestTheToolsOwnDecoding(t *testing.T) {
	type reply struct{ A int8 }
	own := json.Unmarshal([]byte(`{"a":300}`), &reply{})
	sdk := &json.UnmarshalTypeError{Value: "number 300 overflows", Field: "a.b", Type: reflect.TypeFor[int8]()}
	for name, tt := range map[string]struct {
		args string
		err  error
		want toolerr.Kind
	}{
		"an error for other data":           {`{"a":300}`, own, toolerr.KindToolFatal},
		"an error for the call's arguments": {`{"a":{"b":300}}`, sdk, toolerr.KindToolBadInputValue},
		"an error for another field":        {`{"a":{"c":300}}`, sdk, toolerr.KindToolFatal},
		"an error for a field of an array":  {`{"a":[300]}`, sdk, toolerr.KindToolFatal},
		"a wrapped error":                   {`{"a":{"b":300}}`, fmt.Errorf("reply: %w", sdk), toolerr.KindToolFatal},
		"arguments that are not JSON":       {`{`, sdk, toolerr.KindToolFatal},
		"an error without a field":          {`{}`, &json.UnmarshalTypeError{Value: `"x"`}, toolerr.KindToolFatal},
	} {
		t.Run(name, func(t *testing.T) {
			handler := middleware(adapter.Registry{})(func(context.Context, string, mcp.Request) (mcp.Result, error) {
				res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "no"}}} // SetError does not need a text
				res.SetError(tt.err)
				return res, nil
			})
			req := request("x")
			req.Params.Arguments = json.RawMessage(tt.args)
			res, err := handler(t.Context(), "tools/call", req)
			require.NoError(t, err)
			assert.ErrorIs(t, res.(*mcp.CallToolResult).GetError(), tt.want)
		})
	}
}

// A call that the client canceled ends on the server too, and the session continues.
func TestCancelOverTheWire(t *testing.T) {
	for transport, open := range transports {
		t.Run(transport, func(t *testing.T) {
			session := open(t)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "wait"})
			require.ErrorIs(t, err, context.DeadlineExceeded)
			assert.False(t, call(t, session, "add", `{"a":1}`).IsError)
		})
	}
}

// A tool that reports progress has more than the default time, if the middleware sees its
// messages.
func TestProgress(t *testing.T) {
	for name, tt := range map[string]struct {
		annotations *mcp.ToolAnnotations
		sending     bool
		failed      bool
	}{
		"seen":                   {&mcp.ToolAnnotations{ReadOnlyHint: true}, true, false},
		"not seen":               {&mcp.ToolAnnotations{ReadOnlyHint: true}, false, true},
		"not seen, not declared": {nil, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
				errand := middleware(adapters.Default())
				s.AddReceivingMiddleware(errand)
				if tt.sending {
					s.AddSendingMiddleware(errand)
				}
				mcp.AddTool(s, &mcp.Tool{Name: "build", Annotations: tt.annotations}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
					<-time.After(20 * time.Second)
					_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: "t", Progress: 1})
					<-time.After(20 * time.Second)
					return &mcp.CallToolResult{}, nil, nil
				})
				session := inMemory(t, s)
				res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "build", Arguments: map[string]any{}})
				require.NoError(t, err)
				assert.Equal(t, tt.failed, res.IsError)
				<-time.After(time.Minute) // until a call that was left running has ended
			})
		})
	}
}

// A server's annotations of its own tools are a declaration: with them, a model is offered a
// retry after a failure whose effect is not known.
func TestAnnotationsDeclareATool(t *testing.T) {
	s := newServer(guard())
	for name, hints := range map[string]*mcp.ToolAnnotations{
		"none": nil, "empty": {}, "reads": {ReadOnlyHint: true}, "twice": {IdempotentHint: true},
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`), Annotations: hints},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, toolerr.Upstream(502, toolerr.Message{})
			})
	}
	session := inMemory(t, s)
	for name, want := range map[string]bool{"none": false, "empty": false, "reads": true, "twice": true} {
		assert.Equal(t, want, payloadOf(t, call(t, session, name, `{}`))["can_retry"], name)
	}
}
