package compact_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
	"github.com/errand-go/errand/toolerr"
)

const tokens = 6_000

// A life is a random session of many runs. It is the model of all agents, and generates the
// results of their tools.
type life struct {
	*rand.Rand
	problems []string
	requests int
	calm     bool // the model calls only tools that do not wait, and more of them
}

func (*life) Name() string { return "random" }

// words returns up to n bytes of text in one of several languages.
func (l *life) words(n int) string {
	some := [...]string{"order ", "Bestellung ", "注文 ", "заказ ", `{"k":"\n"} `}[l.IntN(5)]
	return strings.TrimSpace(strings.Repeat(some, 1+l.IntN(n)/len(some)))
}

// Generate checks a request by the rules of the providers and the size of the window, and
// answers it.
func (l *life) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	l.check(req)
	resp, err := l.answer(req.Tools)
	return func(yield func(*agent.ModelResponse, error) bool) { yield(resp, err) }
}

func (l *life) check(req *agent.ModelRequest) {
	l.requests++
	l.problems = append(l.problems, agenttest.RequestProblems(req.Contents)...)
	size := compact.Estimate(agent.TextContent(agent.RoleUser, req.Instruction))
	for _, d := range req.Tools {
		size += compact.Estimate(agent.TextContent(agent.RoleUser, d.Name+d.Description+string(d.Parameters)))
	}
	for _, c := range req.Contents {
		size += compact.Estimate(c)
		signed := slices.ContainsFunc(c.Parts, func(p agent.Part) bool { return p.Thought && len(p.Signature) > 0 })
		first := slices.IndexFunc(c.Parts, func(p agent.Part) bool { return p.FunctionCall != nil })
		if c.Role == agent.RoleModel && first >= 0 && (!signed || len(c.Parts[first].Signature) == 0) {
			l.problems = append(l.problems, "calls without the thought and the signature that came with them")
		}
	}
	if size > tokens {
		l.problems = append(l.problems, fmt.Sprint("a request has ", size, " tokens"))
	}
}

func (l *life) answer(tools []agent.Declaration) (*agent.ModelResponse, error) {
	c := agent.TextContent(agent.RoleModel, l.words(600))
	turns := 4
	if l.calm {
		tools, turns = slices.DeleteFunc(slices.Clone(tools), waits), 12
	}
	switch {
	case l.IntN(40) == 0:
		return nil, toolerr.Upstream(400, toolerr.Message{})
	case l.IntN(40) == 0:
		return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishMaxTokens}, nil
	case len(tools) == 0 || l.IntN(turns) == 0:
		return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil
	}
	signature := []byte(fmt.Sprint("signature ", l.requests))
	c.Parts = []agent.Part{{Thought: true, Text: l.words(200), Signature: signature}}
	for range 1 + l.IntN(3) {
		tool := tools[l.IntN(len(tools))]
		call := &agent.FunctionCall{Name: tool.Name, Args: json.RawMessage(`{}`)}
		switch {
		case tool.Name == "nested":
			call.Args = json.RawMessage(`{"request":"Look it up."}`)
		case strings.Contains(string(tool.Parameters), `"second"`):
			call.Args = json.RawMessage(`{"agent_name":"second"}`)
		case tool.Name == "transfer_to_agent":
			call.Args = json.RawMessage(`{"agent_name":"first"}`)
		}
		if l.IntN(2) == 0 {
			call.ID = fmt.Sprint("id", l.IntN(40)) // may occur twice
		}
		c.Parts = append(c.Parts, agent.Part{FunctionCall: call})
	}
	c.Parts[1].Signature = signature
	return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishToolCalls}, nil
}

// waits reports whether a tool may make its run wait.
func waits(d agent.Declaration) bool {
	return slices.Contains([]string{"f2", "f3", "n2", "nested"}, d.Name)
}

// runner returns a runner of agents with tools of every kind.
func (l *life) runner(t *testing.T, store agent.Store, summarizer agent.Model) *agent.Runner {
	tool := func(name string, size int, opts ...agent.ToolOption) agent.Tool {
		return agent.NewTool(name, "Does something.", func(context.Context, struct{}) (string, error) {
			if l.IntN(5) == 0 {
				return "", errors.New("not now")
			}
			return l.words(size), nil
		}, append(opts, agent.Sequential())...)
	}
	agentOf := func(cfg agent.Config) *agent.Agent {
		cfg.Model = l
		a, err := agent.New(cfg)
		require.NoError(t, err)
		return a
	}
	nested := agentOf(agent.Config{Name: "nested", Tools: []agent.Tool{tool("n1", 1200), tool("n2", 50, agent.Confirm())}})
	second := agentOf(agent.Config{Name: "second", Tools: []agent.Tool{tool("s1", 1200)}})
	a := agentOf(agent.Config{
		Name: "first", SubAgents: []*agent.Agent{second}, Instruction: "Be kind.",
		Tools: []agent.Tool{
			tool("f1", 1200), tool("f2", 100, agent.Confirm()), tool("f3", 100, agent.LongRunning()), agent.AgentTool(nested),
		},
	})
	r, err := agent.NewRunner(agent.RunnerConfig{
		Agent: a, Store: store, CreateSessions: true, Compactor: compact.Window{Tokens: tokens, Summarizer: summarizer},
		Limits: agent.Limits{ModelCalls: 20},
	})
	require.NoError(t, err)
	return r
}

