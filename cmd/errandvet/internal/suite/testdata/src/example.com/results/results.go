// Package results has helpers that make the results of tools in other packages.
package results

import "github.com/mark3labs/mcp-go/mcp"

func Failed(text string) *mcp.CallToolResult { return mcp.NewToolResultError(text) }
