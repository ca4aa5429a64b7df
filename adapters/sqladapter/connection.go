package sqladapter

import (
	"io"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// connections are the types of errors for a connection that could not be made, or that
// broke.
var connections = shape.NewSet(
	shape.T(pgconn, "ConnectError"), shape.T(pgconn4, "connectError"),
	shape.T(pgconn, "pgconnError"), shape.T(pgconn4, "pgconnError"),
	shape.T(pgconn, "errTimeout"), shape.T(pgconn4, "errTimeout"),
	shape.T(pgconn4, "writeError"),
	shape.T(pgconn, "contextAlreadyDoneError"), shape.T(pgconn4, "contextAlreadyDoneError"),
)

// connectionError returns the answer for the error of a connection, or nil if the tree of
// err has none. If httpadapter recognises the cause, that decides the kind.
func (a Adapter) connectionError(err error) *toolerr.ToolRuntimeError {
	var node error
	unsent := false
	for e := range adapter.Tree(err) {
		typ := connections.Of(e)
		if typ == (shape.Type{}) && (!a.EOF || e != io.EOF && e != io.ErrUnexpectedEOF) {
			continue
		}
		if node == nil {
			node = e
		}
		safe, _ := shape.Call(e, func(e interface{ SafeToRetry() bool }) bool { return e.SafeToRetry() })
		unsent = unsent || safe || strings.EqualFold(typ.Name(), "ConnectError")
	}
	if node == nil {
		return nil
	}
	opts := []toolerr.Option{
		toolerr.WithVendorType(node), toolerr.WithService(table.Slug()), toolerr.WithUpstreamName(toolerr.Name("database")),
	}
	if unsent {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
	}
	te := httpadapter.Adapter{}.FromError(err)
	switch {
	case te == nil:
		opts = append([]toolerr.Option{toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectUnknown)}, opts...)
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, opts...)
	case te.Kind() == toolerr.KindToolTimeout:
		return te.WithKind(toolerr.KindNetworkTransportTimeout, opts...) // the database was late
	}
	return te.With(opts...)
}
