package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// waits returns the ids of the calls in the run's requests, in order.
func (o outcome) waits() []string {
	a := o.last().Actions
	return slices.Concat(slices.Sorted(maps.Keys(a.RequestedToolConfirmations)), slices.Sorted(maps.Keys(a.RequestedAuth)))
}

// reopened continues w in another process: everything that is stored was encoded as JSON.
func (w *world) reopened() {
	w.t.Helper()
	s, err := w.store.Get(w.t.Context(), session)
	require.NoError(w.t, err)
	raw, err := json.Marshal(s)
	require.NoError(w.t, err)
	var read agent.Session
	require.NoError(w.t, json.Unmarshal(raw, &read))
	require.NoError(w.t, w.store.Delete(w.t.Context(), session))
	fresh, err := w.store.Create(w.t.Context(), session, read.State)
	require.NoError(w.t, err)
	_, err = w.store.Append(w.t.Context(), session, fresh.Version, read.Events...)
	require.NoError(w.t, err)
}

func TestApprovalReachesTheCallInAnAgentTool(t *testing.T) {
	tests := map[string]struct {
		in       agent.Input
		ran      int
		approved bool
	}{
		"approved": {agent.Approve("x1.p1"), 1, true},
		"denied":   {agent.Deny("x1.p1", "too much"), 0, false},
		"approved for other arguments": {
			agent.Input{Decisions: []agent.Decision{{CallID: "x1.p1", Approved: true, ArgsHash: "other"}}}, 0, false,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pay := confirmed(agenttest.Return(report{"paid"}))
			before := agenttest.NewTool("look", agenttest.Return(1))
			expert := agenttest.NewModel(
				agenttest.Calls(call("l1", "look", `{}`)), agenttest.Calls(call("p1", "pay", `{"cents":5}`)), agenttest.Say("so be it"))
			w := asking(t, expert, []agent.Tool{pay, before})
			o := w.say("go")
			require.NoError(t, o.err)
			require.Equal(t, []string{"x1.p1"}, o.waits())
			req := o.last().Actions.RequestedToolConfirmations["x1.p1"]
			assert.Equal(t, "x1.p1", req.CallID)
			assert.Equal(t, "expert", req.Agent)
			assert.Equal(t, "pay", req.Tool)
			assert.JSONEq(t, `{"cents":5}`, string(req.Args))
			pending := o.responses()[0]
			assert.Equal(t, agent.OutcomePending, pending.Outcome)
			assert.Equal(t, agent.WaitsForConfirmation, pending.Waits)
			assert.Nil(t, o.last().Actions.Suspended, "yielded events do not contain the events of the suspended agent")
			assert.True(t, o.last().TurnComplete)
			assert.Zero(t, pay.Count())
			assert.Zero(t, o.diagnosed(agent.DiagToolFailed))
			w.stored()

			w.reopened()
			o = w.run(t.Context(), tt.in)
			require.NoError(t, o.err)
			assert.Equal(t, tt.ran, pay.Count())
			assert.Equal(t, 1, before.Count(), "the calls before the pause are not run again")
			assert.Equal(t, "so be it", fields(t, o.responses()[0])["answer"])
			assert.Equal(t, agent.OutcomeOK, o.responses()[0].Outcome)
			assert.Equal(t, "ok", o.text())
			contents := expert.Requests()[2].Contents
			result := contents[len(contents)-1].Parts[0].FunctionResponse
			assert.Equal(t, "p1", result.ID)
			assert.Equal(t, tt.approved, fields(t, result)["success"])
			w.stored()

			again := w.run(t.Context(), tt.in)
			require.ErrorIs(t, again.err, agent.ErrNotFound, "an approval is used up")
			assert.Equal(t, tt.ran, pay.Count())
		})
	}
}

