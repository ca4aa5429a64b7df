package grpcfaults

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/errand-go/errand/conformance/faults"
)

// DefaultTimeout is how long the clients of timeout faults wait, unless
// [WithTimeout] says otherwise.
const DefaultTimeout = faults.DefaultTimeout

// A Server is the misbehaving server. It is made by [Start], serves any number
// of targets at once, and is safe for concurrent use.
type Server struct {
	timeout time.Duration
	below   *faults.Server // for what happens below gRPC

	mu        sync.Mutex
	done      bool
	resources map[io.Closer]struct{}
	running   sync.WaitGroup
}

// An Option changes how a [Server] is started.
type Option func(*Server)

// WithTimeout sets how long the clients of timeout faults wait.
func WithTimeout(d time.Duration) Option { return func(s *Server) { s.timeout = d } }

// Start starts a server. It fails only where the loopback cannot be listened
// on. Close it when done.
func Start(opts ...Option) (*Server, error) {
	s := &Server{timeout: DefaultTimeout, resources: map[io.Closer]struct{}{}}
	for _, o := range opts {
		o(s)
	}
	below, err := faults.Start(faults.WithTimeout(s.timeout), faults.WithShape(faults.OAuth()))
	if err != nil {
		return nil, fmt.Errorf("grpcfaults: %w", err)
	}
	s.below = below
	return s, nil
}

// New starts a server that ends with the test.
func New(t faults.TB, opts ...Option) *Server {
	t.Helper()
	s, err := Start(opts...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Close ends every connection, those of [Target.Dial] too, and waits until
// nothing of the server runs any more. Targets are of no use afterwards. Closing
// twice is harmless.
func (s *Server) Close() {
	s.mu.Lock()
	s.done = true
	resources := s.resources
	s.resources = map[io.Closer]struct{}{}
	s.mu.Unlock()
	// Clients first: a server waits for the handlers of their calls.
	for c := range resources {
		if _, client := c.(*grpc.ClientConn); client {
			_ = c.Close()
		}
	}
	for c := range resources {
		if _, client := c.(*grpc.ClientConn); !client {
			_ = c.Close()
		}
	}
	s.running.Wait()
	s.below.Close()
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

// listen opens a new port of the loopback.
func (s *Server) listen() *net.TCPListener {
	ln, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		panic("grpcfaults: cannot listen on the loopback: " + err.Error())
	}
	return ln
}

// accept serves every connection to a new port with play, and returns the
// port's address.
func (s *Server) accept(play func(*net.TCPConn)) string {
	ln := s.listen()
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

// serve serves gRPC on a new port, and returns its address.
func (s *Server) serve(g *grpc.Server) string {
	ln := s.listen()
	s.track(stopper{g})
	s.run(func() { _ = g.Serve(ln) })
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
	server *Server
	fault  Fault
	addr   string         // host:port of what the client dials
	below  *faults.Target // of a borrowed fault

	mu      sync.Mutex
	waiters map[*context.CancelFunc]struct{}
}

// onSeen has cancel called when the server has read a request, unless stop is
// called before.
func (s *site) onSeen(cancel context.CancelFunc) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiters == nil {
		s.waiters = map[*context.CancelFunc]struct{}{}
	}
	key := &cancel
	s.waiters[key] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.waiters, key)
	}
}

// seen calls whoever waits for a request.
func (s *site) seen() {
	s.mu.Lock()
	waiters := s.waiters
	s.waiters = nil
	s.mu.Unlock()
	for cancel := range waiters {
		(*cancel)()
	}
}

var errOutside = errors.New("grpcfaults: the address is outside the loopback")

// dialLoopback is the clients' way out, which ends at the loopback.
func dialLoopback(ctx context.Context, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%w: %s", errOutside, addr)
	}
	return new(net.Dialer).DialContext(ctx, "tcp", addr)
}
