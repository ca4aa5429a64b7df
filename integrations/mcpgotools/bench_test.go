package mcpgotools_test

import (
	"context"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcpgotools"
)

// BenchmarkMiddleware measures the cost of the middleware for a call that succeeds, and for
// a failure. BenchmarkCall measures a call over the fastest transport, with and without it.
func BenchmarkMiddleware(b *testing.B) {
	for name, res := range map[string]*mcp.CallToolResult{"success": mcp.NewToolResultText("fine"), "failure": mcp.NewToolResultError("no seats left")} {
		b.Run(name, func(b *testing.B) {
			handler := mcpgotools.Middleware(adapters.Default())(returning(res, nil))
			var req mcp.CallToolRequest
			req.Params.Name, req.Params.Arguments = "x", map[string]any{"item": "tea", "count": 5.0}
			b.ReportAllocs()
			for b.Loop() {
				_, _ = handler(b.Context(), req)
			}
		})
	}
}

func BenchmarkCall(b *testing.B) {
	for name, m := range map[string]server.ToolHandlerMiddleware{
		"bare":    func(next server.ToolHandlerFunc) server.ToolHandlerFunc { return next },
		"guarded": guard(),
	} {
		b.Run(name, func(b *testing.B) {
			s := server.NewMCPServer("bench", "1", server.WithToolHandlerMiddleware(m))
			s.AddTool(mcp.NewTool("x"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return mcp.NewToolResultText("fine"), nil
			})
			c := inProcess(b, s)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := call(b, c, "x", map[string]any{"item": "tea"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
