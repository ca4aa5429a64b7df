// Package proxy is a proxy on the loopback between an MCP server and its upstreams. It
// answers with the active fault, and forwards only requests for allowed hosts.
package proxy

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/elazarl/goproxy"
)

// anyPort is a free port of the loopback.
const anyPort = "127.0.0.1:0"

// bodyLimit is the number of bytes of a body that are kept and passed on.
const bodyLimit = 1 << 20

// An Answer is the answer to a request for which the fault is not used: a step before the
// request that fails.
type Answer struct {
	Method string          `json:"method"`
	Path   string          `json:"path"` // with the query, if there is one
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

// Options are the settings of a proxy.
type Options struct {
	// Address is the address to listen on; "" means a free port of the loopback.
	Address string
	// Authority signs the certificates of all hosts.
	Authority *Authority
	// Allow lists the hosts to which requests are forwarded.
	Allow []string
	// Answers are sent for the requests that they match, whatever the fault.
	Answers []Answer
	// Transport forwards requests to allowed hosts.
	Transport *http.Transport
}

// A Proxy is a running proxy.
type Proxy struct {
	options Options
	mitm    *goproxy.ProxyHttpServer
	config  func(host string, ctx *goproxy.ProxyCtx) (*tls.Config, error)
	address string

	mu        sync.Mutex
	server    *http.Server
	act       *Act
	hosts     map[string]bool
	distrusts bool
}

// Start starts a proxy. Close it when done.
func Start(o Options) (*Proxy, error) {
	p := &Proxy{options: o, mitm: goproxy.NewProxyHttpServer(), hosts: map[string]bool{}}
	p.mitm.Logger = log.New(io.Discard, "", 0)
	p.mitm.CertStore = o.Authority
	p.mitm.Tr = cmp.Or(o.Transport, &http.Transport{Proxy: http.ProxyFromEnvironment})
	p.mitm.NonproxyHandler = http.HandlerFunc(p.plain)
	p.config = goproxy.TLSConfigFromCA(&o.Authority.pair)
	p.mitm.OnRequest().HandleConnectFunc(func(host string, _ *goproxy.ProxyCtx) (*goproxy.ConnectAction, string) {
		if p.allowed(host) {
			return &goproxy.ConnectAction{Action: goproxy.ConnectMitm, TLSConfig: p.config}, host
		}
		return &goproxy.ConnectAction{Action: goproxy.ConnectHijack, Hijack: p.tunnel}, host
	})
	p.mitm.OnRequest().DoFunc(func(r *http.Request, ctx *goproxy.ProxyCtx) (*http.Request, *http.Response) {
		body, err := io.ReadAll(io.LimitReader(r.Body, bodyLimit))
		if err != nil {
			body = nil
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		ctx.UserData = p.note(r.Method, r.URL.Scheme, r.URL.Host, r.URL.RequestURI(), body)
		return r, nil
	})
	p.mitm.OnResponse().DoFunc(func(resp *http.Response, ctx *goproxy.ProxyCtx) *http.Response {
		p.keep(resp, ctx)
		return resp
	})
	if err := p.listen(cmp.Or(o.Address, anyPort)); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Proxy) listen(address string) error {
	ln, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("the proxy cannot listen: %w", err)
	}
	if tcp, ok := ln.Addr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		_ = ln.Close()
		return fmt.Errorf("the proxy listens on the loopback alone, not on %s", address)
	}
	p.address = ln.Addr().String()
	p.server = &http.Server{Handler: p, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: time.Minute}
	go func() { _ = p.server.Serve(ln) }() // ends with the listener
	return nil
}

// Address returns host:port of the proxy.
func (p *Proxy) Address() string { return p.address }

// Close ends the proxy and all its connections.
func (p *Proxy) Close() {
	p.End()
	p.mu.Lock()
	server := p.server
	p.mu.Unlock()
	_ = server.Close()
	p.mitm.Tr.CloseIdleConnections()
}

// Hosts returns the requested hosts that are not allowed, sorted.
func (p *Proxy) Hosts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.hosts))
}

// Distrusted reports whether a client refused a certificate of the run's authority.
func (p *Proxy) Distrusted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.distrusts
}

func (p *Proxy) allowed(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return slices.ContainsFunc(p.options.Allow, func(a string) bool { return strings.EqualFold(a, host) })
}

