package temporalerrand_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

// A gambler is a model whose answer depends on a hash of the request: a text, tool calls, a
// truncated answer, or a failure.
type gambler struct {
	name string
	seed uint64
}

func (g gambler) Name() string { return g.name }

func (g gambler) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		h := fnv.New64()
		raw, err := json.Marshal(req.Contents)
		if err != nil {
			panic(err)
		}
		_, _ = h.Write(raw) // a hash never fails
		r := rand.New(rand.NewPCG(h.Sum64(), g.seed))
		resp := &agent.ModelResponse{FinishReason: agent.FinishStop}
		content := agent.TextContent(agent.RoleModel, fmt.Sprintf("Answer %d.", r.IntN(100)))
		switch draw := r.IntN(12); {
		case draw == 0:
			yield(nil, toolerr.Upstream(400, toolerr.Message{}, toolerr.WithCause(errors.New(secret))))
			return
		case draw == 1:
			resp.FinishReason = agent.FinishMaxTokens
		case draw < 8 && req.ToolChoice != agent.ToolsNone:
			resp.FinishReason = agent.FinishToolCalls
			for i := range 1 + r.IntN(4) {
				c := call(fmt.Sprintf("%s_%x_%d", g.name, h.Sum64(), i), pick(r, append(req.Tools, agent.Declaration{Name: "nobody"})).Name,
					pick(r, []string{`{}`, `{"request":"x"}`, `{"n":1}`, `{"agent_name":"other"}`, ``, `{"n":`, `[]`}))
				content.Parts = append(content.Parts, agent.Part{FunctionCall: &c})
			}
		}
		resp.Content = &content
		yield(resp, nil)
	}
}

func pick[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// randomConfig returns an agent with an agent that is a tool, and one for transfers.
func randomConfig(seed uint64) agent.Config {
	r := rand.New(rand.NewPCG(seed, 0))
	tool := func(name string, does agenttest.Behavior, options ...agent.ToolOption) agent.Tool {
		return agenttest.NewTool(name, does, options...)
	}
	tools := []agent.Tool{
		tool("look", agenttest.Return(map[string]int{"n": 7}), agent.ReadOnly()),
		tool("fatal", agenttest.ReturnError(toolerr.Fatal(toolerr.Msg("No."), toolerr.WithCause(errors.New(secret)))), agent.ReadOnly()),
		tool("limited", agenttest.ReturnError(limited(time.Hour))),
		tool("pay", agenttest.Return(map[string]bool{"paid": true}), agent.Confirm()),
		tool("perhaps", agenttest.Return(nil), agent.ConfirmIf(func(_ context.Context, args json.RawMessage) (bool, error) { return len(args) > 2, nil })),
		tool("job", func(context.Context) (any, error) { return nil, nil }, agent.LongRunning()),
		tool("partly", func(context.Context) (any, error) {
			return map[string]int{"rows": 2}, toolerr.Upstream(500, toolerr.Message{})
		}),
		tool("note", func(ctx context.Context) (any, error) {
			c := agent.CallFrom(ctx)
			was, _ := c.State("n")
			n, _ := was.(int64)
			return n, errors.Join(c.SetState("n", n+1), c.SetState("temp:n", n))
		}),
		tool("last", func(ctx context.Context) (any, error) {
			agent.CallFrom(ctx).SkipSummarization()
			return nil, nil
		}),
	}
	made := func(a *agent.Agent, err error) *agent.Agent {
		if err != nil {
			panic(err)
		}
		return a
	}
	expert := made(agent.New(agent.Config{Name: "expert", Model: gambler{"expert", seed}, Tools: tools, OutputKey: "said"}))
	other := made(agent.New(agent.Config{Name: "other", Model: gambler{"other", seed}, Tools: append(tools, agent.AgentTool(expert))}))
	cfg := config(gambler{"clerk", seed}, append(tools, agent.AgentTool(expert))...)
	cfg.SubAgents, cfg.MaxIterations = []*agent.Agent{other}, 1+r.IntN(6)
	cfg.Parallel = pick(r, []agent.Parallel{agent.ParallelReadOnly, agent.ParallelNever, agent.ParallelAll})
	return cfg
}

// randomInput returns a text, or answers to some pending calls.
func randomInput(r *rand.Rand, pending []agent.PendingCall) agent.Input {
	in := agent.Say(fmt.Sprintf("Question %d.", r.IntN(100)))
	if len(pending) == 0 || r.IntN(4) == 0 {
		return in
	}
	in = agent.Input{}
	for i, p := range pending {
		switch {
		case i > 0 && r.IntN(3) == 0:
		case p.Waits == agent.WaitsForConfirmation:
			in.Decisions = append(in.Decisions, agent.Decision{CallID: p.CallID, Approved: r.IntN(2) == 0, Reason: "because"})
		case r.IntN(2) == 0:
			in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: p.CallID, Result: map[string]int{"rows": 3}})
		default:
			in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: p.CallID, Err: toolerr.Upstream(503, toolerr.Message{})})
		}
	}
	return in
}

// Sessions of several runs are equal in a process, in a workflow, and in workflows that
// continue as a new one after each run.
func TestRandomSessionsAreTheSameAsInProcess(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			s := scene{config: func() agent.Config { return randomConfig(seed) }, state: agent.State{"n": 41}}
			s.runner.Limits = agent.Limits{ToolRetries: -1, ModelRetries: -1, ToolCallsPerTurn: 2 + r.IntN(3)}
			cfg := s.runner
			root, err := agent.New(s.config())
			require.NoError(t, err)
			cfg.Agent, cfg.CreateSessions, cfg.Limits.WallClock = root, true, wallClock
			runner, err := agent.NewRunner(cfg)
			require.NoError(t, err)
			for range 6 {
				pending, _ := runner.Pending(t.Context(), ref) // there is no session at first
				s.inputs = append(s.inputs, randomInput(r, pending))
				_, _ = collect(runner.Run(t.Context(), ref, s.inputs[len(s.inputs)-1], agent.WithState(s.state))) // some runs fail
			}
			want, err := runner.Store().Get(t.Context(), ref)
			require.NoError(t, err)

			got, err := s.inWorkflow(t)
			require.NoError(t, err)
			assert.Equal(t, told(t, want.Events), told(t, got.Events))
			assert.Equal(t, want.State, got.State)
			agenttest.AssertNoCanary(t, secret, got.Events)

			renewed := s.renewed(t)
			assert.Equal(t, told(t, want.Events), told(t, renewed.Events))
			assert.Equal(t, want.State, renewed.State)
		})
	}
}

// renewed runs a scene in workflows that continue as a new one after each run.
func (s scene) renewed(t *testing.T) (result temporalerrand.Result) {
	t.Helper()
	s.options.HistoryEvents = 1
	durable := s.durable(t)
	start := temporalerrand.Start{Session: ref, State: s.state, KeepOpen: true}
	for i, in := range s.inputs {
		start.Next, start.Closed = append(start.Next, temporalerrand.Input(in)), i == len(s.inputs)-1
		var err error
		if result, err = renewing(t, durable, start); start.Closed {
			require.NoError(t, err)
			break
		}
		var again *workflow.ContinueAsNewError
		require.ErrorAs(t, err, &again)
		start = temporalerrand.Start{}
		require.NoError(t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &start))
	}
	return result
}
