// Package grpcfaults is a gRPC server on the loopback that really misbehaves,
// and the table of what a right error adapter answers to each misbehaviour. It
// is package conformance/faults for gRPC: rows of the same form, the same
// [faults.Want], the same canaries.
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
// The server answers every method of every service. Its successes are empty
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

// A Fault is one way in which a gRPC call can fail, and what a right adapter
// makes of it. Rows are read-only; copy one to change it.
type Fault struct {
	// Name is unique and stable: "grpc-code-notfound", "grpc-rst-refused".
	Name string
	// Does says what really happens, in a line.
	Does string
	// Sent says whether the upstream has seen the request.
	Sent faults.Sent
	// Want is what a right adapter answers, once the context of the call is
	// known: what adapter.Chain.Adapt returns.
	Want faults.Want
	// Source is where the right answer comes from.
	Source string
	// Why is set where the answer can be argued about.
	Why string

	run behaviour
}

// A behaviour is how a fault misbehaves. One of handle, frames, raw and borrow is set, for
// the answering side. Without any, nothing listens.
type behaviour struct {
	// handle handles a call on a real gRPC server.
	handle func(*site, grpc.ServerStream) error
	// server has options for that server.
	server []grpc.ServerOption
	// bare is a real server without any service.
	bare bool
	// frames answers a request on a raw HTTP/2 connection.
	frames func(*wire, uint32)
	// settle is called first on that connection.
	settle func(*wire)
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

// All returns every fault, in the order in which they can hit a call. The slice
// is the caller's; what the rows point to is not.
func All() []Fault { return slices.Clone(table().rows) }

// Lookup returns the fault of that name.
func Lookup(name string) (Fault, bool) {
	i, ok := table().byName[name]
	if !ok {
		return Fault{}, false
	}
	return table().rows[i], true
}

// Healthy returns the fault that is none: the server answers every call with an
// empty message. It is not in [All].
func Healthy() Fault {
	return Fault{
		Name: "healthy", Does: "an empty message", Sent: faults.SentYes, Source: "none: a control",
		run: behaviour{handle: func(s *site, stream grpc.ServerStream) error { return s.succeed(stream) }},
	}
}

// Status returns a fault of the caller's own: the server answers every call with
// st, which must not be OK, and want is what a right adapter makes of it.
func Status(name string, st *status.Status, want faults.Want, source string) Fault {
	return Fault{
		Name: name, Does: "the server answers " + st.Code().String(), Sent: faults.SentYes, Want: want, Source: source,
		run: behaviour{handle: func(s *site, stream grpc.ServerStream) error { return s.fail(stream, st) }},
	}
}

type faultTable struct {
	rows   []Fault
	byName map[string]int
}

// table is built once and never changes.
var table = sync.OnceValue(func() faultTable {
	t := faultTable{byName: map[string]int{}}
	for _, rows := range [][]Fault{
		requestFaults(), connectionFaults(), tlsFaults(), credentialFaults(), timeoutFaults(),
		http2Faults(), httpFaults(), answerFaults(), sizeFaults(), codeFaults(), detailFaults(),
	} {
		for _, f := range rows {
			t.byName[f.Name] = len(t.rows)
			t.rows = append(t.rows, f)
		}
	}
	return t
})
