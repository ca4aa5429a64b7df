package mcptools

import (
	"context"
	"encoding/json"
	"runtime"
	"sync"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/internal/mcpresult"
)

// schemas caches the input schemas of tools. A schema is requested at the first failed call
// in a session. The cache is per session, because a server can have other schemas for each
// client, and is cleared when the client lists the tools again.
type schemas struct {
	bySession sync.Map // *sync.Map of schemas by tool, by weak pointer to the session
}

// of returns the input schema of a request's tool for its session, and nil if it is not
// available.
func (s *schemas) of(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) json.RawMessage {
	if req.Session == nil {
		return schemaOf(ctx, req, next)
	}
	key, tool := weak.Make(req.Session), req.Params.Name
	kept, found := s.bySession.LoadOrStore(key, &sync.Map{})
	if !found {
		runtime.AddCleanup(req.Session, func(key weak.Pointer[mcp.ServerSession]) { s.bySession.Delete(key) }, key)
	}
	byTool, _ := kept.(*sync.Map) // the type is always this
	if schema, ok := byTool.Load(tool); ok {
		raw, _ := schema.(json.RawMessage) // the type is always this
		return raw
	}
	raw := schemaOf(ctx, req, next)
	if raw != nil {
		byTool.Store(tool, raw)
	}
	return raw
}

// forget removes the schemas of the session of a request.
func (s *schemas) forget(req mcp.Request) {
	if session, ok := req.GetSession().(*mcp.ServerSession); ok && session != nil {
		if kept, found := s.bySession.Load(weak.Make(session)); found {
			byTool, _ := kept.(*sync.Map) // the type is always this
			byTool.Clear()
		}
	}
}

// schemaOf requests the input schema of the tool from the server, like a client. It returns
// nil if the schema is not available.
func schemaOf(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) json.RawMessage {
	const maxPages = 100
	params := &mcp.ListToolsParams{}
	for range maxPages {
		res, err := next(ctx, methodListTools, &mcp.ListToolsRequest{Session: req.Session, Params: params, Extra: req.Extra})
		page, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok || page == nil {
			return nil
		}
		for _, t := range page.Tools {
			if t != nil && t.Name == req.Params.Name {
				raw, _ := mcpresult.Encode(t.InputSchema)
				return raw
			}
		}
		if page.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Cursor: page.NextCursor}
	}
	return nil
}
