package mcpgotools_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcpgotools"
)

// Numbers of the caller are as without the middleware, whatever mcp-go's release keeps of
// them. Numbers of a tool stay as it wrote them.
func TestNumbers(t *testing.T) {
	for name, n := range map[string]string{
		"an id of 19 digits": "1844674407370955161", "a whole fraction": "1.0", "negative zero": "-0", "above 2^53": "9007199254740993",
		"a long fraction": "0.1000000000000000055", "beyond float64": "1e400",
	} {
		t.Run(name, func(t *testing.T) {
			args := json.RawMessage(`{"n":[` + n + `],"m":{"k":` + n + `}}`)
			for tool, want := range map[string]string{"structured": `"structuredContent":` + string(args), "failed": `"x":` + string(args), "raw": "", "typed": ""} {
				plain, protected := answered(t, tool, args), answered(t, tool, args, mcpgotools.Middleware(adapters.Default()))
				if assert.Contains(t, protected, want); want == "" {
					assert.Equal(t, plain, protected, tool)
				}
			}
		})
	}
}

// answered returns the message with which a server answers a call. The tools raw and typed
// return their arguments, the others the same numbers, which no client sent.
func answered(t *testing.T, tool string, args json.RawMessage, middleware ...server.ToolHandlerMiddleware) string {
	t.Helper()
	var opts []server.ServerOption
	for _, m := range middleware {
		opts = append(opts, server.WithToolHandlerMiddleware(m))
	}
	s := server.NewMCPServer("test", "1", opts...)
	res, sent := &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: args}, json.RawMessage(`{}`)
	switch tool {
	case "failed":
		res = &mcp.CallToolResult{IsError: true, Result: mcp.Result{Meta: &mcp.Meta{AdditionalFields: map[string]any{"x": args}}}}
	case "raw", "typed":
		sent = args
	}
	s.AddTool(mcp.NewTool("x"), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if tool == "raw" {
			res.StructuredContent = r.GetRawArguments()
		}
		return res, nil
	})
	if tool == "typed" {
		s.AddTool(mcp.NewTool("x"), mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in map[string]json.RawMessage) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: in}, nil
		}))
	}
	raw := encoded(t, s.HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":`+string(sent)+`}}`)))
	return raw
}
