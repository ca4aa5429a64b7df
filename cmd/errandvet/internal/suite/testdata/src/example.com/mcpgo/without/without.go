// Package without is a server that does not use errand.
package without

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("no reason")
}
