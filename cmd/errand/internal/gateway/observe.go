package gateway

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
)

// An observer is a proxy on the loopback for one server. It forwards its requests, and
// records them for the call that waits. Bodies pass as they are.
type observer struct {
	session    *Session
	authority  *proxy.Authority
	credential string // of the server; the proxy serves no other program
	forward    *httputil.ReverseProxy
	tunnels    chan net.Conn
	net.Listener
}

// observe starts the observer of the session, and returns the variables for the server. It
// writes the roots to a file. The observer ends with the session.
func (s *Session) observe(file string) (env []string, err error) {
	o := &observer{session: s, authority: proxy.NewAuthority(), credential: rand.Text(), tunnels: make(chan net.Conn)}
	if o.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	roots := trusted()
	pool, _ := x509.SystemCertPool()
	pool = cmp.Or(pool, x509.NewCertPool())
	pool.AppendCertsFromPEM(roots)
	o.forward = &httputil.ReverseProxy{
		Transport: httpadapter.NewTransport(&http.Transport{
			Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true, DisableCompression: true,
		}),
		Rewrite:       func(r *httputil.ProxyRequest) { r.Out.URL.RawQuery, r.Out.Host = r.In.URL.RawQuery, r.In.Host },
		FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0), ErrorHandler: s.unanswered,
		ModifyResponse: func(resp *http.Response) error {
			s.ended(resp.Request, httpadapter.CheckResponse(resp))
			return nil
		},
	}
	server := &http.Server{
		Handler: o, ErrorLog: o.forward.ErrorLog, ReadHeaderTimeout: time.Minute,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, tunnel{}, c) },
	}
	context.AfterFunc(s.left, func() { _ = server.Close() })
	go func() { _ = server.Serve(o.Listener) }()
	go func() { _ = server.Serve(tunneled{o}) }()
	env = proxy.Environment("http://errand:"+o.credential+"@"+o.Addr().String(), file)
	direct := strings.Join(s.Unobserved, ",")
	return append(env, "NO_PROXY="+direct, "no_proxy="+direct), os.WriteFile(file, append(roots, o.authority.PEM()...), 0o600)
}

// trusted returns the roots that programs trust on this system.
func trusted() (roots []byte) {
	for _, file := range []string{os.Getenv("SSL_CERT_FILE"), "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"} {
		if text, err := os.ReadFile(file); err == nil {
			roots = append(text, '\n')
			break
		}
	}
	more, _ := os.ReadFile(cmp.Or(os.Getenv("NODE_EXTRA_CA_CERTS"), os.Getenv("REQUESTS_CA_BUNDLE")))
	return append(append(roots, more...), '\n')
}

// A tunnel is a connection of the server to a host. An empty one is the key of connections in
// the contexts of their requests.
type tunnel struct {
	net.Conn
	in   io.Reader
	host string // with the port
}

func (t tunnel) Read(into []byte) (int, error) { return t.in.Read(into) }

// tunneled is the listener of the connections in tunnels.
type tunneled struct{ *observer }

func (t tunneled) Accept() (net.Conn, error) {
	select {
	case c := <-t.tunnels:
		return c, nil
	case <-t.session.left.Done():
		return nil, net.ErrClosed
	}
}

// ServeHTTP handles a request of the server to the proxy, or in a tunnel.
func (o *observer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn := r.Context().Value(tunnel{})
	r.URL.Scheme = "http"
	if secure, ok := conn.(*tls.Conn); ok {
		conn, r.URL.Scheme = secure.NetConn(), "https"
	}
	t, inside := conn.(tunnel)
	_, given, _ := (&http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}).BasicAuth()
	switch {
	case inside:
		r.URL.Host = t.host
		o.forward.ServeHTTP(w, o.session.observed(r))
	case subtle.ConstantTimeCompare([]byte(given), []byte(o.credential)) != 1:
		w.Header().Set("Proxy-Authenticate", "Basic")
		w.WriteHeader(http.StatusProxyAuthRequired)
	case slices.Contains(o.session.Unobserved, r.URL.Hostname()):
		w.WriteHeader(http.StatusForbidden)
	case r.Method == http.MethodConnect:
		o.connect(w, r)
	default:
		o.forward.ServeHTTP(w, o.session.observed(r))
	}
}

// connect opens a tunnel for HTTP with or without TLS.
func (o *observer) connect(w http.ResponseWriter, r *http.Request) {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	var t net.Conn = tunnel{conn, buffered, r.Host}
	if first, _ := buffered.Peek(1); string(first) == "\x16" { // a TLS handshake
		certificate := o.authority.Certificate(r.URL.Hostname())
		t = tls.Server(t, &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"h2", "http/1.1"}})
	}
	select {
	case o.tunnels <- t:
	case <-o.session.left.Done():
		_ = conn.Close()
	}
}

// observed returns a request whose exchange is recorded for the call that waits. If several
// wait, each of them gets that it may have sent a request.
func (s *Session) observed(r *http.Request) *http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var waiting []*call
	for _, c := range s.calls {
		if c.Method == methodCall {
			waiting = append(waiting, c)
		}
	}
	if len(waiting) == 1 {
		s.hosts[waiting[0].Name] = r.URL.Host
		return r.WithContext(exchange{r.Context(), waiting[0]})
	}
	for _, c := range waiting {
		httptrace.ContextClientTrace(c.ctx).GetConn(r.URL.Host)
	}
	return r
}

// An exchange is the context of a request in a call.
type exchange struct {
	context.Context
	call *call
}

func (e exchange) Value(key any) any {
	if key == (exchange{}) {
		return e.call
	}
	if v := e.Context.Value(key); v != nil {
		return v
	}
	return e.call.ctx.Value(key)
}

// unanswered breaks off a request that got no response, as its upstream did.
func (s *Session) unanswered(_ http.ResponseWriter, r *http.Request, err error) {
	s.ended(r, &url.Error{Op: r.Method[:1] + strings.ToLower(r.Method[1:]), URL: r.URL.String(), Err: err}) // as package net/http
	panic(http.ErrAbortHandler)
}

// ended keeps the error of the last exchange of a call.
func (s *Session) ended(r *http.Request, err error) {
	if c, ok := r.Context().Value(exchange{}).(*call); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		c.upset = err
	}
}