func TestSeveralCallsInAnAgentToolAreDecidedOneByOne(t *testing.T) {
	pay := confirmed(agenttest.Return(report{"paid"}))
	expert := agenttest.NewModel(
		agenttest.Calls(call("p1", "pay", `{"n":1}`), call("p2", "pay", `{"n":2}`)), agenttest.Say("both"))
	w := asking(t, expert, []agent.Tool{pay})
	require.Equal(t, []string{"x1.p1", "x1.p2"}, w.say("go").waits())

	o := w.run(t.Context(), agent.Approve("x1.p2"))
	require.NoError(t, o.err)
	assert.Equal(t, []string{"x1.p1"}, o.waits(), "the other one still waits")
	assert.Equal(t, 1, pay.Count())
	w.stored()
	w.reopened()

	require.ErrorIs(t, w.run(t.Context(), agent.Approve("x1.p2")).err, agent.ErrNotFound)
	require.ErrorIs(t, w.run(t.Context(), agent.Approve("x1")).err, agent.ErrNotFound, "the call of the agent itself waits for nothing")
	require.ErrorIs(t, w.run(t.Context(), agent.SignedIn("x1.p1")).err, agent.ErrNotFound)
	require.ErrorIs(t, w.run(t.Context(), agent.Deliver("x1.p1", 1, nil)).err, agent.ErrNotFound)
	require.ErrorIs(t, w.run(t.Context(), agent.Approve("x1.p1.z")).err, agent.ErrNotFound)

	o = w.run(t.Context(), agent.Approve("x1.p1"))
	require.NoError(t, o.err)
	assert.Equal(t, 2, pay.Count())
	assert.Equal(t, "both", fields(t, o.responses()[0])["answer"])
	assert.Equal(t, "ok", o.text())
	w.stored()
}

func TestBothDecisionsAtOnceRunTheAgentOnce(t *testing.T) {
	pay := confirmed(agenttest.Return(report{"paid"}))
	expert := agenttest.NewModel(agenttest.Calls(call("p1", "pay", `{"n":1}`), call("p2", "pay", `{"n":2}`)), agenttest.Say("both"))
	w := asking(t, expert, []agent.Tool{pay})
	w.say("go")
	o := w.run(t.Context(), agent.Input{Decisions: []agent.Decision{
		{CallID: "x1.p1", Approved: true}, {CallID: "x1.p1", Approved: true}, {CallID: "x1.p2"},
	}})
	require.NoError(t, o.err)
	assert.Equal(t, 1, pay.Count())
	assert.Len(t, o.responses(), 1)
	assert.Equal(t, 1, o.diagnosed(agent.DiagResume), "the second of two equal decisions is diagnosed")
	assert.Equal(t, "ok", o.text())
	w.stored()
}

func TestApprovalReachesThroughNestedAgentTools(t *testing.T) {
	pay := confirmed(agenttest.Return(report{"paid"}))
	inner := mustAgent(t, agent.Config{
		Name: "inner", Model: agenttest.NewModel(agenttest.Calls(call("c", "pay", `{}`)), agenttest.Say("deep")), Tools: []agent.Tool{pay},
	})
	expert := agenttest.NewModel(agenttest.Calls(call("b", "inner", askExpert)), agenttest.Say("middle"))
	w := asking(t, expert, []agent.Tool{agent.AgentTool(inner)})
	require.Equal(t, []string{"x1.b.c"}, w.say("go").waits())
	w.reopened()
	o := w.run(t.Context(), agent.Approve("x1.b.c"))
	require.NoError(t, o.err)
	assert.Equal(t, 1, pay.Count())
	assert.Equal(t, "middle", fields(t, o.responses()[0])["answer"])
	assert.Equal(t, "ok", o.text())
	w.stored()
}

func TestAgentToolThatWaitsForAResult(t *testing.T) {
	for name, err := range map[string]error{"a result": nil, "an error": errors.New(canary)} {
		t.Run(name, func(t *testing.T) {
			slow := agenttest.NewTool("slow", agenttest.Return(nil), agent.LongRunning())
			expert := agenttest.NewModel(agenttest.Calls(call("s1", "slow", `{}`)), agenttest.Say("it is there"))
			w := asking(t, expert, []agent.Tool{slow})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome)
			assert.Equal(t, agent.WaitsForResult, o.responses()[0].Waits)
			assert.Equal(t, []string{"x1.s1"}, o.last().LongRunningToolIDs)
			assert.Equal(t, 1, w.model.Left(), "the run waits too")
			w.reopened()

			o = w.run(t.Context(), agent.Deliver("x1.s1", report{"done"}, err))
			require.NoError(t, o.err)
			assert.Equal(t, "it is there", fields(t, o.responses()[0])["answer"])
			assert.Equal(t, "ok", o.text())
			contents := expert.Requests()[1].Contents
			told := contents[len(contents)-1].Parts[0].FunctionResponse
			assert.Equal(t, err == nil, fields(t, told)["success"])
			assert.Equal(t, 1, slow.Count())
			for _, e := range w.stored() {
				agenttest.AssertNoCanary(t, canary, e)
			}
		})
	}
}

