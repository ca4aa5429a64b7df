package grpcfaults

import (
	"fmt"

	"google.golang.org/grpc"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
)

// A Server is the misbehaving server. [Start] and [New] make one. It serves any number of
// targets at once, and is safe for concurrent use.
type Server struct {
	below *faults.Server // for faults below gRPC
	loop  loopback.Server
}

// timeout is the time that the clients of timeout faults wait.
const timeout = faults.DefaultTimeout

// Start starts a server. It fails only if it cannot listen on the loopback. The caller
// closes the server.
func Start() (*Server, error) {
	below, err := faults.Start(faults.WithShape(faults.OAuth()))
	if err != nil {
		return nil, fmt.Errorf("grpcfaults: %w", err)
	}
	return &Server{below: below}, nil
}

// New starts a server that is closed at the end of the test.
func New(t faults.TB) *Server {
	t.Helper()
	s, err := Start()
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Close ends every connection, also those of [Target.Dial], and waits until every
// goroutine of the server has ended. The server's targets cannot be used afterwards.
// Closing twice is harmless.
func (s *Server) Close() {
	s.loop.Close() // clients before servers, which wait for the handlers of their calls
	s.below.Close()
}

// serve serves gRPC on a new port, and returns its address.
func (s *Server) serve(g *grpc.Server) string {
	ln := s.loop.Listen()
	s.loop.Track(stopper{g})
	s.loop.Go(func() { _ = g.Serve(ln) })
	return ln.Addr().String()
}

// stopper stops a gRPC server and waits for its handlers.
type stopper struct{ *grpc.Server }

// Close stops it.
func (s stopper) Close() error {
	s.Stop()
	return nil
}

// A site is the server's side of one target.
type site struct {
	server  *Server
	fault   Fault
	addr    string           // the address that the client dials
	below   *faults.Target   // for a borrowed fault
	waiters loopback.Waiters // notified of the next request
}
