package faults

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/errand-go/errand/conformance/loopback"
)

// A Target is a fault that has been set up on a server: the URL, the client, and what else
// the fault requires from the caller. The same target can be called any number of times,
// also concurrently.
type Target struct {
	// URL is the URL to call, without a slash at the end. For some faults it is not a valid
	// URL.
	URL string
	// Client trusts the server's certificates and dials only the loopback. Its resolver,
	// proxy, timeouts and limits are those of the fault.
	Client *http.Client
	// Transport is the transport of Client, for SDKs that build their own client from a
	// transport's settings.
	Transport *http.Transport
	// Fault is the row.
	Fault Fault
	// Prepare changes a request as the fault requires; nil if it requires no change.
	// [Target.Request] has already called it.
	Prepare func(*http.Request)

	site *site
}

// A TargetOption changes a new Target.
type TargetOption func(*site)

// WithTargetShape sets the shape of the target's bodies, if the fault has none of its own.
func WithTargetShape(shape Shape) TargetOption { return func(s *site) { s.shape = shape } }

// WithRefused makes a fault of [GroupRefusal] refuse the argument with that name, and adds
// a remark of the service to the body.
func WithRefused(argument, remark string) TargetOption {
	return func(s *site) { s.refused, s.remark = argument, remark }
}

// WithPatience sets the timeout of the client of a timeout fault, if it differs from the
// server's; see [WithTimeout].
func WithPatience(d time.Duration) TargetOption { return func(s *site) { s.patience = d } }

// A behaviour is how a fault misbehaves. Every field may be zero: without any, the server
// answers nothing and the client is an ordinary one.
type behaviour struct {
	// play is the server's behaviour on a connection. Nil: nothing listens.
	play func(*exchange)
	// secure is the server's side of TLS. Nil: plain HTTP.
	secure func() *tls.Config
	// shape overrides the target's.
	shape func() Shape
	// url overrides http(s)://host:port.
	url func(*site) string
	// client configures the client.
	client func(*site, *http.Client, *http.Transport)
	// wrap wraps the transport in a round tripper of the tool.
	wrap func(http.RoundTripper) http.RoundTripper
	// prepare changes the request.
	prepare func(*http.Request)
	// request makes the request.
	request func(ctx context.Context, url string) (*http.Request, error)
	// upload is the body of the request.
	upload func() io.Reader
	// context makes the context of a call.
	context func(*site, context.Context) (context.Context, context.CancelFunc)
	// races is true if a timer of the caller begins before the request is sent.
	races bool
	// inBody is true if that timer must end while the client reads a body.
	inBody bool
}

// Target sets a fault up. Like httptest.NewServer, it panics if it cannot listen on the
// loopback.
func (s *Server) Target(f Fault, opts ...TargetOption) Target {
	st := &site{server: s, fault: f, patience: s.timeout}
	for _, o := range opts {
		o(st)
	}
	if f.run.shape != nil {
		st.shape = f.run.shape()
	}
	st.shape = st.shape.orPlain()
	st.addr = s.closed.addr
	if f.run.play != nil {
		st.addr = s.loop.Serve(st.serve)
	}
	transport := &http.Transport{
		DialContext:       st.dial,
		TLSClientConfig:   clientTLS(),
		ForceAttemptHTTP2: true,
	}
	client := &http.Client{Transport: transport}
	if f.run.wrap != nil {
		client.Transport = f.run.wrap(transport)
	}
	if f.run.client != nil {
		f.run.client(st, client, transport)
	}
	s.loop.Track(idleConnections{transport})
	return Target{
		URL: st.url(), Client: client, Transport: transport, Fault: f, Prepare: f.run.prepare, site: st,
	}
}

// Context returns the context of one call: with the deadline, the cancellation or the cause
// of the fault, or else an ordinary child of parent. If the caller cancels in this fault,
// the context is cancelled once the server has read a request, or before the call. Always
// call the cancel function.
func (t Target) Context(parent context.Context) (context.Context, context.CancelFunc) {
	if t.Fault.run.context != nil {
		return t.Fault.run.context(t.site, parent)
	}
	return context.WithCancel(parent)
}

