package mcpagent

import (
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/integrations/mcptools/internal/contents"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// typeComplete is the type of a response that is the result of a call. A response without a
// type is a result too, and any other type is invalid (MCP specification 2026-07-28, Base
// Protocol). Before that version the member had no meaning.
const typeComplete = "complete"

// unfinished returns the error of a response that is not yet the result of the call, and
// nil for a result. It ignores the content, which is not an outcome.
func unfinished(init *mcp.InitializeResult, res *mcp.CallToolResult) *toolerr.ToolRuntimeError {
	if res.NeedsInput() || res.InputRequests != nil {
		return lacking(nil)
	}
	if init != nil && init.ProtocolVersion < contents.VersionWithResultType {
		return nil
	}
	if t := typeOf(res); t == "" || t == typeComplete {
		return nil
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped,
		toolerr.Msg("The MCP server answered with something that is not a result."),
		toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectUnknown))
}

// typeOf returns the resultType of a result, which the SDK (v1.8.0) does not export.
func typeOf(res *mcp.CallToolResult) string {
	bare := *res
	bare.Meta, bare.Content, bare.StructuredContent, bare.InputRequests = nil, nil, nil, nil
	var wire struct{ ResultType string }
	if raw, err := mcpresult.Encode(&bare); err != nil || json.Unmarshal(raw, &wire) != nil {
		return "" // cannot happen: the remaining fields are strings and a flag
	}
	return wire.ResultType
}

// lacking returns the error of a tool that requested input from the client and did not get
// it.
func lacking(cause error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolContextRequired,
		toolerr.Msg("The MCP tool asked for more input before it would go on, and got none. The call is not done."),
		toolerr.WithCause(cause), toolerr.WithCode(toolerr.CodeExternalServiceError), toolerr.WithService(slug),
		toolerr.WithEffect(toolerr.EffectUnknown))
}

// roundTripPrefixes are prefixes of the errors of go-sdk v1.8.0 (mcp/mrtr.go) for input
// that a tool requested and did not get: the client has no handler, the handler failed, or
// the tool asked too often. They have no type, and may wrap a *jsonrpc.Error that no server
// sent. Errors of a server begin with the method (mcp/transport.go), so they cannot match.
var roundTripPrefixes = []string{"multi round-trip: ", "multi-round-trip: "}

// unanswered reports whether err, as CallTool returned it, is one of these errors.
func unanswered(err error) bool {
	s := mcpresult.ErrorText(err)
	for _, prefix := range roundTripPrefixes {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}
