package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"hash/fnv"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"

	"github.com/errand-go/errand/conformance/loopback"
)

// A Target determines the answers while a fault is active.
type Target struct {
	// Address is the host:port of the misbehaving server. With "", every request gets 200 and
	// an empty object.
	Address string
	// TLS is true if the misbehaving server itself does TLS, or fails at it.
	TLS bool
	// Refuse closes the proxy's port.
	Refuse bool
	// Before is the number of requests that succeed before the one that fails.
	Before int
	// Success is the body of a success; "" is an empty object.
	Success string
}

// An Exchange is a request that reached the proxy.
type Exchange struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	// Status is that of a success before the request that fails.
	Status int `json:"status,omitempty"`
	// Body is a hash of the request's body.
	Body uint32 `json:"-"`
	// Query is true for a GraphQL query, which has no side effects.
	Query bool `json:"-"`
}

// An Act is the period in which one fault is active.
type Act struct {
	target  Target
	loop    loopback.Server
	arrived chan struct{}

	mu        sync.Mutex
	exchanges []*Exchange
	passed    int // requests that have succeeded
}

// Due reports whether the next request is to fail.
func (a *Act) Due() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.passed >= a.target.Before
}

// pass reports whether a request succeeds because it comes before the one that fails.
func (a *Act) pass() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.passed >= a.target.Before {
		return false
	}
	a.passed++
	return true
}

// Begin activates a fault.
func (p *Proxy) Begin(t Target) *Act {
	p.End()
	act := &Act{target: t, arrived: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.act = act
	if t.Refuse && t.Before == 0 {
		_ = p.server.Close()
	}
	return act
}

// End ends the active fault and its connections.
func (p *Proxy) End() {
	p.mu.Lock()
	act := p.act
	p.act = nil
	p.mu.Unlock()
	if act != nil {
		act.loop.Close()
	}
}

// Reopen listens again after a fault with Refuse. It uses another port if a program has
// taken the old one.
func (p *Proxy) Reopen() (moved bool, err error) {
	p.End()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.listen(p.address); err == nil {
		return false, nil
	}
	return true, p.listen(anyPort)
}

func (p *Proxy) current() *Act {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.act
}

// Arrived returns a channel that is closed at the first request of the act.
func (a *Act) Arrived() <-chan struct{} { return a.arrived }

// Exchanges returns the requests so far.
func (a *Act) Exchanges() []Exchange {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := make([]Exchange, len(a.exchanges))
	for i, e := range a.exchanges {
		all[i] = *e
	}
	return all
}

func (a *Act) track(c net.Conn) bool { return a.loop.Track(c) }

// ports are the default ports that a URL omits.
var ports = map[string]string{"http": "80", "https": "443"}

// note records a request in the current act.
func (p *Proxy) note(method, scheme, host, uri string, body []byte) *Exchange {
	hash := fnv.New32a()
	_, _ = hash.Write(body)
	if name, port, err := net.SplitHostPort(host); err == nil && port == ports[scheme] {
		host = name
	}
	e := &Exchange{Method: method, URL: host + uri, Body: hash.Sum32(), Query: isQuery(body)}
	if scheme != "" {
		e.URL = scheme + "://" + e.URL
	}
	act := p.current()
	if act == nil {
		return e
	}
	act.mu.Lock()
	defer act.mu.Unlock()
	act.exchanges = append(act.exchanges, e)
	if len(act.exchanges) == 1 {
		close(act.arrived)
	}
	return e
}

// isQuery reports whether a body is a GraphQL query, not a mutation.
func isQuery(body []byte) bool {
	_, query, found := strings.Cut(string(body), `"query":"`)
	query = strings.TrimLeft(query, " \\nt")
	return found && (strings.HasPrefix(query, "query") || strings.HasPrefix(query, "{"))
}

// splice sends head to address and everything that comes back to the client, byte for byte.
// It ends the client's connection in the same way as the other one ended. raw is the
// connection below the client's.
func splice(client, raw net.Conn, head []byte, address string) {
	upstream, err := loopback.Dial(context.Background(), "tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = upstream.Close() }()
	var both sync.WaitGroup
	defer both.Wait()
	defer func() { _ = raw.Close() }()
	both.Go(func() {
		if _, err := upstream.Write(head); err == nil {
			_, _ = io.Copy(upstream, client)
		}
		// The client has left, so the connection to the server ends too.
		_ = upstream.Close()
	})
	_, err = io.Copy(client, upstream)
	if errors.Is(err, syscall.ECONNRESET) {
		if tcp, ok := raw.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		return
	}
	if secure, ok := client.(*tls.Conn); ok {
		_ = secure.CloseWrite()
	}
	if tcp, ok := raw.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
}
