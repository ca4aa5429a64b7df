package mcpagent

import (
	"context"
	"crypto/sha256"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/toolerr"
)

// maxTools is the maximum number of tools, and of pages, in a list.
const maxTools = 1000

// listed returns the server's tools. If the server does not answer in a session that existed
// before, a new one is tried, because a list changes nothing: the server may have died, or
// refuse a token that the session was made with. A session in which no list arrives in time
// is dropped.
func (s *Toolset) listed(ctx context.Context) (all []*mcp.Tool, err error) {
	for {
		session, fresh, err := s.live(ctx)
		if err != nil {
			return nil, s.unsent(ctx, err)
		}
		if all, err = s.list(ctx, session); err == nil {
			return all, nil
		}
		if answered(err) || errors.Is(ctx.Err(), context.Canceled) {
			return nil, err
		}
		s.lost(session)
		if fresh || ctx.Err() != nil {
			return nil, err
		}
	}
}

// answered reports whether an error is about an answer of the server, so that the session is
// usable.
func answered(err error) bool {
	var refused *jsonrpc.Error
	_, unusable := toolerr.Find(err)
	return unusable || errors.As(err, &refused)
}

// list requests the server's tools, page by page. The SDK's own iterator (v1.8.0) has no
// limit while the server returns new cursors.
func (s *Toolset) list(ctx context.Context, session *mcp.ClientSession) ([]*mcp.Tool, error) {
	var all []*mcp.Tool
	seen := map[[sha256.Size]byte]bool{} // hashed, because a cursor may be long
	for cursor := ""; ; {
		page, err := session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
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
