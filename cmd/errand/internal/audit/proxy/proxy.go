// Package proxy is a proxy on the loopback between an MCP server and its upstreams. It
// answers with the active fault, and forwards nothing.
package proxy

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"math/big"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/conformance/loopback"
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

// A Proxy is a running proxy.
type Proxy struct {
	authority *Authority
	answers   []Answer // for the requests that they match, whatever the fault
	address   string

	mu        sync.Mutex
	server    *http.Server
	act       *Act
	hosts     map[string]bool
	distrusts bool
}

// Start starts a proxy at a free port of the loopback. The authority signs the certificates
// of all hosts. Close the proxy when done.
func Start(authority *Authority, answers []Answer) (*Proxy, error) {
	p := &Proxy{authority: authority, answers: answers, hosts: map[string]bool{}}
	if err := p.listen(anyPort); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Proxy) listen(address string) error {
	ln, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("the proxy cannot listen: %w", err)
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
}

// Hosts returns the requested hosts, sorted.
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

// ServeHTTP handles a request of a client that uses a proxy, or whose base URL is the
// proxy's address.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			p.tunnel(r, conn)
		}
		return
	}
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
func (p *Proxy) tunnel(req *http.Request, conn net.Conn) {
	defer func() { _ = conn.Close() }()
	act := p.current()
	if act != nil && !act.track(conn) {
		return
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	if act != nil && act.target.TLS && act.Due() {
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
		secure := tls.Server(client, &tls.Config{Certificates: []tls.Certificate{p.authority.Certificate(req.URL.Hostname())}, NextProtos: []string{"http/1.1"}})
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
	p.asked(host)
	exchange := p.note(r.Method, scheme, host, r.URL.RequestURI(), body)
	if a, ok := p.prepared(r); ok {
		exchange.Status = a.Status
		respond(client, a.Status, "application/json", string(a.Body))
		return
	}
	if directory := discovery(r); directory != "" {
		exchange.Status = http.StatusOK
		respond(client, http.StatusOK, aggregated, directory)
		return
	}
	if act == nil {
		respond(client, http.StatusOK, "application/json", "{}")
		return
	}
	before := act.pass()
	if before {
		exchange.Status = http.StatusOK
	}
	if before && act.target.Refuse && act.Due() { // before the client has the answer
		p.mu.Lock()
		_ = p.server.Close()
		p.mu.Unlock()
	}
	if before || act.target.Address == "" {
		respond(client, http.StatusOK, "application/json", cmp.Or(act.target.Success, "{}"))
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
	for _, a := range p.answers {
		if a.Method == r.Method && (a.Path == r.URL.RequestURI() || a.Path == r.URL.Path) {
			return a, true
		}
	}
	return Answer{}, false
}

func (p *Proxy) asked(host string) {
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

// An Authority is the certificate authority of one run. Its key never leaves the
// process. It is safe for concurrent use.
type Authority struct {
	issuer *loopback.Authority
	mu     sync.Mutex
	hosts  map[string]issued
}

type issued struct {
	tls.Certificate
	renew time.Time
}

// NewAuthority returns an authority with a new key, valid for a year.
func NewAuthority() *Authority {
	lasting := func(c *x509.Certificate) { c.NotAfter = c.NotBefore.AddDate(1, 0, 0) }
	return &Authority{issuer: loopback.NewAuthority("errand, an authority of one run", lasting), hosts: map[string]issued{}}
}

// PEM returns the certificate in the format of a file of trusted roots.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.issuer.Pair().Certificate[0]})
}

// Certificate returns the certificate of a host: the same one for a day, which is half of its
// time.
func (a *Authority) Certificate(host string) tls.Certificate {
	a.mu.Lock()
	defer a.mu.Unlock()
	made, known := a.hosts[host]
	if !known || time.Now().After(made.renew) {
		made.renew = time.Now().AddDate(0, 0, 1)
		made.Certificate = a.issuer.Issue("errand", func(c *x509.Certificate) {
			c.SerialNumber = big.NewInt(time.Now().UnixNano())
			c.DNSNames, c.IPAddresses = []string{host}, nil
			if ip := net.ParseIP(host); ip != nil {
				c.DNSNames, c.IPAddresses = nil, []net.IP{ip}
			}
		})
		a.hosts[host] = made
	}
	return made.Certificate
}

// Environment returns the variables with which programs use the proxy at a URL, and trust the
// roots in a file.
func Environment(base, roots string) []string {
	return []string{
		"HTTP_PROXY=" + base, "HTTPS_PROXY=" + base, "http_proxy=" + base, "https_proxy=" + base,
		"ALL_PROXY=" + base, "all_proxy=" + base, "NO_PROXY=", "no_proxy=",
		"SSL_CERT_FILE=" + roots, "NODE_EXTRA_CA_CERTS=" + roots, "REQUESTS_CA_BUNDLE=" + roots,
		"CURL_CA_BUNDLE=" + roots, "AWS_CA_BUNDLE=" + roots, "NODE_USE_ENV_PROXY=1",
	}
}
