package agent_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// An endless is a model that never ends by itself. It picks from a few habits, in random
// order.
type endless struct {
	*rand.Rand
	release chan struct{}
	tools   []*agenttest.Tool
	asked   int
}

// habits returns turns after which a run can continue.
func (m *endless) habits() []func() agenttest.Turn {
	one := func(tool string) func() agenttest.Turn {
		return func() agenttest.Turn { return agenttest.Call(tool, fmt.Sprintf(`{"n":%d}`, m.IntN(1<<m.IntN(20)))) }
	}
	return []func() agenttest.Turn{
		one("ok"), one("bad"), one("slow"), one("hang"), one("busy"), one("flaky"), one("pay"), one("child"), one("nosuch"), one("crash"),
		func() agenttest.Turn { return agenttest.Call("ok", `{}`) },
		func() agenttest.Turn { return agenttest.Call("bad", `{}`) },
		func() agenttest.Turn { return agenttest.Call("child", `{"request":"go"}`) },
		func() agenttest.Turn { return agenttest.Call("ok", `{"n":`) },
		func() agenttest.Turn { return agenttest.Call("ok", `[]`) },
		func() agenttest.Turn { return agenttest.Calls(make40()...) },
		func() agenttest.Turn {
			tools := []string{"ok", "bad", "hang", "busy", "read", "slow", "pay"}
			return agenttest.Calls(differentCalls(tools[m.IntN(len(tools))], 1+m.IntN(20))...)
		},
		func() agenttest.Turn { return agenttest.Calls(sameCalls(1 + m.IntN(5))...) },
		func() agenttest.Turn { return agenttest.Stop(agent.FinishMaxTokens, "hm", call("", "ok", `{}`)) },
		func() agenttest.Turn { return agenttest.Stop(agent.FinishMalformedCall, "", call("", "ok", `{}`)) },
		func() agenttest.Turn { return transferBack },
		func() agenttest.Turn { return agenttest.StreamCall("", "ok", `{"n"`, `:1}`) },
		func() agenttest.Turn { return agenttest.Status(500) },
		func() agenttest.Turn {
			return agenttest.Status(429, toolerr.WithRetryAfter(time.Duration(m.IntN(120))*time.Second))
		},
	}
}

// endings returns turns that end a run, or should.
func (m *endless) endings() []func() agenttest.Turn {
	return []func() agenttest.Turn{
		func() agenttest.Turn { return agenttest.Think("hm") },
		agenttest.Empty,
		agenttest.Silence,
		func() agenttest.Turn { return agenttest.Deaf(m.release) },
		func() agenttest.Turn { return agenttest.BreakOff("and", " then") },
		func() agenttest.Turn { return agenttest.Crash(canary) },
		func() agenttest.Turn { return agenttest.Status(401) },
		func() agenttest.Turn { return m.drip(true) },
		func() agenttest.Turn { return m.drip(false) },
		func() agenttest.Turn { return agenttest.Stop(agent.FinishSafety, "", call("", "ok", `{}`)) },
		func() agenttest.Turn { return agenttest.Say("done") },
	}
}

// drip never ends.
func (m *endless) drip(thoughts bool) agenttest.Turn {
	return func(ctx context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		for {
			select {
			case <-time.After(time.Second): // with the fake clock
			case <-ctx.Done():
				return
			}
			c := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{Text: "and so on ", Thought: thoughts}}}
			if !yield(&agent.ModelResponse{Content: &c, Partial: true}, nil) {
				return
			}
		}
	}
}

// model returns a model with a few of the habits, and possibly an ending.
func (m *endless) model() *agenttest.Model {
	all, known := m.habits(), []func() agenttest.Turn(nil)
	for range 1 + m.IntN(3) {
		known = append(known, all[m.IntN(len(all))])
	}
	if ends := m.endings(); m.IntN(4) == 0 {
		known = append(known, ends[m.IntN(len(ends))])
	}
	return agenttest.NewModel().Forever(func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		known[m.IntN(len(known))]()(ctx, req, yield)
	})
}

