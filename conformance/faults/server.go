package faults

import (
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// DefaultTimeout is how long the clients of timeout faults wait, unless
// [WithTimeout] says otherwise.
const DefaultTimeout = 250 * time.Millisecond

// A Server is the misbehaving server. It is made by [Start], serves any number
// of targets at once, and is safe for concurrent use.
type Server struct {
	timeout time.Duration
	shape   Shape

	closed    *reservedPort
	mu        sync.Mutex
	done      bool
	resources map[io.Closer]struct{}
	running   sync.WaitGroup
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
	s := &Server{timeout: DefaultTimeout, shape: PlainJSON(), resources: map[io.Closer]struct{}{}}
	for _, o := range opts {
		o(s)
	}
	port, err := reservePort()
	if err != nil {
		return nil, fmt.Errorf("faults: no loopback: %w", err)
	}
	s.closed = port
	s.track(port)
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
func (s *Server) Close() {
	s.mu.Lock()
	s.done = true
	resources := s.resources
	s.resources = map[io.Closer]struct{}{}
	s.mu.Unlock()
	for c := range resources {
		_ = c.Close()
	}
	s.running.Wait()
}

// track makes Close close c; it reports false, and closes c, when the server is
// closed already.
func (s *Server) track(c io.Closer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		_ = c.Close()
		return false
	}
	s.resources[c] = struct{}{}
	return true
}

// release closes c and forgets it.
func (s *Server) release(c io.Closer) {
	s.mu.Lock()
	delete(s.resources, c)
	s.mu.Unlock()
	_ = c.Close()
}

// run runs f until it returns; Close waits for it. It does nothing when the
// server is closed.
func (s *Server) run(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.done {
		s.running.Go(f)
	}
}

// listen serves every connection to a new port of the loopback with play, and
// returns its address.
func (s *Server) listen(play func(*net.TCPConn)) string {
	ln, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		panic("faults: cannot listen on the loopback: " + err.Error())
	}
	s.track(ln)
	s.run(func() {
		defer s.release(ln)
		for {
			conn, err := ln.AcceptTCP()
			if err != nil || !s.track(conn) {
				return
			}
			s.run(func() {
				defer s.release(conn)
				play(conn)
			})
		}
	})
	return ln.Addr().String()
}
