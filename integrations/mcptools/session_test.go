package mcptools_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

// A host is an agent with a toolset, in one session.
type host struct {
	t      *testing.T
	model  *agenttest.Model
	runner *agent.Runner
}

func hosting(t *testing.T, set *mcpagent.Toolset, limits agent.Limits) *host {
	t.Helper()
	t.Cleanup(func() { _ = set.Close() })
	model := agenttest.NewModel()
	a, err := agent.New(agent.Config{Name: "a", Model: model, Toolsets: []agent.Toolset{set}})
	require.NoError(t, err)
	r, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, CreateSessions: true, Limits: limits})
	require.NoError(t, err)
	return &host{t, model, r}
}

// run makes the model call tools, and returns the responses and the diagnostics of a run.
func (h *host) run(tools ...string) (all []*agent.FunctionResponse, kinds []agent.DiagnosticKind) {
	h.t.Helper()
	for _, tool := range tools {
		args := `{}`
		if tool == "add" {
			args = `{"a":40,"b":2}`
		}
		h.model.Then(agenttest.Call(tool, args))
	}
	h.model.Then(agenttest.Say("done"))
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	run := h.runner.Start(ctx, agent.SessionRef{User: "u", ID: "s"}, agent.Say("go"))
	for e, err := range run.Events() {
		require.NoError(h.t, err)
		all = append(all, e.FunctionResponses()...)
	}
	for _, d := range run.Diagnostics() {
		kinds = append(kinds, d.Kind)
	}
	return all, kinds
}

// over returns a Connect for an endpoint, which sends the header X-Token with the token at
// that time.
func over(endpoint string, token func() string) mcpagent.Connect {
	return func(ctx context.Context) (*mcp.ClientSession, error) {
		client := &http.Client{Transport: withToken(token())}
		return mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
			Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: client, MaxRetries: -1}, nil)
	}
}

type withToken string

func (t withToken) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Token", string(t))
	return http.DefaultTransport.RoundTrip(req)
}

func none() string { return "" }

// A server on stdio that dies, in a call or between two runs, is started again.
func TestStdioServerThatDies(t *testing.T) {
	var mu sync.Mutex
	var started []*exec.Cmd
	h := hosting(t, mcpagent.NewToolset("local", func(ctx context.Context) (*mcp.ClientSession, error) {
		cmd := own(t, "server")
		mu.Lock()
		started = append(started, cmd)
		mu.Unlock()
		return mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	}), agent.Limits{})
	got, _ := h.run("add", "die", "add")
	require.Len(t, got, 3)
	assert.Equal(t, agent.OutcomeOK, got[0].Outcome)
	assert.Equal(t, toolerr.EffectUnknown, got[1].Failure().Effect(), "the call was sent, and got no answer: %s", got[1].Response)
	assert.Equal(t, agent.OutcomeOK, got[2].Outcome, "%s", got[2].Response)
	require.Len(t, started, 2)

	require.NoError(t, started[1].Process.Kill())
	got, diags := h.run("add")
	assert.Equal(t, agent.OutcomeOK, got[0].Outcome, "%s", got[0].Response)
	assert.NotContains(t, diags, agent.DiagToolset)
	assert.Len(t, started, 3)
}

