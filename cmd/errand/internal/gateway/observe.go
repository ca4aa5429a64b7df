package gateway

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
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
	tunnels    chan net.Conn // connections with TLS
	net.Listener
}

// observe starts the observer of the session, if it is to have one, and returns the variables
// for the server. The observer ends with the session.
func (s *Session) observe() (env []string, err error) {
	if !s.Observe {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "errand-mcp-")
	if err != nil {
		return nil, err
	}
	context.AfterFunc(s.left, func() { _ = os.RemoveAll(dir) })
	o := &observer{session: s, authority: proxy.NewAuthority(), credential: rand.Text(), tunnels: make(chan net.Conn)}
	if o.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	roots := append(trusted(), o.authority.PEM()...)
	pool, _ := x509.SystemCertPool()
	pool = cmp.Or(pool, x509.NewCertPool())
	pool.AppendCertsFromPEM(trusted())
	o.forward = &httputil.ReverseProxy{
		Transport: httpadapter.NewTransport(&http.Transport{
			Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true, DisableCompression: true,
		}),
		FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0), Rewrite: rewrite, ErrorHandler: s.unanswered,
	}
	outer := &http.Server{Handler: o, ErrorLog: o.forward.ErrorLog, ReadHeaderTimeout: time.Minute}
	inner := &http.Server{Handler: http.HandlerFunc(o.secure), ErrorLog: o.forward.ErrorLog, ConnContext: func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, tunnel{}, c)
	}, TLSConfig: &tls.Config{GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		t, _ := hello.Conn.(tunnel)
		certificate := o.authority.Certificate(cmp.Or(hello.ServerName, t.name()))
		return &certificate, nil
	}}}
	context.AfterFunc(s.left, func() { _, _ = outer.Close(), inner.Close() })
	go func() { _ = outer.Serve(o.Listener) }()
	go func() { _ = inner.ServeTLS(accepted{o}, "", "") }()
	file := filepath.Join(dir, "roots.pem")
	return proxy.Environment("http://errand:"+o.credential+"@"+o.Addr().String(), file), os.WriteFile(file, roots, 0o600)
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

// A tunnel is a connection to a host, as the key of itself in contexts, too.
type tunnel struct {
	net.Conn
	in   io.Reader
	host string // with the port
}

func (t tunnel) Read(into []byte) (int, error) { return t.in.Read(into) }

func (t tunnel) name() string { return (&url.URL{Host: t.host}).Hostname() }

// accepted is the listener of the tunnels.
type accepted struct{ *observer }

func (a accepted) Accept() (net.Conn, error) {
	select {
	case t := <-a.tunnels:
		return t, nil
	case <-a.session.left.Done():
		return nil, net.ErrClosed
	}
}

// ServeHTTP handles a request of the server to the proxy.
func (o *observer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, given, _ := (&http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}).BasicAuth()
	switch {
	case subtle.ConstantTimeCompare([]byte(given), []byte(o.credential)) != 1:
		w.Header().Set("Proxy-Authenticate", "Basic")
		w.WriteHeader(http.StatusProxyAuthRequired)
	case r.Method == http.MethodConnect:
		o.connect(w, r)
	default:
		o.forward.ServeHTTP(w, o.session.observed(r))
	}
}

// secure handles a request in a tunnel.
func (o *observer) secure(w http.ResponseWriter, r *http.Request) {
	c, _ := r.Context().Value(tunnel{}).(*tls.Conn)
	t, _ := c.NetConn().(tunnel)
	r.URL.Scheme, r.URL.Host = "https", t.host
	o.forward.ServeHTTP(w, o.session.observed(r))
}

// connect opens a tunnel. One without TLS, or to a host that is not observed, passes as it is.
func (o *observer) connect(w http.ResponseWriter, r *http.Request) {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	t := tunnel{conn, buffered, r.Host}
	if !slices.Contains(o.session.Unobserved, t.name()) {
		_ = conn.SetReadDeadline(time.Now().Add(time.Second)) // a server may speak first
		first, _ := buffered.Peek(1)
		_ = conn.SetReadDeadline(time.Time{})
		if string(first) == "\x16" { // a TLS handshake
			o.tunnels <- t
			return
		}
	}
	defer func() { _ = conn.Close() }()
	upstream, err := dial(r)
	if err != nil {
		return
	}
	defer func() { _ = upstream.Close() }()
	go func() {
		defer func() { _ = upstream.Close() }()
		_, _ = io.Copy(upstream, t)
	}()
	_, _ = io.Copy(conn, upstream)
}

// dial connects to the host of a request, through the user's own proxy if there is one.
func dial(r *http.Request) (net.Conn, error) {
	via, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: r.Host}})
	if err != nil || via == nil {
		return net.Dial("tcp", r.Host)
	}
	conn, err := net.Dial("tcp", net.JoinHostPort(via.Hostname(), cmp.Or(via.Port(), "80")))
	if err != nil {
		return nil, err
	}
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: r.Host}, Host: r.Host, Header: http.Header{}}
	if via.User != nil {
		ask.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(via.User.String())))
	}
	in := bufio.NewReader(conn)
	_ = ask.Write(conn)
	if resp, err := http.ReadResponse(in, ask); err != nil || resp.StatusCode != http.StatusOK {
		return nil, errors.Join(err, conn.Close(), errors.New("the proxy refuses the connection"))
	}
	return tunnel{conn, in, r.Host}, nil
}

// rewrite keeps what a reverse proxy would remove from a request.
func rewrite(r *httputil.ProxyRequest) {
	r.Out.URL.RawQuery, r.Out.Host = r.In.URL.RawQuery, r.In.Host
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values, ok := r.In.Header[name]; ok {
			r.Out.Header[name] = values
		}
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
	if c, ok := r.Context().Value(exchange{}).(*call); ok {
		s.mu.Lock()
		c.upset = &url.Error{Op: r.Method[:1] + strings.ToLower(r.Method[1:]), URL: r.URL.String(), Err: err} // as package net/http
		s.mu.Unlock()
	}
	panic(http.ErrAbortHandler)
}

func (s *Session) upset(c *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.upset
}
