package grpcfaults

import (
	"context"
	"net"
	"net/url"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
)

// A Server is the misbehaving server. [New] makes one. It serves any number of
// targets at once, and is safe for concurrent use.
type Server struct {
	below *faults.Server // for faults below gRPC
	loop  loopback.Server
}

// timeout is the time that the clients of timeout faults wait.
const timeout = faults.DefaultTimeout

// New starts a server. At the end of the test, it ends every connection, also those of
// [Target.Dial], and waits until every goroutine of the server has ended.
func New(t faults.TB) *Server {
	t.Helper()
	s := &Server{below: faults.New(t)}
	t.Cleanup(s.loop.Close) // clients before servers, which wait for the handlers of their calls
	return s
}

// A Target is a fault that has been set up on a server, with the address and the
// options of its clients. A target can be called any number of times, also
// concurrently.
type Target struct {
	// Addr is the target for grpc.NewClient.
	Addr string
	// Options are the dial options that the fault needs, with the credentials.
	Options []grpc.DialOption
	// Fault is the row of the fault.
	Fault Fault

	site *site
}

// A site is the two sides of one target, which a fault's settings change.
type site struct {
	server  *Server
	waiters loopback.Waiters // called when a request was read
	addr    string
	options []grpc.DialOption
	// dialled changes the client after it was made.
	dialled func(*grpc.ClientConn)
	// context makes the context of a call.
	context func(context.Context) (context.Context, context.CancelFunc)
}

// Target sets a fault up. If it cannot listen on the loopback, it panics, as
// httptest.NewServer does.
func (s *Server) Target(f Fault) Target {
	st := &site{server: s, dialled: func(*grpc.ClientConn) {}, context: context.WithCancel, options: []grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, addr string) (net.Conn, error) { return loopback.Dial(ctx, "tcp", addr) }),
		grpc.WithNoProxy(),
		connecting(time.Minute), // longer than any test
	}}
	for _, set := range f.set {
		set(st)
	}
	return Target{st.addr, st.options, f, st}
}

// Dial returns a client of the target, with the settings of the fault. The client is
// closed with the server, unless the caller closes it before.
func (t Target) Dial(more ...grpc.DialOption) (*grpc.ClientConn, error) {
	conn, err := grpc.NewClient(t.Addr, append(slices.Clone(t.Options), more...)...)
	if err != nil {
		return nil, err
	}
	t.site.server.loop.Track(conn)
	t.site.dialled(conn)
	return conn, nil
}

// Context returns the context of one call, with the deadline or the cancellation of
// the fault and the credentials of [Plant]. If the fault is a cancellation by the
// caller, it happens once the server has read a request, or before the call. Always
// call the cancel function.
func (t Target) Context(parent context.Context) (context.Context, context.CancelFunc) {
	return t.site.context(Plant(parent))
}

// Plant puts the credential canaries into the metadata of a call.
func Plant(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx,
		"authorization", "Bearer "+faults.CredentialBearer,
		"x-goog-api-key", faults.CredentialQuery,
		"cookie", "session="+faults.CredentialCookie,
	)
}

// connecting sets the time for making a connection, and a short pause before the next
// attempt.
func connecting(timeout time.Duration) grpc.DialOption {
	const pause = 20 * time.Millisecond
	return grpc.WithConnectParams(grpc.ConnectParams{
		Backoff:           backoff.Config{BaseDelay: pause, Multiplier: 1, MaxDelay: pause},
		MinConnectTimeout: timeout,
	})
}

// dialling adds options to the client.
func dialling(options ...grpc.DialOption) setting {
	return func(s *site) { s.options = append(s.options, options...) }
}

// calling adds options to every call.
func calling(options ...grpc.CallOption) setting {
	return dialling(grpc.WithDefaultCallOptions(options...))
}

// impatient clients give up early on a connection that is not established.
var impatient = dialling(connecting(timeout))

