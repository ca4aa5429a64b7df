package mcptools

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises what an MCP client session returns: protocol errors, by
// their code, lost connections and sessions, and the HTTP statuses of the
// streamable transport, of which the SDK keeps nothing but the phrase. Tools of
// a [Toolset] have it already; it is for functions that call a session
// themselves. The zero value is ready for use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_mcp".
func (Adapter) Slug() string { return slug }

// Table returns what the error codes of the protocol mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is none of a session. A failure of
// the network below the protocol is httpadapter's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	s := look(err)
	switch {
	case s.answer != nil:
		return s.doubt(answered(err, s.answer))
	case s.lost:
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable,
			toolerr.Msg("The connection to the MCP server is closed."), toolerr.WithCause(err),
			toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithService(slug))
	case s.forgotten:
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable,
			toolerr.Msg("The MCP server has ended the session."), toolerr.WithCause(err),
			toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectNone), toolerr.WithService(slug))
	case s.status != 0:
		return s.doubt(httpadapter.FromStatus(err, s.status, nil, time.Time{}, toolerr.WithService(slug),
			toolerr.WithUpstreamName(toolerr.Name(display))))
	case (s.rejected || s.ours) && !s.context && (httpadapter.Adapter{}).FromError(err) == nil:
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithCause(err),
			toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithService(slug))
	}
	return nil
}

// codeRejected is the code of the SDK's own error for a request that its
// transport could not deliver (v1.8.0, internal/jsonrpc2/wire.go).
const codeRejected = -32005

// sights is what one walk over an error tree finds.
type sights struct {
	answer    *jsonrpc.Error // of the server
	rejected  bool           // the transport could not deliver the request
	ours      bool           // it is the error of a toolset's own request
	doubted   bool           // ours, and the server is not trusted
	context   bool           // a context ended
	lost      bool           // the connection is closed
	forgotten bool           // the server does not know the session
	status    int            // of an HTTP response
}

// doubt takes back that a call had no effect, where that would have it sent again
// on a stranger's word.
func (s sights) doubt(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if !s.doubted || !te.CanRetry() {
		return te
	}
	return te.With(toolerr.WithEffect(toolerr.EffectUnknown))
}

func look(err error) (s sights) {
	for e := range adapter.Tree(err) {
		switch x := e.(type) { //nolint:errorlint // one node of a walk
		case *callError:
			s.ours, s.doubted = true, !x.trusted
		case *jsonrpc.Error:
			s.rejected = s.rejected || x.Code == codeRejected
			if s.answer == nil && x.Code != codeRejected {
				s.answer = x
			}
			continue
		}
		switch e {
		case context.Canceled, context.DeadlineExceeded: //nolint:errorlint // one node of a walk
			s.context = true
		case mcp.ErrSessionMissing:
			s.forgotten = true
		case mcp.ErrConnectionClosed:
			s.lost = true
		case io.EOF, io.ErrUnexpectedEOF:
			s.lost = s.lost || s.ours
		}
		if s.status == 0 && (s.ours || s.rejected) {
			s.status = phraseStatus(text(e))
		}
	}
	return s
}

// phraseStatus is the status of a response that the streamable transport
// refused. Its error (go-sdk v1.8.0, mcp/streamable.go, checkResponse) has no type
// and nothing but the phrase of the status, at its end.
func phraseStatus(text string) int {
	_, phrase, ok := strings.Cut(text, `sending "`+methodCallTool+`": `)
	if !ok || phrase == "" {
		return 0
	}
	for status := 300; status < 600; status++ {
		if http.StatusText(status) == phrase {
			return status
		}
	}
	return 0
}

// answered is the error of a request that the server answered with an error.
func answered(err error, e *jsonrpc.Error) *toolerr.ToolRuntimeError {
	code := strconv.FormatInt(e.Code, 10)
	if row, ok := table.Lookup(code); ok {
		return row.Error(err, toolerr.WithVendorType(e))
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Msg("The MCP server answered with an error of its own."),
		toolerr.WithCause(err), toolerr.WithVendorType(e), toolerr.WithVendorCode(code),
		toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectUnknown))
}
