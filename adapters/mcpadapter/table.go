package mcpadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	"_mcp", "MCP",
	adapter.Row{VendorCodes: []string{"-32700", "-32600", codeHeaders}, Fact: toolerr.FactToolMistake, Source: sourceJSONRPC + "; " + sourceSDK},
	adapter.Row{VendorCode: codeVersion, Fact: toolerr.FactToolMistake, Message: toolerr.Msg("The MCP server speaks another version of the protocol."), Hint: toolerr.Msg("Someone has to update the tool or the server."), Source: sourceSDK},
	adapter.Row{VendorCode: "-32601", Fact: toolerr.FactNotFound, Message: toolerr.Msg("The MCP server does not offer this."), Hint: toolerr.Msg("Look up which tools, resources or prompts it has."), Source: sourceJSONRPC},
	adapter.Row{
		VendorCode: "-32602", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The MCP server does not know the tool, or the arguments do not fit."), Hint: toolerr.Msg("Compare the arguments with the tool's schema."),
		Source: "JSON-RPC 2.0 specification, section 5.1; github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/server.go (callTool)",
	},
	// Servers send "internal error" for every error of a handler, so it is not known whether
	// a retry may help.
	adapter.Row{VendorCode: "-32603", Fact: toolerr.FactBroken, Message: toolerr.Msg("The MCP server failed and did not say how."), Hint: toolerr.Msg("Find out what was done before making the call again."), Source: sourceJSONRPC},
	// For all errors without a code. The TypeScript server sends it for an unknown session,
	// with HTTP status 404.
	adapter.Row{VendorCode: codeUnknown, Fact: toolerr.FactBroken, Message: toolerr.Msg("The MCP server failed and did not say how."), Hint: toolerr.Msg("Find out what was done before making the call again."), Source: "github.com/modelcontextprotocol/go-sdk v1.8.0, internal/jsonrpc2/wire.go"},
	adapter.Row{VendorCode: "-32002", Fact: toolerr.FactNotFound, Source: "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/resource.go: the code before SEP-2164"},
	adapter.Row{VendorCode: codeLacking, Fact: toolerr.FactUnsupported, Message: toolerr.Msg("The MCP server needs a capability that this client does not have."), Hint: toolerr.Msg("Use another tool or resource."), Source: sourceSDK},
	adapter.Row{VendorCode: codeElicit, Fact: toolerr.FactPersonNeeded, Message: toolerr.Msg("The MCP server wants a person to complete a step in the browser first."), Source: sourceSDK},
	// The request was canceled, but not by the caller. It may be partly done.
	adapter.Row{VendorCode: "-32800", Fact: toolerr.FactCanceled, Source: "github.com/mark3labs/mcp-go v1.2.1, mcp/types.go"},

	// Failures of transports. A client does not reconnect or reopen a session, so a retry in
	// the same session fails again.
	adapter.Row{
		VendorCode: codeClosed, Fact: toolerr.FactConnectionLost, Unanswered: true, Retry: adapter.RetryNever, Unlike: "the client does not connect again", Message: toolerr.Msg("The connection to the MCP server is closed."),
		Source: "github.com/modelcontextprotocol/go-sdk v1.8.0, mcp/transport.go; github.com/mark3labs/mcp-go v1.2.1, client/transport",
	},
	adapter.Row{
		VendorCode: codeSession, Fact: toolerr.FactNotFound, Message: toolerr.Msg("The MCP server has ended the session."), Hint: toolerr.Msg("Someone has to connect the tool again."),
		Source: "MCP specification 2025-11-25, Transports, Session Management; github.com/mark3labs/mcp-go v1.2.1, client/transport/streamable_http.go",
	},
	adapter.Row{VendorCode: codeLogin, Fact: toolerr.FactSignIn, Source: "github.com/mark3labs/mcp-go v1.2.1, client/transport/streamable_http.go"},
)
