package mcpgotools_test

import (
	"context"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/internal/effectlaw"
)

// A model is not invited to send a request again that may have been carried out.
func TestNoInvitationToRepeat(t *testing.T) {
	effectlaw.Check(t, func(t *testing.T, tool func(context.Context) error) map[string]any {
		t.Helper()
		s := server.NewMCPServer("test", "1", server.WithToolCapabilities(true), server.WithToolHandlerMiddleware(middleware(adapters.Default())))
		s.AddTool(mcp.NewTool("send"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("done"), tool(ctx)
		})
		res := call(t, inProcess(t, s), "send", map[string]any{})
		if !res.IsError {
			return nil
		}
		return payloadOf(t, res)
	})
}
