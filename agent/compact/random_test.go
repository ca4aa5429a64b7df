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

const (
	tokens = 6_000
	runs   = 1_000
)

// A life is a random session of many runs. It is the model of all agents, and generates the
// results of their tools.
type life struct {
	*rand.Rand
	problems []string
	requests int
	largest  int
	answers  int
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
	resp, err := l.answer(req)
	return func(yield func(*agent.ModelResponse, error) bool) { yield(resp, err) }
}

func (l *life) check(req *agent.ModelRequest) {
	l.requests++
	add := func(format string, args ...any) { l.problems = append(l.problems, fmt.Sprintf(format, args...)) }
	size := compact.Estimate(agent.TextContent(agent.RoleUser, req.Instruction))
	for _, d := range req.Tools {
		size += compact.Estimate(agent.TextContent(agent.RoleUser, d.Name+d.Description+string(d.Parameters)))
	}
	for i, c := range req.Contents {
		size += compact.Estimate(c)
		if c.Role != agent.RoleModel {
			continue
		}
		thought, signed := false, false
		for _, p := range c.Parts {
			thought = thought || p.Thought && len(p.Signature) > 0
			if p.FunctionCall != nil && !signed {
				if signed = true; len(p.Signature) == 0 || !thought {
					add("request %d: content %d has calls without the thought and the signature that came with them", l.requests, i)
				}
			}
		}
	}
	if l.largest = max(l.largest, size); size > tokens {
		add("request %d has %d tokens", l.requests, size)
	}
	for _, p := range agenttest.RequestProblems(req.Contents) {
		add("request %d: %s", l.requests, p)
	}
}

func (l *life) answer(req *agent.ModelRequest) (*agent.ModelResponse, error) {
	l.answers++
	c := agent.Content{Role: agent.RoleModel}
	var calls []agent.Part
	if len(req.Tools) > 0 && l.IntN(4) > 0 {
		for range 1 + l.IntN(3) {
			tool := req.Tools[l.IntN(len(req.Tools))]
			args := `{}`
			switch tool.Name {
			case "transfer_to_agent":
				args = `{"agent_name":"second"}`
				if !strings.Contains(string(tool.Parameters), "second") {
					args = `{"agent_name":"first"}`
				}
			case "nested":
				args = `{"request":"Look it up."}`
			}
			call := &agent.FunctionCall{Name: tool.Name, Args: json.RawMessage(args)}
			if l.IntN(2) == 0 {
				call.ID = fmt.Sprint("id", l.IntN(40)) // may occur twice
			}
			calls = append(calls, agent.Part{FunctionCall: call})
		}
	}
	switch {
	case l.IntN(40) == 0:
		return nil, toolerr.Upstream(400, toolerr.Message{})
	case l.IntN(40) == 0:
		c = agent.TextContent(agent.RoleModel, l.words(50))
		return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishMaxTokens}, nil
	case len(calls) > 0:
		calls[0].Signature = []byte(fmt.Sprint("signature ", l.answers))
		c.Parts = append(c.Parts, agent.Part{Thought: true, Text: l.words(200), Signature: calls[0].Signature})
		c.Parts = append(c.Parts, calls...)
		return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishToolCalls}, nil
	}
	c.Parts = []agent.Part{{Text: l.words(600)}}
	return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil
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

// In a random session, each request of each agent fits the window, and all three providers
// would accept it.
func TestAThousandRunsStayWithinTheWindow(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &life{Rand: rand.New(rand.NewPCG(seed, 11))}
				store := agent.NewMemoryStore()
				var summarizer agent.Model
				if seed > 0 {
					summarizer = agenttest.NewModel().Forever(agenttest.Say(strings.Repeat("They spoke of orders. ", 30)))
				}
				n, through := runs, agent.Store(store)
				if seed == 2 { // a store without Recent, so each run takes longer
					n, through = runs/4, struct{ agent.Store }{store}
				}
				runner := l.runner(t, through, summarizer)
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
					stillWaiting = slices.DeleteFunc(ids, func(id string) bool {
						return slices.ContainsFunc(in.Decisions, func(d agent.Decision) bool { return d.CallID == id }) ||
							slices.ContainsFunc(in.Deliveries, func(d agent.Delivery) bool { return d.CallID == id })
					})
					run := runner.Start(t.Context(), ref, in)
					how := "answered"
					for e, err := range run.Events() {
						switch {
						case err != nil:
							how = fmt.Sprint(err)
						case len(e.LongRunningToolIDs) > 0:
							how = "paused"
						case e.ErrorCode != "":
							how = string(e.ErrorCode)
						}
					}
					ended[how]++
					require.Empty(t, l.problems, "seed %d", seed)
				}
				s, err := store.Get(t.Context(), ref)
				require.NoError(t, err)
				agenttest.AssertHistorySound(t, s.Events)
				compactions, kept, said := 0, 0, 0
				for _, e := range s.Events {
					if c := e.Actions.Compaction; c != nil {
						compactions++
						kept += min(1, len(c.Kept))
						if c.Input != nil {
							said++
						}
					}
				}
				t.Logf("%d events, %d requests of at most %d tokens, %d compactions (%d with calls that waited, %d within a run), runs: %v",
					len(s.Events), l.requests, l.largest, compactions, kept, said, ended)
				assert.Greater(t, compactions, n/10)
				assert.Greater(t, kept, n/100)
				assert.Greater(t, said, n/100)
				assert.Greater(t, ended["answered"], n/4)
			})
		})
	}
}
