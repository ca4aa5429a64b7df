package faults

import (
	"fmt"
	"time"

	"github.com/errand-go/errand/conformance/loopback"
)

// DefaultTimeout is the timeout of the clients of timeout faults without [WithTimeout].
const DefaultTimeout = 250 * time.Millisecond

// A Server is the misbehaving server. [Start] makes it. It serves any number of targets at
// once, and is safe for concurrent use.
type Server struct {
	timeout time.Duration

	closed *reservedPort
	loop   loopback.Server
}

// An Option changes a new Server.
type Option func(*Server)

// WithTimeout sets the timeout of the clients of timeout faults.
func WithTimeout(d time.Duration) Option { return func(s *Server) { s.timeout = d } }

// Start starts a server. It fails only if it cannot listen on the loopback. Close the
// server when done.
func Start(opts ...Option) (*Server, error) {
	s := &Server{timeout: DefaultTimeout}
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

// New starts a server that is closed when the test ends.
func New(t TB, opts ...Option) *Server {
	t.Helper()
	s, err := Start(opts...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Close ends every connection and waits for all goroutines of the server. Targets are
// useless afterwards. Closing twice is harmless.
func (s *Server) Close() { s.loop.Close() }