func TestAgentToolThatWaitsForASignIn(t *testing.T) {
	auth := &login{state: agent.AuthNeedsConsent}
	mail := agenttest.NewTool("mail", agenttest.Return(1), agent.Auth(auth))
	w := asking(t, agenttest.NewModel(agenttest.Calls(call("m1", "mail", `{}`)), agenttest.Say("sent")), []agent.Tool{mail})
	o := w.say("go")
	require.Equal(t, []string{"x1.m1"}, o.waits())
	assert.Equal(t, "x1.m1", o.last().Actions.RequestedAuth["x1.m1"].CallID)
	w.reopened()
	auth.state = agent.AuthReady
	o = w.run(t.Context(), agent.SignedIn("x1.m1"))
	require.NoError(t, o.err)
	assert.Equal(t, 1, mail.Count())
	assert.Equal(t, "sent", fields(t, o.responses()[0])["answer"])
	w.stored()
}

// Changes of the state during the wait are kept.
func TestSuspendedAgentSeesTheStateAsItIs(t *testing.T) {
	setState := func(n int) agenttest.Behavior {
		return func(ctx context.Context) (any, error) { return nil, agent.CallFrom(ctx).SetState("n", n) }
	}
	set := agenttest.NewTool("set", setState(1))
	pay := confirmed(agenttest.Return(1))
	expert := agenttest.NewModel(agenttest.Call("set", `{}`), agenttest.Calls(call("p1", "pay", `{}`)), agenttest.Say("done"))
	a := mustAgent(t, agent.Config{Name: "expert", Model: expert, Tools: []agent.Tool{set, pay}, Instruction: "n is {n?}"})
	later := agenttest.NewTool("later", setState(2))
	model := agenttest.NewModel(agenttest.Calls(call("x1", "expert", askExpert)),
		agenttest.Call("later", `{}`), agenttest.Say("hm"), agenttest.Say("ok"))
	w := newWorld(t, model, []agent.Tool{agent.AgentTool(a), later})
	w.say("go")
	assert.EqualValues(t, 1, w.stateOf("n"))
	w.say("something else")
	assert.EqualValues(t, 2, w.stateOf("n"))
	o := w.run(t.Context(), agent.Approve("x1.p1"))
	require.NoError(t, o.err)
	assert.Equal(t, "ok", o.text())
	requests := expert.Requests()
	assert.Equal(t, "n is 2", requests[len(requests)-1].Instruction)
	assert.EqualValues(t, 2, w.stateOf("n"))
	w.stored()
}

// crashing is a store that refuses events after the first ones.
type crashing struct {
	agent.Store
	left int
}

func (s *crashing) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	if s.left--; s.left < 0 {
		return 0, errors.New("the power is off")
	}
	return s.Store.Append(ctx, ref, version, events...)
}

// The outcome is unknown, so the input is used up, and the model gets a result that reports
// an interruption.
func TestCrashWhileASuspendedAgentGoesOn(t *testing.T) {
	for name, in := range map[string]agent.Input{
		"an approval": agent.Approve("x1.p1"), "a result": agent.Deliver("x1.s1", 1, nil),
	} {
		t.Run(name, func(t *testing.T) {
			pay := confirmed(agenttest.Return(1))
			slow := agenttest.NewTool("slow", agenttest.Return(nil), agent.LongRunning())
			expert := agenttest.NewModel(agenttest.Calls(call("p1", "pay", `{}`), call("s1", "slow", `{}`))).Forever(agenttest.Say("done"))
			store := &crashing{left: 100}
			w := asking(t, expert, []agent.Tool{pay, slow}, func(_ *agent.Config, rc *agent.RunnerConfig) {
				store.Store, rc.Store = rc.Store, store
			})
			require.NoError(t, w.say("go").err)
			store.left = 1
			require.ErrorIs(t, w.run(t.Context(), in).err, agent.ErrBackend)
			store.left = 100
			ran := pay.Count()
			require.ErrorIs(t, w.run(t.Context(), in).err, agent.ErrNotFound)
			assert.Equal(t, ran, pay.Count())
			o := w.say("and?")
			require.NoError(t, o.err)
			assert.Equal(t, 1, o.diagnosed(agent.DiagRepairedHistory))
			w.stored()
		})
	}
}

