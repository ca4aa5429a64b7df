package agent_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// A bank serves payments over connections in memory. It counts the charges.
type bank struct {
	t     *testing.T
	conns chan net.Conn

	mu      sync.Mutex
	charged int
}

func newBank(t *testing.T) *bank {
	t.Helper()
	b := &bank{t: t, conns: make(chan net.Conn)}
	server := &http.Server{Handler: b}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(b)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-served
	})
	return b
}

// ServeHTTP charges at /charge, refuses at /busy, returns prices at /prices, and charges
// without a response at /slow.
func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	if r.URL.Path == "/charge" || r.URL.Path == "/slow" {
		b.charged++
	}
	b.mu.Unlock()
	_, _ = io.Copy(io.Discard, r.Body)
	switch r.URL.Path {
	case "/busy":
		w.Header().Set("Retry-After", "2")
		w.WriteHeader(http.StatusTooManyRequests)
	case "/slow":
		<-r.Context().Done()
	default:
		_, _ = io.WriteString(w, "{}")
	}
}

func (b *bank) Accept() (net.Conn, error) {
	c, ok := <-b.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (b *bank) Close() error   { close(b.conns); return nil }
func (b *bank) Addr() net.Addr { return &net.UnixAddr{Name: "bank"} }

// client returns a client of the bank. Port 1 refuses connections.
func (b *bank) client(recorded bool) *http.Client {
	base := &http.Transport{DialContext: func(_ context.Context, network, addr string) (net.Conn, error) {
		if strings.HasSuffix(addr, ":1") {
			return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("connection refused")}
		}
		ours, theirs := net.Pipe()
		b.conns <- theirs
		return ours, nil
	}}
	b.t.Cleanup(base.CloseIdleConnections)
	if recorded {
		return &http.Client{Transport: httpadapter.Transport{Base: base}}
	}
	return &http.Client{Transport: base}
}

// send makes one request, and returns its error.
func send(ctx context.Context, c *http.Client, method, url string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader("{}"))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, resp.Body)
	return httpadapter.CheckResponse(resp)
}

const (
	charge  = "POST http://bank/charge"
	busy    = "POST http://bank/busy"
	slow    = "POST http://bank/slow"
	prices  = "GET http://bank/prices"
	refused = "POST http://bank:1/busy"
)

// The loop retries a tool only if the whole call is known to have had no effect, which the
// tool has to declare. The model reads of no effect if the requests had none.
func TestToolWithSideEffectsIsNotRetried(t *testing.T) {
	undeclared, httpOnly := []agent.ToolOption(nil), []agent.ToolOption{agent.HTTPOnly()}
	const retried = 3
	tests := map[string]struct {
		opts   []agent.ToolOption
		plain  []string // sent first, with a client that is not recorded
		writes bool     // changes something local
		sends  []string
		panics bool
		runs   int
		effect any
	}{
		"two requests":                                {opts: httpOnly, sends: []string{charge, busy}, runs: 1, effect: "unknown"},
		"two requests, undeclared":                    {opts: undeclared, sends: []string{charge, busy}, runs: 1, effect: "unknown"},
		"two requests, of a plain client":             {opts: httpOnly, plain: []string{charge, busy}, runs: 1, effect: "unknown"},
		"the first of a plain client":                 {opts: httpOnly, plain: []string{charge}, sends: []string{busy}, runs: 1, effect: "unknown"},
		"one request of a plain client":               {opts: undeclared, plain: []string{busy}, runs: 1},
		"two requests of a plain client, undeclared":  {opts: undeclared, plain: []string{charge, busy}, runs: 1, effect: "unknown"},
		"a read and a rate limit, undeclared":         {opts: undeclared, sends: []string{prices, busy}, runs: 1},
		"a local write and a rate limit":              {opts: undeclared, writes: true, sends: []string{busy}, runs: 1},
		"a local write and a refused dial":            {opts: undeclared, writes: true, sends: []string{refused}, runs: 1},
		"a request and a refused dial":                {opts: httpOnly, sends: []string{charge, refused}, runs: 1, effect: "unknown"},
		"a timeout after the request":                 {opts: httpOnly, sends: []string{slow}, runs: 1, effect: "unknown"},
		"a panic after a request":                     {opts: httpOnly, sends: []string{charge}, panics: true, runs: 1, effect: "unknown"},
		"a panic after a request, undeclared":         {opts: undeclared, sends: []string{charge}, panics: true, runs: 1, effect: "unknown"},
		"a rate limit alone":                          {opts: httpOnly, sends: []string{busy}, runs: retried},
		"a refused dial alone":                        {opts: httpOnly, sends: []string{refused}, runs: retried},
		"a read and a rate limit":                     {opts: httpOnly, sends: []string{prices, busy}, runs: retried},
		"two requests of an idempotent tool":          {opts: []agent.ToolOption{agent.Idempotent()}, sends: []string{charge, busy}, runs: retried, effect: "unknown"},
		"a timeout of a read-only tool":               {opts: []agent.ToolOption{agent.ReadOnly()}, sends: []string{slow}, runs: retried},
		"a read and a rate limit of a read-only tool": {opts: []agent.ToolOption{agent.ReadOnly()}, plain: []string{prices, busy}, runs: retried},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			b := newBank(t)
			recorded, plain := b.client(true), b.client(false)
			recorded.Timeout = time.Minute
			runs, written := 0, 0
			tool := agenttest.NewTool("pay", func(ctx context.Context) (any, error) {
				runs++
				if tt.writes {
					written++
				}
				for i, all := range [][]string{tt.plain, tt.sends} {
					for _, line := range all {
						method, url, _ := strings.Cut(line, " ")
						if err := send(ctx, [2]*http.Client{plain, recorded}[i], method, url); err != nil {
							return nil, fmt.Errorf("pay: %w", err)
						}
					}
				}
				if tt.panics {
					panic("no")
				}
				return "paid", nil
			}, tt.opts...)
			_, o := calling(t, `{}`, tool,
				func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Adapters = adapters.Default() },
				limits(agent.Limits{ToolTimeout: time.Hour, WallClock: 24 * time.Hour, RetryWait: time.Hour}))
			assert.Equal(t, tt.runs, runs)
			got := fields(t, o.responses()[0])
			assert.Equal(t, false, got["success"])
			assert.Equal(t, tt.effect, got["effect"], got)
		})
	}
}

