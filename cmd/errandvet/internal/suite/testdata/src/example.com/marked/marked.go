// Package marked is a server behind errand's middleware that marks its results as errors.
package marked

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/mark3labs/mcp-go/mcp"

	"example.com/zoo"
)

var _ = mcpgotools.Middleware()

const closed = "the office is closed"

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, n := zoo.Name, 7
	switch name {
	case "a":
		return mcp.NewToolResultError("the name is 100% empty"), nil // want "a tool states its reason in a result marked as an error"
	case "b":
		return mcp.NewToolResultError(closed), nil // want "a tool states its reason in a result marked as an error"
	case "c":
		return mcp.NewToolResultError(fmt.Sprintf("query %d of %q is empty", n, name)), nil // want "a tool states its reason in a result marked as an error"
	case "d":
		return mcp.NewToolResultErrorf("query %d is empty", n), nil // want "a tool states its reason in a result marked as an error"
	case "e":
		return mcp.NewToolResultError(name), nil // want "a tool states its reason in a result marked as an error"
	case "f":
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent(closed)}}, nil // want "a tool states its reason in a result marked as an error"
	case "g":
		//errandvet:ignore the middleware keeps the results of this tool
		return mcp.NewToolResultError(closed), nil
	}
	if _, err := json.Marshal(name); err != nil {
		return mcp.NewToolResultErrorFromErr("cannot encode the name", err), nil // want "a tool states its reason in a result marked as an error"
	}
	if err := os.Remove("x"); err != nil {
		return mcp.NewToolResultErrorFromErr("cannot remove", err), nil // modelsink reports it
	}
	return mcp.NewToolResultText(closed), nil
}

func notATool() (string, error) { return fmt.Sprint(mcp.NewToolResultError(closed)), nil }
