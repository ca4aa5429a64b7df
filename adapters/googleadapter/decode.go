package googleadapter

import (
	"compress/flate"
	"compress/gzip"
	"encoding/json"
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

// undecoded is the error of a success that could not be decoded, nil if err does
// not come from a decoder alone: what httpadapter knows (an EOF instead of an
// answer) is left to it. The service has acted, and its answer is lost.
func undecoded(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if decoders(e) {
			if (httpadapter.Adapter{}).FromError(err) != nil {
				return nil
			}
			return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
				toolerr.WithCause(err), toolerr.WithVendorType(e), toolerr.WithService(slug),
				toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithEffect(toolerr.EffectUnknown))
		}
	}
	return nil
}

func decoders(e error) bool {
	switch e.(type) {
	case *json.SyntaxError, *json.UnmarshalTypeError, flate.CorruptInputError:
		return true
	}
	if protoErrors.Of(e) != (shape.Type{}) {
		return true
	}
	// Sentinels; comparing with a pointer cannot panic.
	return e == io.EOF || e == io.ErrUnexpectedEOF || e == gzip.ErrHeader || e == gzip.ErrChecksum
}
