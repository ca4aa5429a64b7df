package mcptools_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

const (
	lacking = `{"success":false,"error":"The MCP tool asked for more input before it would go on, and got none. The call is not done. The request may have been carried out all the same.",
		"error_code":"external_service_error","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"service":"_mcp","effect":"unknown",` + findOut + `}`
	noResult = `{"success":false,"error":"The MCP server answered with something that is not a result. The request may have been carried out all the same.",
		"error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":false,"service":"_mcp","effect":"unknown",` + findOut + `}`
)

// read returns the response to one call of a tool, as a model reads it.
func read(t *testing.T, tool agent.Policed) string {
	t.Helper()
	chain := adapter.NewChain(tool.Policy().Adapters...)
	got := toolerr.Result(adapter.Do(t.Context(), chain, func(ctx context.Context) (any, error) { return tool.Call(ctx, nil) }))
	agenttest.AssertNoCanary(t, canary, got)
	return got.String()
}

// older refuses the first request of the newest clients, like a server that does not
// support it.
func older(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "server/discover" {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "method not found"}
		}
		return next(ctx, method, req)
	}
}

// These responses declare that the call is unfinished, but the SDK returns them as results.
func TestAnswersThatAreNotAResult(t *testing.T) {
	const done = `{"success":true,"error":null,"data":"done"}`
	tests := map[string]struct {
		answer string
		older  bool
		want   string
	}{
		"input required, without a request":  {answer: `{"content":[],"resultType":"input_required"}`, want: lacking},
		"input required, with a failure":     {answer: `{"content":[{"type":"text","text":"` + canary + `"}],"isError":true,"resultType":"input_required"}`, want: lacking},
		"input required, with content":       {answer: `{"content":[{"type":"text","text":"` + canary + `"}],"resultType":"input_required"}`, want: lacking},
		"input required, in an old version":  {answer: `{"content":[],"resultType":"input_required"}`, older: true, want: lacking},
		"a task":                             {answer: `{"content":[],"resultType":"task"}`, want: noResult},
		"an unknown type, with content":      {answer: `{"content":[{"type":"text","text":"` + canary + `"}],"resultType":"` + canary + `"}`, want: noResult},
		"complete":                           {answer: `{"content":[{"type":"text","text":"done"}],"resultType":"complete"}`, want: done},
		"no type":                            {answer: `{"content":[{"type":"text","text":"done"}]}`, want: done},
		"an unknown type, in an old version": {answer: `{"content":[{"type":"text","text":"done"}],"resultType":"mine"}`, older: true, want: done},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			s.AddTool(&mcp.Tool{Name: "pay", InputSchema: json.RawMessage(`{"type":"object"}`)}, nil)
			s.AddReceivingMiddleware(answering("tools/call", func(mcp.Request) mcp.Result {
				res := &mcp.CallToolResult{}
				assert.NoError(t, json.Unmarshal([]byte(tt.answer), res))
				return res
			}))
			if tt.older {
				s.AddReceivingMiddleware(older)
			}
			session := inMemory(t, s)
			assert.Equal(t, tt.older, session.InitializeResult().ProtocolVersion < "2026-07-28")
			assert.JSONEq(t, tt.want, read(t, only(t, mcpagent.NewToolset("server", same(session), mcpagent.WithTrustedServer()), "pay")))
		})
	}
}

// answering answers one method in place of the server.
func answering(method string, answer func(mcp.Request) mcp.Result) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, asked string, req mcp.Request) (mcp.Result, error) {
			if asked == method {
				return answer(req), nil
			}
			return next(ctx, asked, req)
		}
	}
}

// A tool requires a person's consent before it pays. The clients can or cannot ask for it.
func TestToolThatAsksFirst(t *testing.T) {
	answers := func(res *mcp.ElicitResult, err error) *mcp.ClientOptions {
		return &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return res, err }}
	}
	confirm := mcp.InputRequestMap{"ok": &mcp.ElicitParams{Message: "Really?", Mode: "form"}}
	const paid = `{"success":true,"error":null,"data":"paid"}`
	tests := map[string]struct {
		opts     *mcp.ClientOptions
		requests mcp.InputRequestMap
		insists  bool
		want     string
	}{
		"a client that answers by itself": {
			opts: &mcp.ClientOptions{MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}}, requests: confirm, want: lacking,
		},
		"a client without a handler":       {opts: nil, requests: confirm, want: lacking},
		"a handler that fails":             {opts: answers(nil, errors.New(canary)), requests: confirm, want: lacking},
		"a person who does not answer":     {opts: answers(nil, context.DeadlineExceeded), requests: confirm, want: lacking},
		"a tool that asks again and again": {opts: answers(&mcp.ElicitResult{Action: "accept"}, nil), requests: confirm, insists: true, want: lacking},
		"a tool with a timeout":            {opts: nil, requests: mcp.InputRequestMap{}, insists: true, want: lacking},
		"a person who agrees":              {opts: answers(&mcp.ElicitResult{Action: "accept"}, nil), requests: confirm, want: paid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := only(t, mcpagent.NewToolset("server", same(asking(t, tt.opts, tt.requests, tt.insists)), mcpagent.WithTrustedServer()), "pay")
			assert.JSONEq(t, tt.want, read(t, tool))
		})
	}
}

// asking returns a session with a server whose one tool asks before it pays.
func asking(t *testing.T, opts *mcp.ClientOptions, requests mcp.InputRequestMap, insists bool) *mcp.ClientSession {
	t.Helper()
	s := bare(middleware(adapter.Registry{}))
	s.AddTool(&mcp.Tool{Name: "pay", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if insists || req.Params.InputResponses == nil {
				return &mcp.CallToolResult{InputRequests: requests}, nil
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "paid"}}}, nil
		})
	there, here := mcp.NewInMemoryTransports()
	ss, err := s.Connect(t.Context(), there, nil)
	require.NoError(t, err)
	t.Cleanup(func() { ss.Close() })
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, opts).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

// The error is the end of the run, not missing input.
func TestRunThatEndsWhileAPersonIsAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	opts := &mcp.ClientOptions{ElicitationHandler: func(ctx context.Context, _ *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	session := asking(t, opts, mcp.InputRequestMap{"ok": &mcp.ElicitParams{Message: "Really?", Mode: "form"}}, false)
	tool := only(t, mcpagent.NewToolset("server", same(session)), "pay")
	_, err := adapter.Do(ctx, adapter.NewChain(tool.Policy().Adapters...), func(ctx context.Context) (any, error) { return tool.Call(ctx, nil) })
	te, ok := toolerr.Find(err)
	require.True(t, ok)
	assert.Equal(t, toolerr.KindToolCanceled, te.Kind())
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
}