// The loop waits for a cooldown like after a refusal of the service. It then calls even a
// tool with side effects, because the tool has not run before.
func TestCooldown(t *testing.T) {
	for name, plugins := range map[string][]agent.Plugin{
		"":               nil,
		", with plugins": {around("p", new([]string))},
	} {
		bubble(t, "a call"+name, func(t *testing.T) {
			registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "acme" }})
			_ = registry.For("another").Adapt(t.Context(), toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(10*time.Second)))
			start := time.Now()
			var ran []time.Duration
			pay := agenttest.NewTool("pay", func(context.Context) (any, error) {
				ran = append(ran, time.Since(start))
				return "paid", nil
			})
			_, o := calling(t, `{}`, pay,
				func(c *agent.Config, rc *agent.RunnerConfig) { c.Adapters, rc.Plugins = registry, plugins })
			assert.Equal(t, "paid", fields(t, o.responses()[0])["data"])
			assert.Equal(t, 1, o.diagnosed(agent.DiagToolRetry))
			require.Len(t, ran, 1)
			assert.InDelta(t, 10*time.Second, ran[0], float64(time.Second))
			assert.GreaterOrEqual(t, ran[0], 10*time.Second)
		})
		bubble(t, "a wait that is too long"+name, func(t *testing.T) {
			registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "acme" }})
			_ = registry.For("another").Adapt(t.Context(), toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(2*time.Minute)))
			pay := agenttest.NewTool("pay", func(context.Context) (any, error) { panic("ran") })
			_, o := calling(t, `{}`, pay,
				func(c *agent.Config, rc *agent.RunnerConfig) { c.Adapters, rc.Plugins = registry, plugins })
			assert.Equal(t, `{"success":false,"error":"The service asked callers to wait, so the call was not executed.",`+
				`"error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":120000}`,
				string(o.responses()[0].Response), "without an unknown effect")
		})
	}
}

// askedOnce is a store that no agent and model may use, because an engine replays the code
// that calls them.
type askedOnce struct{ keys []string }

func (a *askedOnce) Get(_ context.Context, key string) (string, time.Duration, error) {
	a.keys = append(a.keys, key)
	return "", 0, nil
}

func (a *askedOnce) Set(_ context.Context, key, _ string, _ time.Duration) error {
	a.keys = append(a.keys, key)
	return nil
}

func TestCooldownIsForTools(t *testing.T) {
	store := &askedOnce{}
	registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Store: store, Key: func(_ context.Context, tool string) string { return tool }})
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Hour))
	look := agenttest.NewTool("look", agenttest.ReturnError(limited))
	clerk := mustAgent(t, agent.Config{
		Name: "clerk", Model: agenttest.NewModel(agenttest.Call("look", `{}`), agenttest.Fail(limited)), Tools: []agent.Tool{look}, Adapters: registry,
	})
	calling(t, `{"request":"look"}`, agent.AgentTool(clerk),
		func(c *agent.Config, _ *agent.RunnerConfig) { c.Adapters = registry })
	assert.Equal(t, []string{"key look", "key look"}, store.keys, "the tool is looked up, and its wait is stored")
}