func (m *endless) tool(name string, does agenttest.Behavior, opts ...agent.ToolOption) agent.Tool {
	t := agenttest.NewTool(name, does, opts...)
	m.tools = append(m.tools, t)
	return t
}

func (m *endless) toolbox(t *testing.T) []agent.Tool {
	t.Helper()
	// The child has its own limits: its tools are counted separately.
	child, err := agent.New(agent.Config{Name: "child", Model: m.model(), Tools: []agent.Tool{agenttest.NewTool("ok", agenttest.Return(1))}})
	require.NoError(t, err)
	return []agent.Tool{
		m.tool("ok", agenttest.Return(1)),
		m.tool("read", agenttest.Slow(time.Second), agent.ReadOnly()),
		m.tool("t", agenttest.ReturnError(errors.New("no")), agent.ReadOnly()),
		m.tool("bad", agenttest.ReturnError(errors.New("no"))),
		m.tool("crash", agenttest.Goexit()),
		m.tool("slow", agenttest.Slow(50*time.Second)),
		m.tool("hang", agenttest.Hang(m.release), agent.ReadOnly(), agent.Timeout(-1)),
		m.tool("busy", agenttest.ReturnError(toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(20*time.Second)))),
		m.tool("flaky", agenttest.Sequence(agenttest.ReturnError(toolerr.Upstream(503, toolerr.Message{})), agenttest.Return(1)), agent.Idempotent()),
		m.tool("pay", agenttest.Return(1), agent.Confirm()),
		agent.AgentTool(child),
	}
}

func (m *endless) Confirm(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
	m.asked++
	if m.asked%3 == 0 {
		<-ctx.Done()
	}
	return agent.Decision{Approved: m.asked%2 == 0}, nil
}

// checkEndless runs a random endless model with the default limits.
func checkEndless(t *testing.T, seed uint64) (end string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := &endless{Rand: rand.New(rand.NewPCG(seed, 9)), release: make(chan struct{})}
		model := m.model()
		other, err := agent.New(agent.Config{Name: "other", Model: model})
		require.NoError(t, err)
		w := newWorld(t, model, m.toolbox(t), func(cfg *agent.Config, rc *agent.RunnerConfig) {
			cfg.SubAgents, cfg.Parallel = []*agent.Agent{other}, agent.Parallel(m.IntN(3))
			rc.Limits.AtLimit, rc.Confirmer = agent.AtLimit(m.IntN(2)), m
		})
		start := time.Now()
		o := w.say("go", agent.WithStreaming())
		assert.LessOrEqual(t, time.Since(start), 10*time.Minute+time.Second)
		assert.LessOrEqual(t, len(w.model.Requests()), 48)
		runs := 0
		for _, tool := range m.tools {
			runs += tool.Count()
		}
		assert.LessOrEqual(t, runs, 64)
		assert.LessOrEqual(t, w.runner.Stuck("hang"), 8)
		if end = string(o.last().ErrorCode); o.err != nil {
			hard, ok := go126.AsType[*agent.RunError](o.err)
			require.True(t, ok)
			end = string(hard.Kind)
		} else {
			assert.True(t, o.last().TurnComplete, "a named end")
		}
		assert.False(t, w.runner.Active(session))
		w.stored()
		close(m.release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("hang"))
	})
	return end
}

// The models have one to three habits, so that each habit also occurs alone.
func TestProperty9TheDefaultsEndForEveryModel(t *testing.T) {
	ends := map[string]int{}
	for seed := range uint64(400) {
		ends[checkEndless(t, seed)]++
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(ends)
	for _, code := range []agent.EventCode{agent.CodeMaxIterations, agent.CodeToolBudget, agent.CodeToolLoop, agent.CodeWallClock} {
		assert.NotZero(t, ends[string(code)], "%s is among the ends", code)
	}
}

func FuzzEndlessModels(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkEndless(t, seed) })
}
