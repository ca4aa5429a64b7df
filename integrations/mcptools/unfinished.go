package mcptools

import (
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// typeComplete is the only type of an answer that is the result of a call. An
// answer that does not say its type is one as well, and one of any other type is
// invalid (MCP specification 2026-07-28, Base Protocol). Before that version the
// member had no meaning.
const typeComplete = "complete"

// unfinished returns the error of an answer that is not yet the result of the
// call, nil for one that is. Its content is not looked at: what it says is no
// outcome.
func (s *Toolset) unfinished(res *mcp.CallToolResult) *toolerr.ToolRuntimeError {
	if res.NeedsInput() || res.InputRequests != nil {
		return lacking(nil)
	}
	if init := s.session.InitializeResult(); init != nil && init.ProtocolVersion < versionWithResultType {
		return nil
	}
	if t := typeOf(res); t == "" || t == typeComplete {
		return nil
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped,
		toolerr.Msg("The MCP server answered with something that is not a result. Whether the call was carried out is unknown."),
		toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectUnknown))
}

// typeOf is the resultType of a result, which the SDK (v1.8.0) shows in no other
// way.
func typeOf(res *mcp.CallToolResult) string {
	bare := *res
	bare.Meta, bare.Content, bare.StructuredContent, bare.InputRequests = nil, nil, nil, nil
	var wire struct{ ResultType string }
	if raw, err := mcpresult.Encode(&bare); err != nil || json.Unmarshal(raw, &wire) != nil {
		return "" // none of these can happen: what is left are strings and a flag
	}
	return wire.ResultType
}

// lacking is the error of a tool that wants something of the client before it
// goes on, and did not get it.
func lacking(cause error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolContextRequired,
		toolerr.Msg("The MCP tool asked for more input before it would go on, and got none. The call is not done; what it did so far is unknown."),
		toolerr.WithCause(cause), toolerr.WithCode(toolerr.CodeExternalServiceError), toolerr.WithService(slug),
		toolerr.WithEffect(toolerr.EffectUnknown))
}

// roundTripPrefixes begin the errors of go-sdk v1.8.0 (mcp/mrtr.go) for input
// that a tool asked for and did not get: the client has no handler for it, the
// handler failed, or the tool asked too often. They have no type, and may wrap a
// *jsonrpc.Error that no server sent. What a server answers begins with the
// method that was called (mcp/transport.go), so that none can pass for these.
var roundTripPrefixes = []string{"multi round-trip: ", "multi-round-trip: "}

// unanswered reports whether err is one of those, as CallTool returned it.
func unanswered(err error) bool {
	s := mcpresult.ErrorText(err)
	for _, prefix := range roundTripPrefixes {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}