// Body returns the request body that the caller has to send, a new one each time. It is nil
// for most faults. If the body can be sent again, it is an io.ReadSeeker.
func (t Target) Body() io.Reader {
	if t.Fault.run.upload == nil {
		return nil
	}
	return t.Fault.run.upload()
}

// Request returns the request for a caller that uses net/http: usually GET of URL, with the
// canaries of [Plant]. Its error is one that the tool would return.
func (t Target) Request(ctx context.Context) (*http.Request, error) {
	if t.Fault.run.request != nil {
		return t.Fault.run.request(ctx, t.URL)
	}
	method, body := http.MethodGet, t.Body()
	if body != nil {
		method = http.MethodPost
	}
	if slices.Contains(t.Fault.Needs, NeedHEAD) {
		method = http.MethodHead
	}
	r, err := http.NewRequestWithContext(ctx, method, t.URL, body)
	if err != nil {
		return nil, err
	}
	Plant(r)
	if t.Prepare != nil {
		t.Prepare(r)
	}
	return r, nil
}

// Missed reports whether a call that has returned did not meet its fault, because the
// machine was too busy: a timer of the caller expired before the server had read a request,
// or before the client read the body in which it should expire. The error is then that of
// another fault. Try again, with more [WithPatience].
func (t Target) Missed() bool {
	t.site.mu.Lock()
	defer t.site.mu.Unlock()
	switch {
	case t.Fault.run.inBody:
		return !t.site.reading
	case t.Fault.run.races:
		return t.site.requests == 0
	}
	return false
}

// Dialed reports whether a connection was made with Client or Transport.
func (t Target) Dialed() bool {
	t.site.mu.Lock()
	defer t.site.mu.Unlock()
	return t.site.dialed
}

// Unfit returns why the target's shape cannot have the fault, for example because its
// success has no value whose type could be changed. It returns "" if the shape can have the
// fault, and before the first request.
func (t Target) Unfit() string {
	t.site.mu.Lock()
	defer t.site.mu.Unlock()
	return t.site.unfit
}

// idleConnections are the connections that a transport keeps for later requests.
type idleConnections struct{ *http.Transport }

// Close closes them.
func (i idleConnections) Close() error {
	i.CloseIdleConnections()
	return nil
}

// A site is the server's side of one target.
type site struct {
	server   *Server
	fault    Fault
	shape    Shape
	addr     string // the address that the client dials
	patience time.Duration
	refused  string // see [WithRefused]
	remark   string
	waiters  loopback.Waiters // notified of the next request

	mu       sync.Mutex
	requests int    // number of requests read
	dialed   bool   // see [Target.Dialed]
	reading  bool   // the client is reading a body
	unfit    string // see [Target.Unfit]
}

func (s *site) url() string {
	switch {
	case s.fault.run.url != nil:
		return s.fault.run.url(s)
	case s.fault.run.secure != nil:
		return "https://" + s.addr
	}
	return "http://" + s.addr
}

// port returns the port of the site's address.
func (s *site) port() string {
	_, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		panic("faults: " + err.Error())
	}
	return port
}

// cannot records why the shape cannot have the fault.
func (s *site) cannot(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unfit = reason
}

// seen counts a request, and notifies waiters.
func (s *site) seen() {
	s.mu.Lock()
	s.requests++
	s.mu.Unlock()
	s.waiters.Call()
}

// dial connects like [loopback.Dial], and records that it did. If the fault is a timeout
// inside a body, it records when the client continues to read after the first bytes: the
// headers and a part of the body.
func (s *site) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := loopback.Dial(ctx, network, addr)
	s.mu.Lock()
	s.dialed = true
	s.mu.Unlock()
	if err != nil || !s.fault.run.inBody {
		return conn, err
	}
	return &bodyConn{Conn: conn, site: s}, nil
}

// A bodyConn is the client's side of a connection. Only one goroutine at a time reads it.
type bodyConn struct {
	net.Conn
	site *site
	came bool // bytes were read
}

// Read reads the connection.
func (c *bodyConn) Read(p []byte) (int, error) {
	if c.came {
		c.site.mu.Lock()
		c.site.reading = true
		c.site.mu.Unlock()
	}
	n, err := c.Conn.Read(p)
	c.came = c.came || n > 0
	return n, err
}

// timeout returns how long the client waits if one of its timeouts is the fault.
func (s *site) timeout() time.Duration { return s.patience }
