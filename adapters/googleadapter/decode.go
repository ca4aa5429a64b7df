package googleadapter

import (
	"compress/flate"
	"compress/gzip"
	"io"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// protoErrors are those of decoding JSON into a protocol buffer, as the clients
// of cloud.google.com/go do that speak REST (measured with
// google.golang.org/protobuf v1.36.12).
var protoErrors = shape.NewSet(
	shape.T("google.golang.org/protobuf/internal/errors", "prefixError"),
	shape.T("google.golang.org/protobuf/internal/errors", "wrapError"),
)

// undecoded returns the error of a success that could not be decoded, nil if err does
// not come from a decoder alone: what httpadapter knows (an EOF instead of a
// response) is left to it. A body that ended too early, or that could not be
// decompressed, counts as lost on its way.
func undecoded(err error) *toolerr.ToolRuntimeError {
	_, refused := adapter.Refused(err)
	var node error
	broken := false
	for e := range adapter.Tree(err) {
		node = e
		if protoErrors.Of(e) != (shape.Type{}) {
			refused = true
			break
		}
		if broken = breaksOff(e); broken {
			break
		}
	}
	if !refused && !broken || (httpadapter.Adapter{}).FromError(err) != nil {
		return nil
	}
	opts := []toolerr.Option{toolerr.WithCause(err), toolerr.WithVendorType(node), toolerr.WithService(slug)}
	if refused {
		return adapter.Undecodable(true, opts...)
	}
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		append(opts, toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithEffect(toolerr.EffectUnknown))...)
}

// breaksOff reports whether e is what a decoder returns for a body that it could not
// read to its end.
func breaksOff(e error) bool {
	if _, ok := e.(flate.CorruptInputError); ok {
		return true
	}
	// Sentinels; comparing with a pointer cannot panic.
	return e == io.EOF || e == io.ErrUnexpectedEOF || e == gzip.ErrHeader || e == gzip.ErrChecksum
}
