package agent_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// increment increments a number of the state, and returns the old value.
func increment(ctx context.Context) (any, error) {
	call := agent.CallFrom(ctx)
	n, _ := call.State("n")
	old, _ := n.(int64)
	return old, call.SetState("n", old+1)
}

func TestCallsSeeTheStateOfEarlierCalls(t *testing.T) {
	tests := map[string]struct {
		parallel  agent.Parallel
		n         int64
		diagnosed int
	}{
		"in order":                 {agent.ParallelNever, 3, 0},
		"at once, with a conflict": {agent.ParallelAll, 1, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", increment)
			w := newWorld(t, agenttest.NewModel(agenttest.Calls(differentCalls("t", 3)...), agenttest.Call("t", `{"n":9}`), agenttest.Say("ok")),
				[]agent.Tool{tool}, func(c *agent.Config, _ *agent.RunnerConfig) { c.Parallel = tt.parallel })
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, tt.n+1, w.stateOf("n"), "the last call is in another turn")
			assert.Equal(t, tt.diagnosed, o.diagnosed(agent.DiagState))
		})
	}
}

func TestAgentsAsToolsSeeTheStateOfEarlierCalls(t *testing.T) {
	inner := agenttest.NewModel().Forever(agenttest.Say("done"))
	nested := func(name string) agent.Tool {
		tool := agenttest.NewTool("t", increment)
		model := agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("done"))
		return agent.AgentTool(mustAgent(t, agent.Config{Name: name, Description: "x", Model: model, Tools: []agent.Tool{tool}}))
	}
	w := newWorld(t, agenttest.NewModel(
		agenttest.Calls(call("a", "one", `{"request":"x"}`), call("b", "two", `{"request":"x"}`), call("c", "reads", `{"request":"x"}`)), agenttest.Say("ok")),
		[]agent.Tool{nested("one"), nested("two"), agent.AgentTool(mustAgent(t, agent.Config{Name: "reads", Instruction: "n is {n}", Model: inner}))})
	require.NoError(t, w.say("go").err)
	assert.Equal(t, int64(2), w.stateOf("n"))
	assert.Equal(t, "n is 2", inner.Requests()[0].Instruction)
}
