package mcptools_test

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcptools"
)

// BenchmarkMiddleware measures the cost of the middleware for a call that succeeds, and for
// a failure. BenchmarkCallInMemory measures a call over the fastest transport, without the
// middleware and with it.
func BenchmarkMiddleware(b *testing.B) {
	plain := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "fine"}}}
	failed := &mcp.CallToolResult{}
	failed.SetError(limited())
	for name, res := range map[string]*mcp.CallToolResult{"success": plain, "failure": failed, "marked": said("no seats left")} {
		b.Run(name, func(b *testing.B) {
			handler := mcptools.Middleware(adapters.Default())(
				func(context.Context, string, mcp.Request) (mcp.Result, error) { return res, nil })
			req := request("x")
			b.ReportAllocs()
			for b.Loop() {
				_, _ = handler(b.Context(), "tools/call", req)
			}
		})
	}
}

func BenchmarkCallInMemory(b *testing.B) {
	for name, middleware := range map[string][]mcp.Middleware{"bare": nil, "guarded": {guard()}} {
		b.Run(name, func(b *testing.B) {
			there, here := mcp.NewInMemoryTransports()
			ss, err := newServer(middleware...).Connect(b.Context(), there, nil)
			if err != nil {
				b.Fatal(err)
			}
			defer ss.Close()
			session, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(b.Context(), here, nil)
			if err != nil {
				b.Fatal(err)
			}
			defer session.Close()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := session.CallTool(b.Context(), &mcp.CallToolParams{Name: "add", Arguments: map[string]any{"a": 1}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
