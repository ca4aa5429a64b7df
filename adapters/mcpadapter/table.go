package mcpadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_mcp"
	display = "MCP"
)

// The codes that the code of this package speaks of.
const (
	codeSession  = "mcp_session_not_found"
	codeLogin    = "mcp_authorization_required"
	codeUnknown  = "-32001"
	codeHeaders  = "-32020"
	codeLacking  = "-32021"
	codeVersion  = "-32022"
	codeElicit   = "-32042"
	codeRejected = -32005
	codeEnded    = -32003
	codeEnding   = -32004
)

// Where the rows come from.
const (
	sourceJSONRPC  = "JSON-RPC 2.0 specification, section 5.1"
	sourceTools    = "JSON-RPC 2.0 specification, section 5.1; github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/server.go (callTool)"
	sourceResource = "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/resource.go: the code before SEP-2164"
	sourceSDK      = "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/shared.go"
	sourceWire     = "github.com/modelcontextprotocol/go-sdk v1.8.0, internal/jsonrpc2/wire.go"
	sourceSession  = "MCP specification 2025-11-25, Transports, Session Management; github.com/mark3labs/mcp-go v1.2.1, client/transport/streamable_http.go"
	sourceMCPGo    = "github.com/mark3labs/mcp-go v1.2.1, mcp/types.go"
	sourceHTTP     = "github.com/mark3labs/mcp-go v1.2.1, client/transport/streamable_http.go"
)

// table is what the error codes of the protocol mean. The codes below -32768 and
// above -32000 are the application's, and no row can know them.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{
		VendorCode: "-32700", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server could not read the request."), Source: sourceJSONRPC,
	},
	adapter.Row{
		VendorCode: "-32600", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server refused the request as malformed."), Source: sourceJSONRPC,
	},
	adapter.Row{
		VendorCode: "-32601", Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server does not offer tools of this kind."), Source: sourceJSONRPC,
	},
	adapter.Row{
		VendorCode: "-32602", Kind: toolerr.KindUpstreamValidationError, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server refused the call: it does not know the tool, or the arguments do not fit."),
		Hint:    toolerr.Msg("Compare the arguments with the tool's schema."), Source: sourceTools,
	},
	adapter.Row{
		// It says "internal error" for whatever a handler throws: nothing says
		// that a repeat would end otherwise.
		VendorCode: "-32603", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, CanRetry: new(false),
		Message: toolerr.Msg("The MCP server failed."), Source: sourceJSONRPC,
	},
	adapter.Row{
		// For all errors without a code. The TypeScript server has it for a session
		// that it does not know, with HTTP status 404, which then says so.
		VendorCode: codeUnknown, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, CanRetry: new(false),
		Message: toolerr.Msg("The MCP server failed without saying how."), Source: sourceWire,
	},
	adapter.Row{
		VendorCode: "-32002", Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server does not have the resource."),
		Source:  sourceResource,
	},
	adapter.Row{
		VendorCode: codeHeaders, Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server refused the request: its headers and its body differ."), Source: sourceSDK,
	},
	adapter.Row{
		VendorCode: codeLacking, Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server needs a capability that this client does not have."), Source: sourceSDK,
	},
	adapter.Row{
		VendorCode: codeVersion, Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server speaks another version of the protocol."), Source: sourceSDK,
	},
	adapter.Row{
		VendorCode: codeElicit, Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true,
		Message: toolerr.Msg("The MCP server wants a person to complete a step in the browser first."), Source: sourceSDK,
	},
	adapter.Row{
		// Somebody cancelled the request who is not the caller. How far it came,
		// nobody knows.
		VendorCode: "-32800", Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The MCP server stopped working on the request."), Source: sourceMCPGo,
	},

	// What the transports of the clients make of a 404 and of a 401. A client does
	// not open a session again, so a repeat in the same one fails the same way.
	adapter.Row{
		VendorCode: codeSession, Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server has ended the session."), Source: sourceSession,
	},
	adapter.Row{
		VendorCode: codeLogin, Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true,
		Message: toolerr.Msg("The MCP server needs authorization."),
		Hint:    toolerr.Msg("Ask the user to sign in to the MCP server."), Source: sourceHTTP,
	},
)
