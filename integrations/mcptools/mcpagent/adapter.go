package mcpagent

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of an MCP client session: those that mcpadapter recognises,
// mcp.ErrSessionMissing anywhere in the tree, and the errors of a toolset's requests. Tools
// of a [Toolset] use it already. It is for functions that call a session themselves. The
// zero value is ready for use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// slug is the service in all errors of MCP.
var slug = mcpadapter.Adapter{}.Slug()

// Slug returns "_mcp".
func (Adapter) Slug() string { return slug }

// Table returns the table of mcpadapter.
func (Adapter) Table() adapter.Table { return spec.Of(mcpadapter.Adapter{}).Table() }

// FromError returns the error that err becomes, or nil if err is not one of a session. A
// failure of the network below the protocol is for httpadapter.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	s := look(err)
	if s.call != nil && unanswered(s.call.err) {
		return lacking(err)
	}
	te := mcpadapter.Adapter{}.FromError(err)
	switch {
	case te != nil:
	case s.forgotten:
		row, _ := Adapter{}.Table().Lookup("mcp_session_not_found")
		te = row.Error(err, toolerr.WithStatus(http.StatusNotFound))
	case s.call != nil && !s.context && (httpadapter.Adapter{}).FromError(err) == nil:
		te = toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithCause(err),
			toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithService(slug))
	default:
		return nil
	}
	return s.doubt(te)
}

// sights are the findings of one walk over an error tree.
type sights struct {
	call      *callError // from a toolset's own request
	context   bool       // a context ended
	forgotten bool       // the server does not have the session
}

// doubt sets the effect to unknown if an untrusted server's error would otherwise cause a
// retry of the call.
func (s sights) doubt(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if s.call == nil || s.call.trusted || !te.CanRetry() {
		return te
	}
	return te.With(toolerr.WithEffect(toolerr.EffectUnknown))
}

func look(err error) (s sights) {
	for e := range adapter.Tree(err) {
		if call, ok := e.(*callError); ok { //nolint:errorlint // one node of a walk
			s.call = call
		}
		switch e {
		case context.Canceled, context.DeadlineExceeded: //nolint:errorlint // one node of a walk
			s.context = true
		case mcp.ErrSessionMissing:
			s.forgotten = true
		}
	}
	return s
}