// A server over HTTP that is restarted, or whose clients need a new token, has forgotten the
// session.
func TestHTTPServerThatForgets(t *testing.T) {
	var current atomic.Pointer[mcp.StreamableHTTPHandler]
	var token atomic.Pointer[string]
	var calls atomic.Int64
	restart := func() {
		s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		mcp.AddTool(s, &mcp.Tool{Name: "add"}, func(_ context.Context, _ *mcp.CallToolRequest, in sum) (*mcp.CallToolResult, total, error) {
			calls.Add(1)
			return nil, total{int(in.A) + int(in.B)}, nil
		})
		current.Store(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	}
	renew := func(t string) { token.Store(&t) }
	restart()
	renew("1")
	down := false
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("X-Token") != *token.Load():
			w.WriteHeader(http.StatusUnauthorized)
		default:
			current.Load().ServeHTTP(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	connects := 0
	connect := over(srv.URL, func() string { return *token.Load() })
	set := mcpagent.NewToolset("remote", func(ctx context.Context) (*mcp.ClientSession, error) {
		connects++
		if down {
			return nil, errors.New("connection refused")
		}
		return connect(ctx)
	})
	h := hosting(t, set, agent.Limits{})
	_, _ = h.run("add")
	tools, err := set.Tools(t.Context())
	require.NoError(t, err)
	add := tools[0]

	restart()
	out, err := add.Call(t.Context(), []byte(`{"a":40,"b":2}`))
	require.NoError(t, err, "the server answered 404 for the session, so the call is sent again")
	assert.JSONEq(t, `{"success":true,"error":null,"total":42}`, toolerr.Result(out, nil).String())
	assert.Equal(t, int64(2), calls.Load())

	restart()
	down = true
	_, err = add.Call(t.Context(), []byte(`{"a":40,"b":2}`))
	te, ok := toolerr.Find(err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, toolerr.EffectNone, te.Effect(), "the call was not carried out")
	assert.True(t, te.CanRetry())
	got, diags := h.run("add")
	assert.Contains(t, string(got[0].Response), "unavailable")
	assert.Contains(t, diags, agent.DiagToolset, "the run says which tools are away")
	assert.Equal(t, int64(2), calls.Load())

	down = false
	got, _ = h.run("add")
	assert.Equal(t, agent.OutcomeOK, got[0].Outcome, "%s", got[0].Response)
	before := connects
	renew("2")
	got, _ = h.run("add")
	assert.Equal(t, agent.OutcomeOK, got[0].Outcome, "%s", got[0].Response)
	assert.Equal(t, before+1, connects)
}

// A server that hangs while the session begins costs a run its tools, and not the next one.
func TestServerThatHangsAtFirst(t *testing.T) {
	hangs := true
	endpoint := overHTTP(t, newServer(guard()))
	h := hosting(t, mcpagent.NewToolset("slow", func(ctx context.Context) (*mcp.ClientSession, error) {
		if hangs {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return over(endpoint, none)(ctx)
	}), agent.Limits{ToolTimeout: 2 * time.Second})
	got, diags := h.run("add")
	assert.Contains(t, string(got[0].Response), "unavailable")
	assert.Contains(t, diags, agent.DiagToolset)
	hangs = false
	got, diags = h.run("add")
	assert.Equal(t, agent.OutcomeOK, got[0].Outcome, "%s", got[0].Response)
	assert.NotContains(t, diags, agent.DiagToolset)
}

// slowly is a transport whose connection is closed when held is closed.
type slowly struct {
	mcp.Transport
	held chan struct{}
}

func (s slowly) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := s.Transport.Connect(ctx)
	return slowConnection{c, s.held}, err
}

type slowConnection struct {
	mcp.Connection
	held chan struct{}
}

func (c slowConnection) Close() error {
	<-c.held
	return c.Connection.Close()
}

// A session that comes too late for its run is closed when Close returns, and the run does
// not wait for it.
func TestCloseWaitsForEarlierSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		there, here := mcp.NewInMemoryTransports()
		server, err := newServer(guard()).Connect(t.Context(), there, nil)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		held := make(chan struct{})
		set := mcpagent.NewToolset("local", func(ctx context.Context) (*mcp.ClientSession, error) {
			defer cancel()
			return mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, slowly{here, held}, nil)
		})
		_, err = set.Tools(ctx)
		require.ErrorIs(t, err, context.Canceled)
		closed := false
		go func() {
			assert.NoError(t, set.Close())
			closed = true
		}()
		synctest.Wait()
		assert.False(t, closed)
		close(held)
		synctest.Wait()
		assert.True(t, closed)
		_ = server.Close()
	})
}

// Runs that begin at the same time share one session.
func TestOneConnectionAtATime(t *testing.T) {
	var connects atomic.Int64
	endpoint := overHTTP(t, newServer(guard()))
	set := mcpagent.NewToolset("remote", func(ctx context.Context) (*mcp.ClientSession, error) {
		connects.Add(1)
		return over(endpoint, none)(ctx)
	})
	t.Cleanup(func() { assert.NoError(t, set.Close()) })
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := set.Tools(t.Context())
			assert.NoError(t, err)
		})
	}
	group.Wait()
	assert.Equal(t, int64(1), connects.Load())
	_, err := mcpagent.NewToolset("none", func(context.Context) (*mcp.ClientSession, error) { return nil, nil }).Tools(t.Context())
	require.Error(t, err)
}
