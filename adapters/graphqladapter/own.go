package graphqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The codes that go-graphql-client v0.15.0 gives to failures of its own
// (graphql.go). A service has no such words.
const (
	ownRequest    = "request_error"
	ownDecode     = "json_decode_error"
	ownJSON       = "json_encode_error"
	ownEncode     = "graphql_encode_error"
	ownStruct     = "graphql_decode_error"
	ownExtensions = "graphql_extensions_decode_error"
)

// own is the error of a list that may hold a failure of the client itself, and
// of an error that may stand for another one.
func own(err error, a answer) *toolerr.ToolRuntimeError {
	if _, word, listed := a.most(); !listed {
		switch word {
		case ownRequest, ownDecode, "":
			return way(err, a, word)
		case ownJSON, ownEncode:
			return mine(err, a, toolerr.EffectNone)
		case ownStruct, ownExtensions:
			return mine(err, a, toolerr.EffectUnknown)
		}
	}
	return a.of(err)
}

// way is the error of a call that got no list of errors from a service: an
// answer with a status, a failure on the way, which is left to httpadapter, or
// an answer that cannot be read.
func way(err error, a answer, word string) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(a.node) {
		if vendor.set.Of(e) == vendor.network {
			return network(err, e)
		}
	}
	if (httpadapter.Adapter{}).FromError(a.node) != nil {
		return nil
	}
	switch word {
	case ownDecode:
		return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
			toolerr.WithCause(err), toolerr.WithVendorType(a.node), toolerr.WithService(slug),
			toolerr.WithEffect(toolerr.EffectUnknown))
	case ownRequest:
		// An answer whose status the client has no use for.
		return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{},
			toolerr.WithCause(err), toolerr.WithVendorType(a.node), toolerr.WithService(slug),
			toolerr.WithUpstreamName(toolerr.Name(display)))
	}
	return a.of(err)
}

// mine is the error of a call that the program made wrongly: its variables
// cannot be written, or the answer does not fit what it is read into.
func mine(err error, a answer, effect toolerr.Effect) *toolerr.ToolRuntimeError {
	return toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(a.node),
		toolerr.WithService(slug), toolerr.WithEffect(effect))
}
