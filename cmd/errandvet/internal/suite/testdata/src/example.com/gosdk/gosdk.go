// Package gosdk is a server with the official SDK that does not use errand. // want package:"read"
package gosdk

import (
	"context"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type input struct{ Path string }

type output struct{ Error string } // want Error:`tainted\(os.Remove\)`

func errResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func handle(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, output, error) {
	if in.Path == "" {
		return errResult("no path: " + in.Path), output{}, nil
	}
	if err := os.Remove(in.Path); err != nil {
		return errResult("cannot remove " + in.Path + ": " + err.Error()), output{}, nil // want "text of os.Remove"
	}
	if err := os.Remove(in.Path); err != nil {
		return nil, output{}, fmt.Errorf("cannot remove %s: %w", in.Path, err) // want "text of os.Remove"
	}
	if err := os.Remove(in.Path); err != nil {
		return nil, output{Error: err.Error()}, nil // want "text of os.Remove reaches a model through the result of a tool"
	}
	res := &mcp.CallToolResult{}
	if err := os.Remove(in.Path); err != nil {
		res.SetError(err) // want "text of os.Remove"
		return res, output{}, nil
	}
	return res, output{}, nil
}
