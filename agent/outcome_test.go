package agent_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// A till takes payments, each key once, and loses some of its answers.
type till struct {
	mu    sync.Mutex
	keys  []string        // of the requests
	made  map[string]bool // payments by key
	lose  int             // the next answers that are lost
	never bool            // requests are lost too
	after func()          // is called once, after a payment
}

func (p *till) RoundTrip(req *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil {
		trace.GetConn("")
		trace.GotConn(httptrace.GotConnInfo{})
	}
	_, _ = io.Copy(io.Discard, req.Body)
	key := req.Header.Get("Idempotency-Key")
	p.keys = append(p.keys, key)
	if !p.never {
		if p.made == nil {
			p.made = map[string]bool{}
		}
		p.made[key] = true
	}
	if after := p.after; after != nil {
		p.after = nil
		after()
	}
	if p.lose > 0 {
		p.lose--
		return nil, &lostAnswer{}
	}
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"pay_1"}`)), Request: req}, nil
}

// lostAnswer is a reset connection.
type lostAnswer struct{}

func (*lostAnswer) Error() string   { return "connection reset by peer" }
func (*lostAnswer) Timeout() bool   { return true }
func (*lostAnswer) Temporary() bool { return true }

// pay returns a tool that makes a payment, with the amount that amounts returns.
func (p *till) pay(amount func() int, opts ...agent.ToolOption) agent.Tool {
	client := &http.Client{Transport: httpadapter.Transport{Base: p, Keys: httpadapter.NewKeys()}}
	return agent.NewTool("pay", "Pays.", func(ctx context.Context, _ struct{}) (map[string]string, error) {
		body := strings.NewReader(fmt.Sprintf("amount=%d", amount()))
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.stripe.com/v1/payment_intents", body)
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		defer func() { _ = resp.Body.Close() }()
		return map[string]string{"paid": "yes"}, httpadapter.CheckResponse(resp)
	}, opts...)
}

func same() int { return 10 }

// toolOptions are options of a tool that count how often they are asked about a payment.
type toolOptions func(asked *int) []agent.ToolOption

func with(opts ...agent.ToolOption) toolOptions {
	return func(*int) []agent.ToolOption { return opts }
}

// finds returns opts, and one that finds the payment.
func finds(outcome adapter.Outcome, err error, opts ...agent.ToolOption) toolOptions {
	return func(asked *int) []agent.ToolOption {
		return append(opts, agent.Reconcile(func(ctx context.Context, _ struct{}, key string) (map[string]string, adapter.Outcome, error) {
			*asked++
			if ctx.Err() != nil || key == "" || adapter.CallKey(ctx) != "" {
				return nil, outcome, errors.New("the context is wrong")
			}
			return map[string]string{"paid": "found"}, outcome, err
		}))
	}
}

func TestKeysAndReconcileInTheLoop(t *testing.T) {
	httpOnly := agent.HTTPOnly()
	next := 0
	changing := func() int { next++; return next }
	tests := map[string]struct {
		till    *till
		amount  func() int
		opts    toolOptions
		sends   int
		reads   string // in what the model reads
		outcome agent.Outcome
		found   adapter.Outcome
		asked   int
	}{
		"a lost answer is fetched again":      {till: &till{lose: 1}, sends: 2, reads: `"paid":"yes"`, outcome: agent.OutcomeOK},
		"all answers are lost":                {till: &till{lose: 9}, sends: 3, reads: `"effect":"unknown"`, outcome: agent.OutcomeFailed},
		"a changed request is not sent":       {till: &till{lose: 1}, amount: changing, sends: 1, reads: "The request was not sent", outcome: agent.OutcomeFailed},
		"another tool is not retried":         {till: &till{lose: 1}, opts: with(), sends: 1, reads: `"effect":"unknown"`, outcome: agent.OutcomeFailed},
		"found to be done, after all retries": {till: &till{lose: 9}, opts: finds(adapter.OutcomeDone, nil, httpOnly), sends: 3, reads: `"paid":"found"`, outcome: agent.OutcomeOK, found: adapter.OutcomeDone, asked: 1},
		"found to be done, without keys":      {till: &till{lose: 9}, opts: finds(adapter.OutcomeDone, nil), sends: 1, reads: `"paid":"found"`, outcome: agent.OutcomeOK, found: adapter.OutcomeDone, asked: 1},
		"never done, so it is retried":        {till: &till{lose: 1, never: true}, opts: finds(adapter.OutcomeNever, nil), sends: 2, reads: `"paid":"yes"`, outcome: agent.OutcomeOK, asked: 1},
		"not found yet":                       {till: &till{lose: 9}, opts: finds(adapter.OutcomeNotFound, nil), sends: 1, reads: `"effect":"unknown"`, outcome: agent.OutcomeFailed, asked: 1},
		"a failure to find out":               {till: &till{lose: 9}, opts: finds(adapter.OutcomeDone, errors.New("down")), sends: 1, reads: `"effect":"unknown"`, outcome: agent.OutcomeFailed, asked: 1},
		"a success is not asked about":        {opts: finds(adapter.OutcomeDone, nil), sends: 1, reads: `"paid":"yes"`, outcome: agent.OutcomeOK},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			p, asked := cmp.Or(tt.till, &till{}), 0
			opts := []agent.ToolOption{httpOnly}
			if tt.opts != nil {
				opts = tt.opts(&asked)
			}
			if tt.amount == nil {
				tt.amount = same
			}
			var ran []adapter.Outcome
			w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("Done.")), []agent.Tool{p.pay(tt.amount, opts...)},
				func(_ *agent.Config, rc *agent.RunnerConfig) {
					rc.Plugins = []agent.Plugin{{ToolRan: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) error{
						func(_ context.Context, c *agent.Call, _ *toolerr.ToolRuntimeError) error {
							ran = append(ran, c.Reconciled)
							return nil
						},
					}}}
				})
			got := agenttest.Collect(w.runner.Run(t.Context(), session, agent.Say("Pay.")))
			require.NoError(t, got.Err)
			resp := responses(got.Events)[0]
			assert.Len(t, p.keys, tt.sends)
			assert.LessOrEqual(t, len(p.made), 1)
			assert.Contains(t, string(resp.Response), tt.reads)
			assert.Equal(t, tt.outcome, resp.Outcome)
			assert.Equal(t, tt.found, resp.Reconciled)
			assert.Equal(t, tt.found, ran[len(ran)-1])
			assert.Equal(t, tt.asked, asked)
			stored, err := w.store.Get(t.Context(), session)
			require.NoError(t, err)
			agenttest.AssertHistorySound(t, stored.Events)
			for _, e := range got.Events {
				assert.Nil(t, e.Actions.Sent, "a run does not yield what is stored for the next one")
			}
		})
	}
}

func responses(events []*agent.Event) (all []*agent.FunctionResponse) {
	for _, e := range events {
		all = append(all, e.FunctionResponses()...)
	}
	return all
}

// copiedStore returns the session as a process that is killed leaves it.
func copiedStore(t *testing.T, from *agent.MemoryStore) *agent.MemoryStore {
	t.Helper()
	s, err := from.Get(t.Context(), session)
	require.NoError(t, err)
	to := agent.NewMemoryStore()
	made, err := to.Create(t.Context(), session, nil)
	require.NoError(t, err)
	raw, err := json.Marshal(s.Events)
	require.NoError(t, err)
	var events []*agent.Event
	require.NoError(t, json.Unmarshal(raw, &events))
	_, err = to.Append(t.Context(), session, made.Version, events...)
	require.NoError(t, err)
	return to
}

// A process is killed after the payment: the next run finds out what became of it.
func TestAnInterruptedCallIsTakenUp(t *testing.T) {
	tests := map[string]struct {
		opts  toolOptions
		later time.Duration
		sends int
		reads string
	}{
		"with keys":               {with(agent.HTTPOnly()), 0, 2, `"paid":"yes"`},
		"with an expired key":     {with(agent.HTTPOnly()), 24 * time.Hour, 1, `"effect":"unknown"`},
		"with an approval":        {with(agent.HTTPOnly(), agent.Confirm()), 0, 2, `"paid":"yes"`},
		"another tool":            {with(), 0, 1, `"effect":"unknown"`},
		"with reconcile, done":    {finds(adapter.OutcomeDone, nil), 0, 1, `"paid":"found"`},
		"with reconcile, never":   {finds(adapter.OutcomeNever, nil), 0, 1, "before the call was executed"},
		"with reconcile, unknown": {finds(adapter.OutcomeUnknown, nil), 0, 1, `"effect":"unknown"`},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			p, asked := &till{}, 0
			tool := p.pay(same, tt.opts(&asked)...)
			w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("Done.")), []agent.Tool{tool})
			var left *agent.MemoryStore
			p.after = func() { left = copiedStore(t, w.store) }
			in := agent.Say("Pay.")
			for range 2 {
				require.NoError(t, agenttest.Collect(w.runner.Run(t.Context(), session, in)).Err)
				if pending, _ := w.runner.Pending(t.Context(), session); len(pending) > 0 {
					in = agent.Approve(pending[0].CallID)
				} else {
					break
				}
			}
			require.NotNil(t, left)
			time.Sleep(tt.later) //nolint:forbidigo // in a bubble
			model := agenttest.NewModel(agenttest.Say("I see."))
			again := newWorld(t, model, []agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Store = left })
			got := agenttest.Collect(again.runner.Run(t.Context(), session, agent.Say("And?")))
			require.NoError(t, got.Err)
			assert.Len(t, p.keys, tt.sends)
			assert.Len(t, p.made, 1)
			raw, err := json.Marshal(model.Requests()[0].Contents)
			require.NoError(t, err)
			assert.Contains(t, string(raw), tt.reads, "the model is told first")
			stored, err := left.Get(t.Context(), session)
			require.NoError(t, err)
			agenttest.AssertHistorySound(t, stored.Events)
		})
	}
}

// Calls of the model have different keys, which show nothing.
func TestCallKeysInTheLoop(t *testing.T) {
	var keys []string
	tool := agent.NewTool("note", "", func(ctx context.Context, _ struct{}) (string, error) {
		keys = append(keys, adapter.CallKey(ctx), adapter.CallKey(ctx))
		return "", nil
	}, agent.Sequential())
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(
		agent.FunctionCall{ID: "a", Name: "note", Args: []byte(`{}`)}, agent.FunctionCall{ID: "b", Name: "note", Args: []byte(`{}`)}),
		agenttest.Say("Done.")), []agent.Tool{tool})
	require.NoError(t, agenttest.Collect(w.runner.Run(t.Context(), session, agent.Say("Go."))).Err)
	require.Len(t, keys, 4)
	assert.Equal(t, keys[0], keys[1])
	assert.NotEqual(t, keys[0], keys[2])
	other := newWorld(t, agenttest.NewModel(agenttest.Calls(agent.FunctionCall{ID: "a", Name: "note", Args: []byte(`{}`)}), agenttest.Say("Done.")), []agent.Tool{tool})
	require.NoError(t, agenttest.Collect(other.runner.Run(t.Context(), session, agent.Say("Go."))).Err)
	assert.NotEqual(t, keys[0], keys[4], "the same ids in another store")
	assert.Empty(t, adapter.CallKey(t.Context()))
}