// until brings a new client to a state before its first call.
func until(want connectivity.State) setting {
	return func(s *site) {
		s.dialled = func(conn *grpc.ClientConn) {
			conn.Connect()
			for state := conn.GetState(); state != want && state != connectivity.Shutdown; state = conn.GetState() {
				conn.WaitForStateChange(context.Background(), state)
			}
		}
	}
}

// within makes the context of a call.
func within(limit func(s *site, parent context.Context) (context.Context, context.CancelFunc)) setting {
	return func(s *site) {
		s.context = func(parent context.Context) (context.Context, context.CancelFunc) { return limit(s, parent) }
	}
}

// raw has the whole connection on the server's side.
func raw(play func(*net.TCPConn)) setting {
	return func(s *site) { s.addr = "passthrough:///" + s.server.loop.Serve(play) }
}

// framed answers each complete request on a raw HTTP/2 connection.
func framed(act func(*wire, uint32)) setting {
	return func(s *site) {
		raw(func(conn *net.TCPConn) { (&wire{site: s, conn: conn}).serve(act) })(s)
	}
}

// handled handles calls of any method on a real server.
func handled(handle func(*site, grpc.ServerStream) error) setting {
	return func(s *site) {
		s.serve(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error { return handle(s, stream) }))
	}
}

// serve starts a real server.
func (s *site) serve(options ...grpc.ServerOption) {
	g := grpc.NewServer(append(options, grpc.WaitForHandlers(true))...)
	ln := s.server.loop.Listen()
	s.server.loop.Track(stopper{g})
	s.server.loop.Go(func() { _ = g.Serve(ln) })
	s.addr = "passthrough:///" + ln.Addr().String()
}

// stopper stops a gRPC server and waits for its handlers.
type stopper struct{ *grpc.Server }

// Close stops it.
func (s stopper) Close() error {
	s.Stop()
	return nil
}

// borrowed is a fault of package faults, below gRPC.
func borrowed(f faults.Fault) setting {
	return func(s *site) {
		below := s.server.below.Target(f)
		u, err := url.Parse(below.URL)
		if err != nil {
			panic("grpcfaults: " + err.Error())
		}
		port := "80"
		if u.Scheme == "https" {
			dialling(grpc.WithTransportCredentials(credentials.NewTLS(below.Transport.TLSClientConfig.Clone())))(s)
			port = "443"
		}
		if u.Port() != "" {
			port = u.Port()
		}
		s.addr = "passthrough:///" + net.JoinHostPort(u.Hostname(), port)
		dialling(grpc.WithContextDialer(func(ctx context.Context, addr string) (net.Conn, error) {
			return below.Transport.DialContext(ctx, "tcp", addr)
		}))(s)
	}
}

// fail ends a call with a status, and canaries in the metadata.
func (s *site) fail(stream grpc.ServerStream, st *status.Status) error {
	_ = stream.SetHeader(metadata.Pairs("x-upstream-note", faults.CanaryHeader))
	stream.SetTrailer(metadata.Pairs(
		"x-upstream-note", faults.CanaryHeader, "x-request-id", faults.CanaryRequestID,
		"set-cookie", "session="+faults.CredentialSetCookie, "retry-after", "7",
	))
	return st.Err()
}

// read reads any request, and notifies waiters.
func (s *site) read(stream grpc.ServerStream) error {
	if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
		return err
	}
	s.waiters.Call()
	return nil
}

// succeeds answers with an empty message.
var succeeds = handled(func(s *site, stream grpc.ServerStream) error {
	if err := s.read(stream); err != nil {
		return err
	}
	return stream.SendMsg(&emptypb.Empty{})
})

// hangs answers after the call has ended, which is too late.
var hangs = handled(func(s *site, stream grpc.ServerStream) error {
	if err := s.read(stream); err != nil {
		return err
	}
	<-stream.Context().Done()
	return status.FromContextError(stream.Context().Err()).Err()
})