// An agent that waits several times does not store the earlier suspensions of the agents in
// it.
func TestSuspensionsAreKeptOnce(t *testing.T) {
	pay := confirmed(agenttest.Return(1))
	inner := mustAgent(t, agent.Config{
		Name: "inner", Model: agenttest.NewModel(agenttest.Calls(call("c1", "pay", `{"n":1}`)), agenttest.Calls(call("c2", "pay", `{"n":2}`)),
			agenttest.Say("deep")), Tools: []agent.Tool{pay},
	})
	w := asking(t, agenttest.NewModel(agenttest.Calls(call("b", "inner", askExpert)), agenttest.Say("middle")), []agent.Tool{agent.AgentTool(inner)})
	w.say("go")
	require.Equal(t, []string{"x1.b.c2"}, w.run(t.Context(), agent.Approve("x1.b.c1")).waits())
	stored := w.stored()
	kept := 0
	for _, e := range stored[len(stored)-1].Actions.Suspended["x1"].Events {
		kept += len(e.Actions.Suspended)
	}
	assert.Equal(t, 1, kept)
	assert.Equal(t, "ok", w.run(t.Context(), agent.Approve("x1.b.c2")).text())
	assert.Equal(t, 2, pay.Count())
}

func TestCloneOfAnEventSharesNoSuspension(t *testing.T) {
	e := &agent.Event{Actions: agent.Actions{Suspended: map[string]agent.Suspension{"a": {Events: []*agent.Event{{ID: "1"}, nil}}}}}
	c := e.Clone()
	c.Actions.Suspended["a"].Events[0].ID = "2"
	c.Actions.Suspended["b"] = agent.Suspension{}
	assert.Equal(t, "1", e.Actions.Suspended["a"].Events[0].ID)
	assert.Len(t, e.Actions.Suspended, 1)
	assert.Len(t, c.Actions.Suspended["a"].Events, 1, "a nil event is left out")
}

// The calls of another agent run too if they have decisions.
func TestASuspendedAgentDoesNotBlockDecidedCalls(t *testing.T) {
	inner, outer := confirmed(agenttest.Return(1)), confirmed(agenttest.Return(2))
	expert := mustAgent(t, agent.Config{
		Name: "expert", Tools: []agent.Tool{inner},
		Model: agenttest.NewModel(agenttest.Calls(call("p1", "pay", `{"n":1}`), call("p2", "pay", `{"n":2}`)), agenttest.Say("both")),
	})
	model := agenttest.NewModel(agenttest.Calls(call("x1", "expert", askExpert)),
		agenttest.Call("transfer_to_agent", `{"agent_name":"money"}`), agenttest.Calls(call("m1", "pay", `{}`)), agenttest.Say("ok"))
	money := mustAgent(t, agent.Config{Name: "money", Model: model, Tools: []agent.Tool{outer}})
	desk := mustAgent(t, agent.Config{
		Name: "desk", Model: model, Tools: []agent.Tool{agent.AgentTool(expert)}, SubAgents: []*agent.Agent{money},
	})
	w := newWorld(t, model, nil, withAgent(desk))
	require.Equal(t, []string{"x1.p1", "x1.p2"}, w.say("go").waits())
	require.Equal(t, []string{"m1", "x1.p1", "x1.p2"}, w.say("and the money").waits())
	o := w.run(t.Context(), agent.Input{Decisions: []agent.Decision{{CallID: "x1.p1", Approved: true}, {CallID: "m1", Approved: true}}})
	require.NoError(t, o.err)
	assert.Equal(t, 1, inner.Count())
	assert.Equal(t, 1, outer.Count())
	assert.Zero(t, o.diagnosed(agent.DiagRepairedHistory))
	w.stored()
	o = w.run(t.Context(), agent.Deny("x1.p2", ""))
	require.NoError(t, o.err)
	assert.Equal(t, "ok", o.text())
	assert.Zero(t, o.diagnosed(agent.DiagRepairedHistory))
	w.stored()
}

func TestDecisionAboutASuspendedAgentThatWasRemoved(t *testing.T) {
	pay := confirmed(agenttest.Return(1))
	w := asking(t, agenttest.NewModel(agenttest.Calls(call("p1", "pay", `{}`))), []agent.Tool{pay})
	require.Equal(t, []string{"x1.p1"}, w.say("go").waits())
	without := newWorld(t, agenttest.NewModel(agenttest.Say("a pity")), nil,
		func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Store = w.store })
	without.store = w.store
	o := without.run(t.Context(), agent.Approve("x1.p1"))
	require.NoError(t, o.err)
	assert.Equal(t, agent.OutcomeInterrupted, o.responses()[0].Outcome)
	assert.Equal(t, "unknown", fields(t, o.responses()[0])["effect"])
	assert.Zero(t, pay.Count())
	assert.Equal(t, "a pity", o.text())
	without.stored()
}
