// Package mcpadapter recognises the errors of MCP clients without importing
// them: those of github.com/modelcontextprotocol/go-sdk and of
// github.com/mark3labs/mcp-go.
//
// A server that answers with an error of JSON-RPC sends a code, which decides by
// a table. What a transport failed with comes as a lost connection, a session
// that the server has forgotten, an HTTP status, or an error of net/http, which
// is left to httpadapter. A result with isError is no error to a client; see
// package integrations/mcptools for what becomes of it.
//
// The Go SDK gives a type to what a server answered and to a request that its
// transport refused, and to nothing else. A lost connection, a forgotten session
// and the phrase of an HTTP status are texts; they count only in the words and
// in the order in which the SDK puts them around the name of a method of the
// protocol (go-sdk v1.8.0, mcp/transport.go and mcp/streamable.go).
//
// mcp-go gives a type to every failure of a transport, and to four codes. Its
// other codes are variables that no type tells from anybody's "internal error":
// [WithCodes] is told of them by the caller, who has them. A code that mcp-go
// does not know leaves nothing but the server's own text, which is nobody's.
//
// Recognised by shape, so a build that renames packages hides the errors: see
// package adapter/shape.
package mcpadapter

import (
	"context"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of MCP clients. The zero value is ready for
// use; [WithCodes] makes one that knows more of mcp-go's.
type Adapter struct {
	codes *codes
}

var _ adapter.Tabled = Adapter{}

// Slug returns "_mcp".
func (Adapter) Slug() string { return slug }

// Table returns what the error codes of the protocol mean. Rows whose names begin
// with "mcp_" are what a transport of the clients says without a code.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is none of an MCP client. A
// failure of the network below the protocol is httpadapter's, and the end of a
// context the chain's.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	s := a.look(err)
	switch {
	case s.foreign:
		return nil
	case s.coded:
		return s.answered(err)
	case s.own != "":
		return s.noSession(err)
	case s.closed:
		// Neither client connects again, so a repeat in the same session fails the
		// same way.
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable,
			toolerr.Msg("The connection to the MCP server is closed."), append(identified(s.node), toolerr.WithCause(err),
				toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown))...)
	case s.refused:
		return s.failed(err)
	case s.transport && !s.context && (httpadapter.Adapter{}).FromError(err) == nil:
		return toolerr.NetworkTransport(s.kind(), toolerr.Message{}, append(identified(s.node), toolerr.WithCause(err),
			toolerr.WithEffect(toolerr.EffectUnknown))...)
	}
	return nil
}

// answered is the error of a request that the server answered with an error. A
// code that no row knows, or that says nothing, yields to the HTTP status.
func (s sight) answered(err error) *toolerr.ToolRuntimeError {
	row, ok := table.Lookup(s.code)
	if s.refused && s.status != 0 && (!ok || s.code == codeUnknown) {
		if s.status == http.StatusNotFound && s.code == codeUnknown {
			// What the official TypeScript server says of a session.
			s.own = codeSession
			return s.noSession(err)
		}
		return s.failed(err)
	}
	if ok {
		return row.Error(err, toolerr.WithVendorType(s.node))
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Msg("The MCP server answered with an error of its own."),
		append(identified(s.node), toolerr.WithCause(err), toolerr.WithVendorCode(s.code),
			toolerr.WithEffect(toolerr.EffectUnknown))...)
}

// noSession is the error of a request without a session, or without the right to
// one. A server says with 404 that it does not know a session (MCP specification
// 2025-11-25, Transports, Session Management).
func (s sight) noSession(err error) *toolerr.ToolRuntimeError {
	row, _ := table.Lookup(s.own)
	opts := []toolerr.Option{toolerr.WithVendorType(s.node)}
	if s.own == codeSession {
		opts = append(opts, toolerr.WithStatus(http.StatusNotFound))
	}
	return row.Error(err, opts...)
}

// failed is the error of a request that was answered in HTTP alone. The status
// is unknown where net/http has no phrase for it, since the Go SDK keeps the
// phrase, and where mcp-go was refused a session.
func (s sight) failed(err error) *toolerr.ToolRuntimeError {
	if te := httpadapter.FromStatus(err, s.status, nil, time.Time{}, identified(s.node)...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(identified(s.node),
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectUnknown))...)
}

// kind is that of a failure of a transport of which nothing more is known.
func (s sight) kind() toolerr.Kind {
	if s.late {
		return toolerr.KindNetworkTransportTimeout
	}
	return toolerr.KindNetworkTransportUnmapped
}

// identified names what the error is of.
func identified(node error) []toolerr.Option {
	return []toolerr.Option{
		toolerr.WithVendorType(node), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)),
	}
}

// sight is what one walk over an error tree finds.
type sight struct {
	node      error  // which is a client's
	coded     bool   // the server answered with an error
	code      string // its code
	own       string // the code of the row for a session that is not there
	closed    bool   // the connection is closed
	refused   bool   // an answer in HTTP alone came
	status    int    // its status, 0 if it is not known
	transport bool   // a request failed below the protocol
	rejected  bool   // the Go SDK's transport could not deliver it
	late      bool   // a timer of the client ended the wait
	context   bool   // a context ended
	foreign   bool   // it is another adapter's
}

func (a Adapter) look(err error) (s sight) {
	for e := range adapter.Tree(err) {
		switch typ := vendor.set.Of(e); typ {
		case none:
			s.plain(e)
			a.coded(&s, e)
		case vendor.wire:
			s.wire(e)
		case vendor.grant:
			s.foreign = true
		default:
			s.typed(typ, e)
		}
	}
	return s
}

// plain looks at an error that has no type of a client's.
func (s *sight) plain(e error) {
	switch e {
	case context.Canceled, context.DeadlineExceeded: //nolint:errorlint // one node of a walk
		s.context = true
		return
	}
	if s.mcpGo() {
		s.sayingOfMCPGo(e)
		return
	}
	if s.transport && !s.rejected && broken(e) {
		s.lose(e)
		return
	}
	s.sayingOfSDK(e)
}

// fail writes down the row of a session that is not there; the first one counts.
func (s *sight) fail(e error, row string) {
	if s.own == "" {
		s.own = row
	}
	s.at(e)
}

// lose writes down that the connection is closed.
func (s *sight) lose(e error) {
	s.closed = true
	s.at(e)
}

// at writes down which node is a client's: the first.
func (s *sight) at(e error) {
	if s.node == nil {
		s.node = e
	}
}
