package agent_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// hand returns a tool that transfers to an agent.
func hand(name, to string) agent.Tool {
	return agenttest.NewTool(name, func(ctx context.Context) (any, error) {
		agent.CallFrom(ctx).TransferTo(to)
		return 1, nil
	})
}

func TestTransfersOnlyGoToTargets(t *testing.T) {
	tests := map[string]struct {
		from, to string
		disabled bool
		allowed  bool
	}{
		"to a sub-agent":                  {"root", "left", false, true},
		"to a peer":                       {"left", "right", false, true},
		"to the parent":                   {"left", "root", false, true},
		"to the sub-agent of a sub-agent": {"root", "leaf", false, false},
		"to itself":                       {"left", "left", false, false},
		"to an unknown agent":             {"root", "nobody", false, false},
		"disabled, to a sub-agent":        {"root", "left", true, false},
		"disabled, to a peer":             {"left", "right", true, false},
		"disabled, to the parent":         {"left", "root", true, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			models := map[string]*agenttest.Model{}
			config := func(name string, subs ...*agent.Agent) agent.Config {
				models[name] = agenttest.NewModel()
				c := agent.Config{Name: name, Model: models[name], SubAgents: subs}
				if name == tt.from {
					c.Tools = []agent.Tool{hand("hand", tt.to)}
					c.DisableTransfer = tt.disabled
				}
				return c
			}
			leaf := mustAgent(t, config("leaf"))
			right := mustAgent(t, config("right", leaf))
			left := mustAgent(t, config("left"))
			root := mustAgent(t, config("root", left, right))
			if tt.from == "left" {
				models["root"].Then(agenttest.Call("transfer_to_agent", `{"agent_name":"left"}`))
			}
			models[tt.from].Then(agenttest.Call("hand", `{}`))
			for _, m := range models {
				m.Forever(agenttest.Say("done"))
			}
			w, o := went(t, models["root"], nil, withAgent(root))
			handed := o.events[len(o.events)-2].Actions.TransferToAgent
			if tt.allowed {
				assert.Equal(t, tt.to, handed)
				assert.Equal(t, tt.to, o.last().Author)
				assert.Zero(t, o.diagnosed(agent.DiagTransfer))
			} else {
				assert.Empty(t, handed)
				assert.Equal(t, tt.from, o.last().Author)
				assert.Equal(t, 1, o.diagnosed(agent.DiagTransfer))
			}
			w.stored()
		})
	}
}

func TestOneTransferInATurn(t *testing.T) {
	model := agenttest.NewModel(
		agenttest.Calls(call("a", "transfer_to_agent", `{"agent_name":"one"}`), call("b", "transfer_to_agent", `{"agent_name":"two"}`), call("c", "hand", `{}`)),
		agenttest.Say("one"))
	one, two := mustAgent(t, agent.Config{Name: "one", Model: model}), mustAgent(t, agent.Config{Name: "two", Model: model})
	root := mustAgent(t, agent.Config{Name: "root", Model: model, SubAgents: []*agent.Agent{one, two}, Tools: []agent.Tool{hand("hand", "two")}})
	w, o := went(t, model, nil, withAgent(root))
	assert.Equal(t, "one", o.last().Author)
	assert.Equal(t, agent.OutcomeOK, o.responses()[0].Outcome)
	assert.Equal(t, agent.OutcomeSkipped, o.responses()[1].Outcome)
	assert.Equal(t, "conflict", fields(t, o.responses()[1])["error_code"])
	assert.Equal(t, 1, o.diagnosed(agent.DiagTransfer))
	w.stored()
}

func TestIterationsAreCountedForEachAgent(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(1))
	model := agenttest.NewModel(
		agenttest.Call("t", `{}`), agenttest.Call("transfer_to_agent", `{"agent_name":"leaf"}`),
		agenttest.Call("transfer_to_agent", `{"agent_name":"root"}`))
	leaf := mustAgent(t, agent.Config{Name: "leaf", Model: model, MaxIterations: 1})
	root := mustAgent(t, agent.Config{Name: "root", Model: model, Tools: []agent.Tool{tool}, SubAgents: []*agent.Agent{leaf}, MaxIterations: 2})
	w, o := went(t, model, nil, withAgent(root))
	assert.Zero(t, model.Left(), "the second agent has its own iteration")
	assert.Equal(t, agent.CodeMaxIterations, o.last().ErrorCode, "the first agent has no iteration left after the transfer back")
	w.stored()
}

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
			w, _ := went(t, model, nil, withAgent(root))
			var o outcome
			for _, in := range inputs {
				w.reopened()
				o = w.mustRun(in)
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
	seq := sequence(t, loop, mustAgent(t, agent.Config{Name: "last", Model: model}))
	w := newWorld(t, model, nil, withAgent(seq))
	events := w.say("go").events
	for _, id := range []string{"p1", "p2"} {
		w.reopened()
		o := w.mustRun(agent.Approve(id))
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
			w, _ := went(t, model, nil, withAgent(root))
			o := w.mustRun(agent.Deliver("r", "late", nil))
			assert.Equal(t, tt.want, o.last().Author)
			w.stored()
		})
	}
}