// ServeHTTP handles a request of a client that uses a proxy, or whose base URL is the
// proxy's address.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect || r.URL.IsAbs() && p.allowed(r.URL.Host) {
		p.mitm.ServeHTTP(w, r)
		return
	}
	p.plain(w, r)
}

// plain answers a request that came without TLS.
func (p *Proxy) plain(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyLimit))
	if err != nil {
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	host, scheme := r.Host, "http"
	if r.URL.IsAbs() {
		host, scheme = r.URL.Host, r.URL.Scheme
	}
	p.answer(conn, conn, r, scheme, host, body)
}

// tunnel answers the requests in a CONNECT.
func (p *Proxy) tunnel(req *http.Request, conn net.Conn, ctx *goproxy.ProxyCtx) {
	defer func() { _ = conn.Close() }()
	act := p.current()
	if act != nil && !act.track(conn) {
		return
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	if act != nil && act.target.TLS {
		p.note(http.MethodConnect, "", req.Host, "", nil)
		splice(conn, conn, nil, act.target.Address)
		return
	}
	in := bufio.NewReader(conn)
	first, err := in.Peek(1)
	if err != nil {
		return
	}
	var client net.Conn = buffered{conn, in}
	scheme := "http"
	if first[0] == 0x16 { // a TLS handshake
		config, err := p.config(req.Host, ctx)
		if err != nil {
			return
		}
		config.NextProtos = []string{"http/1.1"}
		secure := tls.Server(client, config)
		if err := secure.HandshakeContext(req.Context()); err != nil {
			p.distrust(err)
			return
		}
		client, scheme = secure, "https"
	}
	r, err := http.ReadRequest(bufio.NewReader(client))
	if err != nil {
		p.distrust(err) // a client of TLS 1.3 refuses a certificate after the handshake
		return
	}
	if strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		_, _ = io.WriteString(client, "HTTP/1.1 100 Continue\r\n\r\n")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyLimit))
	if err != nil {
		return
	}
	p.answer(client, conn, r, scheme, req.Host, body)
}

// distrust records that a client has refused the certificate, if err shows that.
func (p *Proxy) distrust(err error) {
	// crypto/tls has no exported type for a remote alert (Go 1.26).
	if op, ok := errors.AsType[*net.OpError](err); !ok || op.Op != "remote error" || !strings.Contains(op.Error(), "certificate") {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.distrusts = true
}

// answer plays the active fault for a request, and ends the connection.
func (p *Proxy) answer(client, raw net.Conn, r *http.Request, scheme, host string, body []byte) {
	defer func() { _ = raw.Close() }()
	act := p.current()
	if act != nil && !act.track(raw) {
		return
	}
	p.refused(host)
	exchange := p.note(r.Method, scheme, host, r.URL.RequestURI(), body)
	if a, ok := p.prepared(r); ok {
		exchange.step(a.Status, a.Body)
		respond(client, a.Status, "application/json", string(a.Body))
		return
	}
	if directory := discovery(r); directory != "" {
		exchange.step(http.StatusOK, nil)
		respond(client, http.StatusOK, aggregated, directory)
		return
	}
	if act == nil || act.target.Address == "" {
		respond(client, http.StatusOK, "application/json", "{}")
		return
	}
	r.Host, r.URL.Scheme, r.URL.Host, r.RequestURI = host, "", "", ""
	r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
	r.Header.Del("Expect")
	r.Close = true
	var head bytes.Buffer
	if err := r.Write(&head); err != nil {
		return
	}
	splice(client, raw, head.Bytes(), act.target.Address)
}

// prepared returns the prepared answer to a request, for any fault.
func (p *Proxy) prepared(r *http.Request) (Answer, bool) {
	for _, a := range p.options.Answers {
		if a.Method == r.Method && (a.Path == r.URL.RequestURI() || a.Path == r.URL.Path) {
			return a, true
		}
	}
	return Answer{}, false
}

func (p *Proxy) refused(host string) {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hosts[host] = true
}

// respond writes a whole answer, after which the connection ends.
func respond(w io.Writer, status int, media, body string) {
	_, _ = fmt.Fprintf(w, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, http.StatusText(status), media, len(body), body)
	if c, ok := w.(*tls.Conn); ok {
		_ = c.CloseWrite()
	}
}

// buffered is a connection of which some bytes were already read.
type buffered struct {
	net.Conn
	in *bufio.Reader
}

func (b buffered) Read(into []byte) (int, error) { return b.in.Read(into) }
