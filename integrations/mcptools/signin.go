package mcptools

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/integrations/mcptools/internal/contents"
	"github.com/errand-go/errand/toolerr"
)

// signInKey is the key of the request to sign in among the requests for input.
const signInKey = "errand_sign_in"

// signIn returns the request to the client to open a page on which the caller signs in; nil
// if it has none. It may make the HTTP response a challenge instead.
func (g *guard) signIn(ctx context.Context, req *mcp.CallToolRequest, te *toolerr.ToolRuntimeError) (mcp.Result, error) {
	caps := req.ClientCapabilities()
	_, again := req.Params.InputResponses[signInKey]
	if caps != nil && caps.Elicitation != nil && caps.Elicitation.URL != nil && !again {
		if e, ok := g.SignIn.Elicit(ctx, req.Params.Name, te); ok {
			asked := &mcp.ElicitParams{Mode: "url", Message: e.Message, URL: e.URL, ElicitationID: e.ID}
			if req.ProtocolVersion() < contents.VersionWithResultType {
				return nil, mcp.URLElicitationRequiredError([]*mcp.ElicitParams{asked})
			}
			res := &mcp.CallToolResult{}
			_ = json.Unmarshal([]byte(`{"resultType":"input_required"}`), res) // the field can only be set by decoding
			res.InputRequests = mcp.InputRequestMap{signInKey: asked}
			return res, nil
		}
	}
	if req.Extra != nil {
		g.SignIn.Challenge(req.Extra.Header, te)
	}
	return nil, nil //nolint:nilnil // the result is that of a failure
}