// input returns a text, or answers to pending calls. At most a few calls wait at a time,
// because those stay in the conversation.
func (l *life) input(waiting []agent.PendingCall) agent.Input {
	in := agent.Input{}
	for _, p := range waiting {
		if len(waiting) < 3 && l.IntN(3) > 0 {
			continue
		}
		if p.Waits == agent.WaitsForResult {
			in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: p.CallID, Result: l.words(100)})
		} else {
			in.Decisions = append(in.Decisions, agent.Decision{CallID: p.CallID, Approved: l.IntN(2) == 0})
		}
	}
	if l.IntN(2) == 0 || len(in.Deliveries)+len(in.Decisions) == 0 {
		in.Content = agent.Say(l.words(600)).Content
	}
	return in
}

// In a random session, each request of each agent fits the window, all three providers would
// accept it, and no call that waits is forgotten.
func TestManyRunsStayWithinTheWindow(t *testing.T) {
	for seed, n := range []int{400, 400, 300} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { synctest.Test(t, func(t *testing.T) { live(t, seed, n) }) })
	}
}

func live(t *testing.T, seed, n int) {
	l := &life{Rand: rand.New(rand.NewPCG(uint64(seed), 11))}
	store := agent.Store(agent.NewMemoryStore())
	var summarizer agent.Model
	if seed > 0 {
		summarizer = agenttest.NewModel().Forever(agenttest.Say(strings.Repeat("They spoke of orders. ", 30)))
	}
	if seed == 2 { // a store without Recent, so each run takes longer
		store = struct{ agent.Store }{store}
	}
	runner := l.runner(t, store, summarizer)
	ref := agent.SessionRef{User: "ada", ID: "1"}
	ended := map[string]int{}
	var stillWaiting []string
	for range n {
		waiting, err := runner.Pending(t.Context(), ref)
		if !errors.Is(err, agent.ErrSessionNotFound) {
			require.NoError(t, err)
		}
		var ids []string
		for _, p := range waiting {
			ids = append(ids, p.CallID)
		}
		require.Subset(t, ids, stillWaiting, "a call that waits is forgotten")
		in := l.input(waiting)
		l.calm = l.IntN(3) == 0 // such runs are long enough for a compaction within them
		stillWaiting = slices.DeleteFunc(ids, func(id string) bool {
			return slices.ContainsFunc(in.Decisions, func(d agent.Decision) bool { return d.CallID == id }) ||
				slices.ContainsFunc(in.Deliveries, func(d agent.Delivery) bool { return d.CallID == id })
		})
		o := agenttest.Collect(runner.Run(t.Context(), ref, in))
		how := "answered"
		if o.Err != nil {
			how = o.Err.Error()
		} else if len(o.Last().LongRunningToolIDs) > 0 || o.Last().ErrorCode != "" {
			how = "paused " + string(o.Last().ErrorCode)
		}
		ended[how]++
		require.Empty(t, l.problems)
	}
	s, err := store.Get(t.Context(), ref)
	require.NoError(t, err)
	agenttest.AssertHistorySound(t, s.Events)
	compactions, kept, said := 0, 0, 0
	for _, e := range s.Events {
		if c := e.Actions.Compaction; c != nil {
			compactions++
			if slices.ContainsFunc(c.Kept, func(k *agent.Event) bool { return len(k.FunctionCalls()) > 0 }) {
				kept++
			}
			if slices.ContainsFunc(c.Kept, func(k *agent.Event) bool { return k.Author == agent.AuthorUser && k.Content != nil }) {
				said++
			}
		}
	}
	t.Logf("%d compactions, %d with calls that waited, %d within a run; %v", compactions, kept, said, ended)
	assert.Greater(t, compactions, n/15)
	assert.Greater(t, kept, n/100)
	assert.Greater(t, said, n/20)
	assert.Greater(t, ended["answered"], n/5)
}
