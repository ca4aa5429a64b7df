package mcpgotools

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// versionKey is the key of _meta that requests have from version 2026-07-28 of the protocol
// on (mcp-go v1.2.1, mcp/meta.go). These versions do not have the error -32042.
const versionKey = "io.modelcontextprotocol/protocolVersion"

// signIn returns the error that asks the client to open a page on which the caller signs in;
// nil if it cannot. It may make the HTTP response a challenge instead.
func (g *guard) signIn(ctx context.Context, req mcp.CallToolRequest, te *toolerr.ToolRuntimeError) error {
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok && !modern(req.Params.Meta) && sendsCode() {
		if can := session.GetClientCapabilities().Elicitation; can != nil && can.URL != nil {
			if e, ok := g.SignIn.Elicit(ctx, req.Params.Name, te); ok {
				return mcp.URLElicitationRequiredError{Elicitations: []mcp.ElicitationParams{
					{Mode: mcp.ElicitationModeURL, Message: e.Message, URL: e.URL, ElicitationID: e.ID},
				}}
			}
		}
	}
	g.SignIn.Challenge(req.Header, te)
	return nil
}

// sendsCode reports whether mcp-go sends the error -32042. Before v1.2.0 it sends an internal
// error in its place, without the URL.
var sendsCode = sync.OnceValue(func() bool {
	s := server.NewMCPServer("", "")
	s.AddTool(mcp.NewTool("t"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, mcp.URLElicitationRequiredError{}
	})
	raw, _ := mcpresult.Encode(s.HandleMessage(context.Background(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`)))
	return bytes.Contains(raw, []byte("-32042"))
})

// modern reports whether a request is of version 2026-07-28 of the protocol or later.
func modern(meta *mcp.Meta) bool { return meta != nil && meta.AdditionalFields[versionKey] != nil }
