package mcptools

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_mcp"
	display = "MCP"
)

// Where the rows come from.
const (
	sourceJSONRPC  = "JSON-RPC 2.0 specification, section 5.1"
	sourceTools    = "JSON-RPC 2.0 specification, section 5.1; github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/server.go (callTool)"
	sourceResource = "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/resource.go: the code before SEP-2164"
	sourceSDK      = "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/shared.go"
)

// table is what the error codes of the protocol mean. The codes below -32768 and
// above -32000 are the application's, and no row can know them.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{
		Code: "-32700", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server could not read the request."), Source: sourceJSONRPC,
	},
	adapter.Row{
		Code: "-32600", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server refused the request as malformed."), Source: sourceJSONRPC,
	},
	adapter.Row{
		Code: "-32601", Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server does not offer tools of this kind."), Source: sourceJSONRPC,
	},
	adapter.Row{
		Code: "-32602", Kind: toolerr.KindUpstreamValidationError, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server refused the call: it does not know the tool, or the arguments do not fit."),
		Hint:    toolerr.Msg("Compare the arguments with the tool's schema."), Source: sourceTools,
	},
	adapter.Row{
		// It says "internal error" for whatever a handler throws: nothing says
		// that a repeat would end otherwise.
		Code: "-32603", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, CanRetry: new(false),
		Message: toolerr.Msg("The MCP server failed."), Source: sourceJSONRPC,
	},
	adapter.Row{
		Code: "-32002", Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server does not have the resource."),
		Source:  sourceResource,
	},
	adapter.Row{
		Code: "-32020", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server refused the request: its headers and its body differ."), Source: sourceSDK,
	},
	adapter.Row{
		Code: "-32021", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server needs a capability that this client does not have."), Source: sourceSDK,
	},
	adapter.Row{
		Code: "-32022", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server speaks another version of the protocol."), Source: sourceSDK,
	},
	adapter.Row{
		Code: "-32042", Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true,
		Message: toolerr.Msg("The MCP server wants a person to complete a step in the browser first."), Source: sourceSDK,
	},
)
