// Package contents reads the results of tools, for the middleware and for the toolset.
package contents

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/internal/mcpresult"
)

// VersionWithResultType is the first version of the protocol in which results declare
// whether they are complete (go-sdk v1.8.0, mcp/mrtr.go).
const VersionWithResultType = "2026-07-28"

// Text returns the text of a result that was marked as an error.
func Text(res *mcp.CallToolResult) string {
	return mcpresult.Text(Texts(res.Content), res.StructuredContent)
}

// Texts returns the texts in the blocks of a result.
//
//go:noinline
func Texts(content []mcp.Content) (all []string) {
	for _, c := range content {
		switch c := c.(type) {
		case *mcp.TextContent:
			if c != nil {
				all = append(all, c.Text)
			}
		case *mcp.EmbeddedResource:
			if c != nil && c.Resource != nil && c.Resource.Text != "" {
				all = append(all, c.Resource.Text)
			}
		}
	}
	return all
}
