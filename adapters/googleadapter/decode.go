package googleadapter

import (
	"compress/flate"
	"compress/gzip"
	"io"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/toolerr"
)

// protoErrors are the errors of decoding JSON into a protocol buffer, which the REST
// clients of cloud.google.com/go return (measured with google.golang.org/protobuf
// v1.36.12).
var protoErrors = shape.NewSet(
	shape.T("google.golang.org/protobuf/internal/errors", "prefixError"),
	shape.T("google.golang.org/protobuf/internal/errors", "wrapError"),
)

// undecoded returns the error of a success that could not be decoded. It returns nil if err
// does not come only from a decoder: httpadapter classifies the errors that it recognises
// (an EOF instead of a response). A body that ended too early, or that could not be
// decompressed, counts as lost in transit.
func undecoded(err error) *toolerr.ToolRuntimeError {
	_, refused := decoder.Refused(err)
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
	opts := []toolerr.Option{toolerr.WithCause(err), toolerr.WithVendorType(node), toolerr.WithService(table.Slug())}
	if refused {
		return decoder.Undecodable(true, opts...)
	}
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		append(opts, toolerr.WithUpstreamName(toolerr.Name("Google")), toolerr.WithEffect(toolerr.EffectUnknown))...)
}

// breaksOff reports whether e is a decoder's error for a body that it could not read
// completely.
func breaksOff(e error) bool {
	if _, ok := e.(flate.CorruptInputError); ok {
		return true
	}
	// Sentinels; the comparison with a pointer cannot panic.
	return e == io.EOF || e == io.ErrUnexpectedEOF || e == gzip.ErrHeader || e == gzip.ErrChecksum
}
