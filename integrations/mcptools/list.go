package mcptools

import (
	"context"
	"crypto/sha256"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/toolerr"
)

// maxTools is how many tools, and how many pages, a list has at most.
const maxTools = 1000

// list asks the server for its tools, page by page. The SDK's own iterator
// (v1.8.0) goes on for as long as the server has another cursor to give.
func (s *Toolset) list(ctx context.Context) ([]*mcp.Tool, error) {
	var all []*mcp.Tool
	seen := map[[sha256.Size]byte]bool{} // a cursor may be of any length
	for cursor := ""; ; {
		page, err := s.session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			return nil, &callError{trusted: s.trusted, err: err}
		}
		all = append(all, page.Tools...)
		cursor = page.NextCursor
		sum := sha256.Sum256([]byte(cursor))
		switch {
		case len(all) > maxTools:
			return nil, unlisted(toolerr.Msgf("The MCP server lists more than %s tools.", toolerr.Int(maxTools)))
		case cursor == "":
			return all, nil
		case seen[sum]:
			return nil, unlisted(toolerr.Msg("The MCP server's list of tools has no end: a page leads back to an earlier one."))
		case len(seen) >= maxTools:
			return nil, unlisted(toolerr.Msgf("The MCP server's list of tools has more than %s pages.", toolerr.Int(maxTools)))
		}
		seen[sum] = true
	}
}

// unlisted is the error of a toolset whose tools cannot be had.
func unlisted(msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolkitLoadFailed, msg, toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectNone))
}
