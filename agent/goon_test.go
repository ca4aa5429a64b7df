package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// The model was told of the transfer, so it takes place even if another call of the turn
// waits.
func TestATransferOutlivesAPause(t *testing.T) {
	for name, inputs := range map[string][]agent.Input{
		"approved":                       {agent.Approve("p")},
		"denied":                         {agent.Deny("p", "")},
		"one after another":              {agent.Approve("p"), agent.Approve("q")},
		"another message":                {agent.Say("Never mind.")},
		"another message, then approved": {agent.Say("Never mind."), agent.Approve("p")},
	} {
		t.Run(name, func(t *testing.T) {
			calls := []agent.FunctionCall{call("h", "transfer_to_agent", `{"agent_name":"leaf"}`), call("p", "pay", `{"n":1}`)}
			if len(inputs[0].Decisions) == len(inputs[len(inputs)-1].Decisions) && len(inputs) == 2 {
				calls = append(calls, call("q", "pay", `{"n":2}`))
			}
			model := agenttest.NewModel(agenttest.Calls(calls...)).Forever(agenttest.Say("done"))
			leaf := mustAgent(t, agent.Config{Name: "leaf", Model: model})
			root := mustAgent(t, agent.Config{Name: "root", Model: model, SubAgents: []*agent.Agent{leaf}, Tools: []agent.Tool{confirmed(agenttest.Return(1))}})
			w := newWorld(t, model, nil, withAgent(root))
			require.NoError(t, w.say("go").err)
			var o outcome
			for _, in := range inputs {
				w.reopened()
				o = w.run(t.Context(), in)
				require.NoError(t, o.err)
			}
			assert.Equal(t, "leaf", o.last().Author)
			assert.Equal(t, "done", o.last().Content.Text())
			w.stored()
		})
	}
}

// A loop that pauses in each round still ends.
func TestRoundsAreCountedAcrossPauses(t *testing.T) {
	model := agenttest.NewModel(
		agenttest.Calls(call("p1", "pay", `{}`)), agenttest.Say("a"), agenttest.Calls(call("p2", "pay", `{}`)), agenttest.Say("b"),
	).Forever(agenttest.Say("end"))
	loop, err := agent.NewLoop("loop", "", 2, mustAgent(t, agent.Config{Name: "payer", Model: model, Tools: []agent.Tool{confirmed(agenttest.Return(1))}}))
	require.NoError(t, err)
	seq, err := agent.NewSequential("seq", "", loop, mustAgent(t, agent.Config{Name: "last", Model: model}))
	require.NoError(t, err)
	w := newWorld(t, model, nil, withAgent(seq))
	events := w.say("go").events
	for _, id := range []string{"p1", "p2"} {
		w.reopened()
		o := w.run(t.Context(), agent.Approve(id))
		require.NoError(t, o.err)
		events = append(events, o.events...)
	}
	var said []string
	for _, e := range events {
		assert.Nil(t, e.Actions.Rounds, "yielded events do not contain it")
		if text := e.Content.Text(); text != "" {
			said = append(said, e.Author+": "+text)
		}
	}
	assert.Equal(t, []string{"payer: a", "payer: b", "last: end"}, said)
	w.stored()
}

// A late result goes to the agent that made the call if the other one has already
// continued, and else to the other one.
func TestALateResultAfterATransfer(t *testing.T) {
	for name, tt := range map[string]struct {
		returns any // nil pauses the run
		want    string
	}{
		"the run went on":    {"begun", "root"},
		"the run had paused": {nil, "leaf"},
	} {
		t.Run(name, func(t *testing.T) {
			report := agenttest.NewTool("report", agenttest.Return(tt.returns), agent.LongRunning())
			model := agenttest.NewModel(
				agenttest.Calls(call("r", "report", `{}`), call("h", "transfer_to_agent", `{"agent_name":"leaf"}`)),
			).Forever(agenttest.Say("done"))
			leaf := mustAgent(t, agent.Config{Name: "leaf", Model: model})
			root := mustAgent(t, agent.Config{Name: "root", Model: model, SubAgents: []*agent.Agent{leaf}, Tools: []agent.Tool{report}})
			w := newWorld(t, model, nil, withAgent(root))
			require.NoError(t, w.say("go").err)
			o := w.run(t.Context(), agent.Deliver("r", "late", nil))
			require.NoError(t, o.err)
			assert.Equal(t, tt.want, o.last().Author)
			w.stored()
		})
	}
}
