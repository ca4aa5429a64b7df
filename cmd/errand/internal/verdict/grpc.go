package verdict

import (
	"net/http"
	"strconv"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// A grpcResponder reads a gRPC status in a response header, for any HTTP status: a server
// that fails before it sends a message sends its trailers as the headers (gRPC over HTTP2,
// Responses, Trailers-Only).
type grpcResponder struct{ adapter.Tabled }

const grpcStatus = "Grpc-Status"

// Recognise returns the name of the header if it has a failure status.
func (r grpcResponder) Recognise(_ string, header http.Header, _ []byte) string {
	if _, failed := failureOf(header); !failed {
		return ""
	}
	return "the response has the header " + grpcStatus
}

// FromAnswer returns the error of the header's status, and nil for none and for a success.
// If the table does not have it, an HTTP failure status decides.
func (r grpcResponder) FromAnswer(err error, status int, header http.Header, _ []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	code, failed := failureOf(header)
	if !failed {
		return nil
	}
	if row, ok := r.Table().Lookup(grpcadapter.Code(code)); ok {
		return row.Error(err, opts...)
	}
	if status >= http.StatusMultipleChoices {
		return nil
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append([]toolerr.Option{toolerr.WithCause(err), toolerr.WithService(r.Slug())}, opts...)...)
}

// failureOf returns the number in the header, and whether it is a failure.
func failureOf(header http.Header) (code int, failed bool) {
	code, err := strconv.Atoi(header.Get(grpcStatus))
	return code, err == nil && code != 0
}

// A responder reads plain HTTP responses as well as errors.
type responder interface {
	adapter.Tabled
	FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError
	Recognise(host string, header http.Header, body []byte) string
}

// responderOf returns the adapter as a reader of plain responses, and nil if it is none.
func responderOf(a adapter.Adapter) responder {
	s := spec.Of(a)
	if _, ok := a.(grpcadapter.Adapter); ok {
		return grpcResponder{s}
	}
	if s == nil || !s.OverHTTP() {
		return nil
	}
	return s
}
