package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// nesting returns an agent that calls another one without end, which calls a third.
func nesting(t *testing.T, depth int, models *[]*agenttest.Model) *agent.Agent {
	t.Helper()
	model := agenttest.NewModel()
	*models = append(*models, model)
	cfg := agent.Config{Name: string(rune('a' + depth)), Model: model, MaxIterations: -1}
	if depth == 0 {
		cfg.Tools = []agent.Tool{agenttest.NewTool("t", agenttest.Return(1))}
		model.Then(agenttest.Call("t", `{}`)).Forever(agenttest.Say("done"))
	} else {
		inner := nesting(t, depth-1, models)
		cfg.Tools = []agent.Tool{agent.AgentTool(inner)}
		model.Forever(agenttest.Call(inner.Name(), `{"request":"x"}`))
	}
	return mustAgent(t, cfg)
}

func TestLimitsHoldForAgentsThatAreTools(t *testing.T) {
	for depth := range 4 {
		var models []*agenttest.Model
		root := nesting(t, depth, &models)
		w := newWorld(t, models[0], nil, withAgent(root), limits(agent.Limits{ToolCalls: -1, ModelRetries: -1}))
		o := w.say("go", agent.WithLimits(agent.Limits{ModelCalls: 10}))
		asked := 0
		for _, m := range models {
			asked += len(m.Requests())
		}
		if depth == 0 {
			assert.Equal(t, 2, asked)
		} else {
			require.ErrorIs(t, o.err, agent.ErrMaxModelCalls)
			assert.Equal(t, 10, asked)
		}
		sum := 0
		for _, e := range o.events {
			if e.Usage != nil {
				sum += e.Usage.InputTokens
			}
		}
		assert.Equal(t, asked, sum, "the events have the usage of all agents")
	}
}

func TestTheToolBudgetHoldsForAgentsThatAreTools(t *testing.T) {
	var models []*agenttest.Model
	root := nesting(t, 1, &models)
	w := newWorld(t, models[0], nil, withAgent(root), limits(agent.Limits{ToolCalls: 6}))
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, agent.CodeToolBudget, o.last().ErrorCode)
	ran := 0
	for _, r := range o.responses() {
		if r.Outcome != agent.OutcomeSkipped {
			ran++
		}
	}
	assert.Equal(t, 5, ran, "five calls of the agent and one call of its inner agent")
}

// Also for the model of an agent that is a tool.
func TestRetriesThatAreOffStayOff(t *testing.T) {
	inner := agenttest.NewModel().Forever(agenttest.Status(503))
	expert := mustAgent(t, agent.Config{Name: "expert", Model: inner})
	w := newWorld(t, agenttest.NewModel(agenttest.Call("expert", askExpert), agenttest.Say("ok")), []agent.Tool{agent.AgentTool(expert)},
		limits(agent.Limits{ModelRetries: -1}))
	require.NoError(t, w.say("go").err)
	assert.Len(t, inner.Requests(), 1)
}
