package modeltest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"strings"
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
// then, or waits forever, the test fails with its stack.
//
// A server notices that its client has closed the connection only after it has read the
// request's body. A handler that waits for that must read the body first.
func Bubble(t *testing.T, h http.Handler, test func(t *testing.T, client *http.Client)) {
	t.Helper()
	if left := inBubble(t, h, test); left != "" {
		t.Error(left)
	}
}

// inBubble is [Bubble], and returns the leftovers.
func inBubble(t *testing.T, h http.Handler, test func(t *testing.T, client *http.Client)) (left string) {
	t.Helper()
	id := ""
	defer func() {
		switch v := recover(); {
		case v == nil:
		case isDeadlock(v):
			left = fmt.Sprintf("goroutines are left behind (%v):\n%s", v, stacks(id))
		default:
			panic(v)
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		id = bubbleID()
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
	return ""
}

// isDeadlock reports whether v is the panic value of synctest.Test for remaining
// goroutines. It is a runtime error without a type, so the match is by its text (Go 1.26).
func isDeadlock(v any) bool {
	err, ok := v.(error)
	return ok && strings.HasPrefix(err.Error(), "deadlock:")
}

var bubbleName = regexp.MustCompile(`synctest bubble \d+`)

// bubbleID returns the name of the calling goroutine's bubble in stacks (Go 1.26), and ""
// if stacks do not contain it.
func bubbleID() string {
	buf := make([]byte, 1<<10)
	return bubbleName.FindString(string(buf[:runtime.Stack(buf, false)]))
}

// stacks returns the stacks of the bubble's remaining goroutines.
func stacks(id string) string {
	buf := make([]byte, 1<<20)
	var all []string
	for one := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		head, _, _ := strings.Cut(one, "\n")
		if id != "" && strings.Contains(head, id+"]") {
			all = append(all, one)
		}
	}
	return strings.Join(all, "\n\n")
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
