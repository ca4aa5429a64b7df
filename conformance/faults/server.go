package faults

import (
	"fmt"
	"time"

	"github.com/errand-go/errand/conformance/loopback"
)

// DefaultTimeout is how long the clients of timeout faults wait, unless
// [WithTimeout] says otherwise.
const DefaultTimeout = 250 * time.Millisecond

// A Server is the misbehaving server. It is made by [Start], serves any number
// of targets at once, and is safe for concurrent use.
type Server struct {
	timeout time.Duration
	shape   Shape

	closed *reservedPort
	loop   loopback.Server
}

// An Option changes how a [Server] is started.
type Option func(*Server)

// WithTimeout sets how long the clients of timeout faults wait.
func WithTimeout(d time.Duration) Option { return func(s *Server) { s.timeout = d } }

// WithShape sets the shape of bodies, where a fault has none of its own and
// the target none either.
func WithShape(shape Shape) Option { return func(s *Server) { s.shape = shape } }

// Start starts a server. It fails only where the loopback cannot be listened
// on. Close it when done.
func Start(opts ...Option) (*Server, error) {
	s := &Server{timeout: DefaultTimeout, shape: PlainJSON()}
	for _, o := range opts {
		o(s)
	}
	port, err := reservePort()
	if err != nil {
		return nil, fmt.Errorf("faults: no loopback: %w", err)
	}
	s.closed = port
	s.loop.Track(port)
	return s, nil
}

// TB is the part of testing.TB that [New] needs.
type TB interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// New starts a server that ends with the test.
func New(t TB, opts ...Option) *Server {
	t.Helper()
	s, err := Start(opts...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Close ends every connection and waits until nothing of the server runs any
// more. Targets are of no use afterwards. Closing twice is harmless.
func (s *Server) Close() { s.loop.Close() }
