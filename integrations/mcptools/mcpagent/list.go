package mcpagent

import (
	"context"
	"crypto/sha256"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/toolerr"
)

// maxTools is the maximum number of tools, and of pages, in a list.
const maxTools = 1000

// list requests the server's tools, page by page. The SDK's own iterator (v1.8.0) has no
// limit while the server returns new cursors.
func (s *Toolset) list(ctx context.Context) ([]*mcp.Tool, error) {
	var all []*mcp.Tool
	seen := map[[sha256.Size]byte]bool{} // hashed, because a cursor may be long
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

// unlisted returns the error of a toolset whose tools cannot be listed.
func unlisted(msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolkitLoadFailed, msg, toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectNone))
}
