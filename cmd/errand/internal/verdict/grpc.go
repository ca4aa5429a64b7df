package verdict

import (
	"net/http"
	"strconv"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// A grpcResponder reads the status of gRPC that a response has in a header, whatever the
// HTTP status: a server that fails before it sends a message sends its trailers as the
// headers (gRPC over HTTP2, Responses, Trailers-Only).
type grpcResponder struct{ adapter.Tabled }

const grpcStatus = "Grpc-Status"

// Recognise returns the header, if it has the status of a failure.
func (r grpcResponder) Recognise(_ string, header http.Header, _ []byte) string {
	if _, failed := failureOf(header); !failed {
		return ""
	}
	return "the response has the header " + grpcStatus
}

// FromAnswer returns what the header's status means; nil for none, and for a success. If
// the table does not list it, an HTTP status that is a failure's decides.
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

// failureOf returns the number of a header's status, unless it is that of a success.
func failureOf(header http.Header) (code int, failed bool) {
	code, err := strconv.Atoi(header.Get(grpcStatus))
	return code, err == nil && code != 0
}

// responder returns the reader of plain responses of an adapter's service, nil if there
// is none.
func responder(a adapter.Adapter) spec.Responder {
	if t, ok := a.(grpcadapter.Adapter); ok {
		return grpcResponder{t}
	}
	r, _ := a.(spec.Responder)
	return r
}
