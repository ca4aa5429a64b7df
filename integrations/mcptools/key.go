package mcptools

import (
	"context"
	"crypto/rand"
	"fmt"
	"runtime"
	"sync"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
)

// A session has the keyed calls of a session by the ids of their requests.
type session struct {
	salt  [16]byte
	calls sync.Map
}

// A keyer gives calls their keys. It is [sessions], whose code only a server with
// [WithCallKeys] links.
type keyer interface {
	begin(of *mcp.ServerSession)
	keyed(ctx context.Context, of *mcp.ServerSession) (context.Context, func())
}

// sessions are those that were begun.
type sessions struct {
	all sync.Map
	id  func() any // requestID
}

// begin begins a session that lives as long as the SDK's. A stateless server makes one of its
// own for each request, whose id a client may choose; that one never begins.
func (m *sessions) begin(of *mcp.ServerSession) {
	s, key := &session{}, weak.Make(of)
	_, _ = rand.Read(s.salt[:]) // never fails
	if _, begun := m.all.LoadOrStore(key, s); !begun {
		runtime.AddCleanup(of, func(key weak.Pointer[mcp.ServerSession]) { m.all.Delete(key) }, key)
	}
}

// keyed returns the context of a request with its key, and a function that forgets the call if
// it sent nothing.
func (m *sessions) keyed(ctx context.Context, of *mcp.ServerSession) (context.Context, func()) {
	v, ok := m.all.Load(weak.Make(of))
	id, _ := ctx.Value(m.id()).(jsonrpc.ID)
	if !ok || !id.IsValid() {
		return ctx, func() {}
	}
	s, name := v.(*session), fmt.Sprintf("%T %[1]v", id.Raw()) //nolint:errcheck,forcetypeassert // nothing else is in there
	v, _ = s.calls.LoadOrStore(name, &adapter.KeyedCall{ID: name, State: adapter.CallState{Salt: s.salt[:]}})
	call := v.(*adapter.KeyedCall) //nolint:errcheck,forcetypeassert // nothing else is in there
	return adapter.WithCallKey(ctx, call), func() {
		if call.Verdict().Last.IsZero() {
			s.calls.Delete(name)
		}
	}
}

// requestID returns the key under which the SDK keeps the id of a request in its context; nil
// if it does not. The key has no name outside of the SDK, but a connection asks a context for
// it (go-sdk v1.7.0 and v1.8.0, mcp/streamable.go, Write).
func requestID() any {
	probe := &keyProbe{Context: context.Background()}
	conn, err := (&mcp.StreamableServerTransport{}).Connect(probe)
	if err == nil {
		_ = conn.Write(probe, &jsonrpc.Request{Method: "notifications/progress"}) // nobody reads it
		_ = conn.Close()
	}
	return probe.key
}

// A keyProbe is a context that keeps the key of requests' ids, if it is asked for it.
type keyProbe struct {
	context.Context //nolint:containedctx // this is a context
	key             any
}

func (p *keyProbe) Value(key any) any {
	if fmt.Sprintf("%T", key) == "mcp.idContextKey" {
		p.key = key
	}
	return nil
}
