// Package mcpadapter recognises the errors of MCP clients without importing them:
// those of github.com/modelcontextprotocol/go-sdk and of
// github.com/mark3labs/mcp-go. It also recognises plain HTTP responses of MCP servers.
//
// A JSON-RPC error of a server has a code, and the table lists the codes. Other
// failures are a lost connection, a session that is unknown to the server, an HTTP
// status, or an error of net/http, which is left to httpadapter. A client returns no
// error for a result with isError; package integrations/mcptools handles such results.
//
// The Go SDK has only two error types: for a server's error, and for a request that
// its transport refused. A lost connection, an unknown session and the phrase of an
// HTTP status are recognised by their texts, and only if the text has the form that
// the SDK gives it, with the name of a method of the protocol (go-sdk v1.8.0, v1.0.0 and
// v0.5.0, mcp/transport.go and mcp/streamable.go).
//
// mcp-go has a type for every failure of a transport, and for four codes. Its errors
// for other codes are variables of package errors, which only a program that imports
// mcp-go can compare with: such a program passes them to [WithCodes]. For a code that
// is not in mcp-go's list, it returns the server's own text, which no adapter
// recognises.
//
// The types are recognised by name, so they are not recognised in a build that renames
// packages: see package adapter/shape.
package mcpadapter

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of MCP clients, and plain HTTP responses of MCP
// servers. The zero value is ready to use; [WithCodes] makes one that recognises more
// of mcp-go's errors.
type Adapter struct {
	withCodes *spec.Adapter
}

// WithCodes returns an adapter that recognises errors without a type by the variables
// that they wrap, those of mcp-go's package mcp. It does not keep the map.
//
//	mcpadapter.WithCodes(map[error]int{
//		mcp.ErrParseError:         mcp.PARSE_ERROR,
//		mcp.ErrInvalidRequest:     mcp.INVALID_REQUEST,
//		mcp.ErrMethodNotFound:     mcp.METHOD_NOT_FOUND,
//		mcp.ErrInvalidParams:      mcp.INVALID_PARAMS,
//		mcp.ErrInternalError:      mcp.INTERNAL_ERROR,
//		mcp.ErrRequestInterrupted: mcp.REQUEST_INTERRUPTED,
//		mcp.ErrResourceNotFound:   mcp.RESOURCE_NOT_FOUND,
//	})
func WithCodes(known map[error]int) Adapter {
	known = maps.Clone(known)
	delete(known, nil)
	return Adapter{newSpec(known)}
}

// Slug returns "_mcp".
func (Adapter) Slug() string { return table.Slug() }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of the
// error codes of the protocol. Codes that begin with "mcp_" are errand's own, for failures
// of transports. An error of JSON-RPC in the body is a failure whatever the status. A body
// of server-sent events is not read.
func (a Adapter) Spec() adapter.Adapter {
	if a.withCodes != nil {
		return a.withCodes
	}
	return mcp
}

// FromError returns the error that err becomes, or nil if it is not an MCP client's.
// A network failure below the protocol is left to httpadapter, and the end of a
// context to the chain.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	te := a.Spec().FromError(err)
	if te != nil && toolerr.SafeMethod(te.HTTPMethod()) {
		// The stream of responses is a GET. The call was sent by a POST, so the method does not
		// show that there was no effect.
		te = te.With(toolerr.WithEndpoint("", te.Extra().Endpoint))
	}
	return te
}

var mcp = newSpec(nil)

func newSpec(known map[error]int) *spec.Adapter {
	return spec.New(spec.Spec{
		Table:     table,
		Tree:      func(err error) *spec.Answer { return readTree(err, known) },
		TreeReads: func(t reflect.Type) bool { return known != nil || types.Has(t) },
		Begins:    []string{"calling ", "connection closed: calling "},
		Errors:    []spec.Error{{Codes: []string{"Error.Code"}}}, // for bodies
		Body: func(body []byte) any {
			if answer := spec.JSON[rpcAnswer](body); answer.Error.Code != "" {
				return answer
			}
			return nil
		},
		FailsWith2xx: true,
		// MCP specification 2025-11-25, Transports, Session Management.
		Headers: []string{"Mcp-Session-Id"},
		Refine: func(a *spec.Answer) {
			if a.Code() != "" {
				a.Message = msgUnlisted // servers define their own codes
			}
			if a.Row.VendorCode == codeUnknown && a.Status >= 300 {
				a.Codes = nil
				a.Is(statuses[a.Status])
			}
		},
	})
}

// msgUnlisted is the message for a code that is not in the table.
var msgUnlisted = toolerr.Msg("The MCP server answered with an error of its own.")

// statuses maps HTTP statuses to codes if the error's code has no meaning: the official
// TypeScript server sends this for an unknown session. Any other status decides itself.
var statuses = map[int]string{http.StatusNotFound: codeSession}

// An rpcAnswer is a JSON-RPC response.
type rpcAnswer struct {
	Error struct{ Code json.Number }
}
