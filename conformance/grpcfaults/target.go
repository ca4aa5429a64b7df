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
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
)

// Method is the method that [Target.Call] calls. The server also answers every other
// method.
const Method = "/errand.faults.v1.Faults/Call"

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

// Target sets a fault up. If it cannot listen on the loopback, it panics, as
// httptest.NewServer does.
func (s *Server) Target(f Fault) Target {
	st := &site{server: s, fault: f}
	dial, secure := dialTCP, insecure.NewCredentials()
	run := f.run
	switch {
	case run.borrow != "":
		dial, secure = st.borrow(run.borrow)
	case run.handle != nil || run.bare:
		st.addr = s.serve(grpc.NewServer(st.serverOptions()...))
	case run.frames != nil:
		st.addr = s.loop.Serve(func(c *net.TCPConn) { st.frames(c) })
	case run.raw != nil:
		st.addr = s.loop.Serve(run.raw)
	}
	t := Target{
		Addr:  "passthrough:///" + st.addr,
		Fault: f,
		Options: []grpc.DialOption{
			grpc.WithTransportCredentials(secure),
			grpc.WithContextDialer(dial),
			grpc.WithNoProxy(),
			connecting(time.Minute), // longer than any test
		},
		site: st,
	}
	if run.resolve != nil {
		t.Addr = run.resolve(st)
	}
	if run.dial != nil {
		t.Options = append(t.Options, run.dial(st)...)
	}
	return t
}

// dialTCP is the clients' dialer, which is limited to the loopback.
func dialTCP(ctx context.Context, addr string) (net.Conn, error) {
	return loopback.Dial(ctx, "tcp", addr)
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

// impatient clients give up early on a connection that is not established.
func impatient(*site) []grpc.DialOption {
	return []grpc.DialOption{connecting(timeout)}
}

// until returns a function that brings a new client to a state before its first call.
func until(want connectivity.State) func(*site, *grpc.ClientConn) {
	return func(_ *site, conn *grpc.ClientConn) {
		conn.Connect()
		for state := conn.GetState(); state != want && state != connectivity.Shutdown; state = conn.GetState() {
			conn.WaitForStateChange(context.Background(), state)
		}
	}
}

// serverOptions configure a server that answers any method.
func (s *site) serverOptions() []grpc.ServerOption {
	opts := []grpc.ServerOption{grpc.WaitForHandlers(true)}
	if s.fault.run.bare {
		return opts
	}
	return append(opts, grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		return s.fault.run.handle(s, stream)
	}))
}

// borrow sets up a fault of package faults, and returns its client's dialer.
func (s *site) borrow(name string) (func(context.Context, string) (net.Conn, error), credentials.TransportCredentials) {
	f, ok := faults.Lookup(name)
	if !ok {
		panic("grpcfaults: there is no fault " + name + " to borrow")
	}
	below := s.server.below.Target(f)
	s.below = &below
	u, err := url.Parse(below.URL)
	if err != nil {
		panic("grpcfaults: " + err.Error())
	}
	secure, port := insecure.NewCredentials(), "80"
	if u.Scheme == "https" {
		secure, port = credentials.NewTLS(below.Transport.TLSClientConfig.Clone()), "443"
	}
	s.addr = u.Host
	if u.Port() == "" {
		s.addr = net.JoinHostPort(u.Hostname(), port)
	}
	return func(ctx context.Context, addr string) (net.Conn, error) {
		return below.Transport.DialContext(ctx, "tcp", addr)
	}, secure
}

// Dial returns a client of the target, with the settings of the fault. The client is
// closed with the server, unless the caller closes it before.
func (t Target) Dial(more ...grpc.DialOption) (*grpc.ClientConn, error) {
	conn, err := grpc.NewClient(t.Addr, append(slices.Clone(t.Options), more...)...)
	if err != nil {
		return nil, err
	}
	t.site.server.loop.Track(conn)
	if t.Fault.run.dialled != nil {
		t.Fault.run.dialled(t.site, conn)
	}
	return conn, nil
}

// Context returns the context of one call, with the deadline or the cancellation of
// the fault and the credentials of [Plant]. If the fault is a cancellation by the
// caller, it happens once the server has read a request, or before the call. Always
// call the cancel function.
func (t Target) Context(parent context.Context) (context.Context, context.CancelFunc) {
	parent = Plant(parent)
	if t.Fault.run.context != nil {
		return t.Fault.run.context(t.site, parent)
	}
	return context.WithCancel(parent)
}

// Call makes one call of [Method].
func (t Target) Call(ctx context.Context, conn grpc.ClientConnInterface, opts ...grpc.CallOption) error {
	return conn.Invoke(ctx, Method, &emptypb.Empty{}, &emptypb.Empty{}, opts...)
}

// Plant puts the credential canaries into the metadata of a call.
func Plant(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx,
		"authorization", "Bearer "+faults.CredentialBearer,
		"x-goog-api-key", faults.CredentialQuery,
		"cookie", "session="+faults.CredentialCookie,
	)
}
