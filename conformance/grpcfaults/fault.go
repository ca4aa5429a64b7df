// Package grpcfaults contains a gRPC server on the loopback that really misbehaves,
// and a table of the correct answer of an error adapter to each misbehaviour. It is
// the counterpart of package conformance/faults for gRPC, with the same [faults.Want]
// and the same canaries.
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
// The server answers every method of every service. [Status] makes a row of any status.
//
// Nothing leaves the machine: every listener is on 127.0.0.1, and the clients
// dial nothing else.
package grpcfaults

import (
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/faults"
)

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

	set []setting
}

// A setting sets a part of a fault up.
type setting func(*site)

// All returns every fault, in the order in which they can affect a call. The caller may
// change the slice, but not the data that its rows point to.
func All() []Fault { return slices.Clone(table()) }

// Status returns a fault that the caller defines: the server answers every call with st,
// which must not be OK, and want is the answer of a correct adapter.
func Status(name string, st *status.Status, want faults.Want, source string) Fault {
	return Fault{name, "the server answers " + st.Code().String(), want, source, []setting{
		handled(func(s *site, stream grpc.ServerStream) error { return s.fail(stream, st) }),
	}}
}

// table is built once and never changes.
var table = sync.OnceValue(func() []Fault {
	return slices.Concat(
		callFaults(), tokenFaults(), connectionFaults(), tlsFaults(), timeoutFaults(),
		streamFaults(), pageFaults(), answerFaults(), codeFaults(),
	)
})
