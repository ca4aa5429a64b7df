// Package inuse is a server with mcp-go behind errand's middleware. // want package:"read"
package inuse

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/errand-go/errand/integrations/mcpgotools"
)

var _ = mcpgotools.Middleware()

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("x"); err != nil {
		return nil, err // the middleware adapts it
	}
	if err := os.Remove("x"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want "text of os.Remove reaches a model through mcp.NewToolResultError"
	}
	if err := os.Remove("x"); err != nil {
		return mcp.NewToolResultErrorFromErr("cannot remove", err), nil // want "text of os.Remove"
	}
	if err := os.Remove("x"); err != nil {
		return &mcp.CallToolResult{ // one content: the error says it all
			IsError: true,
			Content: []mcp.Content{mcp.NewTextContent("Error: " + err.Error())}, // want "text of os.Remove"
		}, nil
	}
	return mcp.NewToolResultText("done"), nil
}
