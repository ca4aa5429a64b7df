package modeltest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Bubble runs test in a bubble of testing/synctest, with a server that has the handler h
// and a client that is connected to it in memory, whatever host it calls and whether it
// uses http or https. In the bubble a wait of an hour, of the loop or of an SDK, takes no
// time. For an SDK that wraps its transport, use client.Transport.
//
// When test returns, the connections and the server are closed. If a goroutine is left
// then, or waits forever, synctest panics, and Go prints the stacks of the bubble.
//
// A server notices that its client has closed the connection only after it has read the
// request's body. A handler that waits for that must read the body first.
func Bubble(t *testing.T, h http.Handler, test func(t *testing.T, client *http.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
		server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
		go func() { _ = server.Serve(p) }()
		base := &http.Transport{DialContext: p.dial, DialTLSContext: p.dial}
		defer func() {
			base.CloseIdleConnections()
			_ = server.Close()
		}()
		test(t, &http.Client{Transport: base})
	})
}

// pipes is a network in memory. A bubble can wait on it, and ends only when every goroutine
// on it has ended.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (*pipes) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "pipe"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
