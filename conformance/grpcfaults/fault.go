// Package grpcfaults contains a gRPC server on the loopback that really misbehaves,
// and a table of the correct answer of an error adapter to each misbehaviour. It is
// the counterpart of package conformance/faults for gRPC, with rows of the same form,
// the same [faults.Want] and the same canaries.
//
//	s := grpcfaults.New(t)
//	for _, f := range grpcfaults.All() {
//		target := s.Target(f)
//		conn, err := target.Dial() // or hand Addr and Options to a client of your own
//		…
//		ctx, cancel := target.Context(parent)
//		err = call(ctx, conn) // one call of any unary method
//		diff := f.Want.Diff(adapt(ctx, err))
//		cancel()
//	}
//
// The server answers every method of every service. Its successful responses are empty
// messages, which any client decodes.
//
// Nothing leaves the machine: every listener is on 127.0.0.1, and the clients
// dial nothing else.
package grpcfaults

import (
	"context"
	"net"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/faults"
)

// Group is the family that all faults of this package belong to.
const Group faults.Group = "gRPC"

// A Fault is one way in which a gRPC call can fail, with the answer of a correct
// adapter. Rows are read-only; copy one to change it.
type Fault struct {
	// Name is unique and stable: "grpc-code-notfound", "grpc-rst-refused".
	Name string
	// Does describes, in one line, how the server or the client misbehaves.
	Does string
	// Want is the answer of a correct adapter that has the context of the call: the
	// result of adapter.Chain.Adapt.
	Want faults.Want
	// Source is the source of the correct answer.
	Source string
	// Why is the reason for an answer that is debatable.
	Why string

	run behaviour
}

// A behaviour is how a fault misbehaves. One of handle, frames, raw and borrow is set, for
// the answering side. Without any, nothing listens.
type behaviour struct {
	// handle handles a call on a real gRPC server.
	handle func(*site, grpc.ServerStream) error
	// bare is a real server without any service.
	bare bool
	// frames answers a request on a raw HTTP/2 connection.
	frames func(*wire, uint32)
	// raw has the whole connection.
	raw func(*net.TCPConn)
	// borrow is the fault of package faults that happens below gRPC.
	borrow string

	// dial has options for the client.
	dial func(*site) []grpc.DialOption
	// resolve overrides the target's address.
	resolve func(*site) string
	// dialled changes the client after it was made.
	dialled func(*site, *grpc.ClientConn)
	// context makes the context of a call.
	context func(*site, context.Context) (context.Context, context.CancelFunc)
}

// All returns every fault, in the order in which they can affect a call. The caller may
// change the slice, but not the data that its rows point to.
func All() []Fault { return slices.Clone(table()) }

// Lookup returns the fault with that name, and whether there is one.
func Lookup(name string) (Fault, bool) {
	i := slices.IndexFunc(table(), func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return Fault{}, false
	}
	return table()[i], true
}

// Healthy returns a row without a failure: the server answers every call with an empty
// message. The row is not in [All].
func Healthy() Fault {
	return Fault{
		Name: "healthy", Does: "an empty message", Source: "none: a control",
		run: behaviour{handle: func(s *site, stream grpc.ServerStream) error { return s.succeed(stream) }},
	}
}

// Status returns a fault that the caller defines: the server answers every call with st,
// which must not be OK, and want is the answer of a correct adapter.
func Status(name string, st *status.Status, want faults.Want, source string) Fault {
	return Fault{
		Name: name, Does: "the server answers " + st.Code().String(), Want: want, Source: source,
		run: behaviour{handle: func(s *site, stream grpc.ServerStream) error { return s.fail(stream, st) }},
	}
}

// table is built once and never changes.
var table = sync.OnceValue(func() []Fault {
	return slices.Concat(
		requestFaults(), connectionFaults(), tlsFaults(), credentialFaults(), timeoutFaults(),
		http2Faults(), httpFaults(), answerFaults(), sizeFaults(), codeFaults(), detailFaults(),
	)
})
