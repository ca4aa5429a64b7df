package mcpadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_mcp"
	display = "MCP"
)

// The codes that this package uses by name.
const (
	codeSession  = "mcp_session_not_found"
	codeLogin    = "mcp_authorization_required"
	codeClosed   = "mcp_connection_closed"
	codeUnknown  = "-32001"
	codeHeaders  = "-32020"
	codeLacking  = "-32021"
	codeVersion  = "-32022"
	codeElicit   = "-32042"
	codeRejected = -32005
	codeEnded    = -32003
	codeEnding   = -32004
)

// The sources of the rows.
const (
	sourceJSONRPC = "JSON-RPC 2.0 specification, section 5.1"
	sourceSDK     = "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/shared.go"
)

// table lists the meanings of the protocol's error codes. Codes below -32768 and above
// -32000 belong to the application.
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
		Hint:    toolerr.Msg("Compare the arguments with the tool's schema."), Source: "JSON-RPC 2.0 specification, section 5.1; github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/server.go (callTool)",
	},
	adapter.Row{
		// Servers send "internal error" for every error of a handler, so it is not known whether
		// a retry may help.
		VendorCode: "-32603", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Retry: adapter.RetryNever,
		Message: toolerr.Msg("The MCP server failed."), Source: sourceJSONRPC,
	},
	adapter.Row{
		// For all errors without a code. The TypeScript server sends it for an unknown session,
		// with HTTP status 404.
		VendorCode: codeUnknown, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Retry: adapter.RetryNever,
		Message: toolerr.Msg("The MCP server failed without saying how."), Source: "github.com/modelcontextprotocol/go-sdk v1.8.0, internal/jsonrpc2/wire.go",
	},
	adapter.Row{
		VendorCode: "-32002", Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server does not have the resource."),
		Source:  "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/resource.go: the code before SEP-2164",
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
		// The request was canceled, but not by the caller. It may be partly done.
		VendorCode: "-32800", Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The MCP server stopped working on the request."), Source: "github.com/mark3labs/mcp-go v1.2.1, mcp/types.go",
	},

	// Failures of transports. A client does not reconnect or reopen a session, so a retry in
	// the same session fails again.
	adapter.Row{
		VendorCode: codeClosed, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The connection to the MCP server is closed."), Source: "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/transport.go; github.com/mark3labs/mcp-go v1.2.1, client/transport",
	},
	adapter.Row{
		VendorCode: codeSession, Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The MCP server has ended the session."), Source: "MCP specification 2025-11-25, Transports, Session Management; github.com/mark3labs/mcp-go v1.2.1, client/transport/streamable_http.go",
	},
	adapter.Row{
		VendorCode: codeLogin, Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true,
		Message: toolerr.Msg("The MCP server needs authorization."),
		Hint:    toolerr.Msg("Ask the user to sign in to the MCP server."), Source: "github.com/mark3labs/mcp-go v1.2.1, client/transport/streamable_http.go",
	},
)
