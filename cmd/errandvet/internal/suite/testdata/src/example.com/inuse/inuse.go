// Package inuse is a server with mcp-go behind errand's middleware. // want package:"read"
package inuse

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"

	"example.com/results"

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

func helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("x"); err != nil {
		return failed("cannot remove: " + err.Error()), nil // want "text of os.Remove"
	}
	if err := os.Remove("x"); err != nil {
		return indirect("cannot remove: " + err.Error()), nil // want "text of os.Remove"
	}
	return mcp.NewToolResultText("done"), nil
}

func failed(text string) *mcp.CallToolResult { return mcp.NewToolResultError(text) }

func indirect(text string) *mcp.CallToolResult {
	res := spoken(text)
	res.IsError = true
	return res
}

func spoken(text string) *mcp.CallToolResult { return mcp.NewToolResultText("Error: " + text) }

func elsewhere(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("x"); err != nil {
		return results.Failed("cannot remove: " + err.Error()), nil // want "text of os.Remove"
	}
	if err := os.Remove("x"); err != nil {
		return passed(err), nil // reported where the error is stated
	}
	return mcp.NewToolResultText("done"), nil
}

func passed(err error) *mcp.CallToolResult { return results.Failed(err.Error()) } // want "text of os.Remove, passed at inuse.go:61, reaches"
