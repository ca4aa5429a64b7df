package agent_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// ids returns the ids of pending calls.
func ids(pending []agent.PendingCall) []string {
	var all []string
	for _, p := range pending {
		all = append(all, p.CallID)
	}
	return all
}

func TestTheLastEventOfAPauseListsThePendingCalls(t *testing.T) {
	mail := agenttest.NewTool("mail", agenttest.Return(1), agent.Auth(&login{state: agent.AuthNeedsConsent}))
	inner := agenttest.NewModel(agenttest.Calls(call("i1", "pay", `{"n":1}`), call("i2", "pay", `{"n":3}`)), agenttest.Say("asked"))
	expert := agent.AgentTool(mustAgent(t, agent.Config{Name: "expert", Model: inner, Tools: []agent.Tool{confirmed(agenttest.Return(1))}}))
	pay := confirmed(agenttest.Return(1))
	w := newWorld(t, agenttest.NewModel(
		agenttest.Calls(call("a", "pay", `{"n":2}`), call("b", "mail", `{}`), call("c", "expert", askExpert)),
		agenttest.Say("all done")), []agent.Tool{pay, mail, expert})

	waiting := []string{"a", "b", "c.i1", "c.i2"}
	inputs := map[string]agent.Input{
		"a": agent.Approve("a"), "b": agent.SignedIn("b"), "c.i1": agent.Approve("c.i1"), "c.i2": agent.Deny("c.i2", ""),
	}
	o := w.say("go")
	for {
		require.NoError(t, o.err)
		pending, err := w.runner.Pending(t.Context(), agent.SessionRef{User: session.User, ID: session.ID})
		require.NoError(t, err)
		assert.Equal(t, waiting, ids(pending))
		assert.Equal(t, waiting, o.last().LongRunningToolIDs, "an input can name each of them")
		assert.Equal(t, len(waiting) > 0, o.last().IsFinalResponse() && o.last().Content.Text() == "")
		assert.True(t, o.last().TurnComplete)
		if len(waiting) == 4 {
			assert.Equal(t, "expert", pending[2].Agent)
			assert.Equal(t, agent.WaitsForConfirmation, pending[2].Waits)
			assert.JSONEq(t, `{"n":1}`, string(pending[2].Confirmation.Args))
			assert.Equal(t, "b", pending[1].Auth.CallID)
		}
		if len(waiting) == 0 {
			break
		}
		w.reopened()
		first := waiting[0]
		waiting = waiting[1:]
		if len(waiting) == 0 {
			waiting = nil
		}
		o = w.run(t.Context(), inputs[first])
	}
	assert.Equal(t, "all done", o.text())
	w.stored()
	_, err := w.runner.Pending(t.Context(), agent.SessionRef{User: "nobody", ID: "1"})
	require.ErrorIs(t, err, agent.ErrSessionNotFound)
}

// It also survives a pause, and is restored by a run in another process.
func TestTemporaryStateLivesAsLongAsTheInvocation(t *testing.T) {
	set := agenttest.NewTool("set", func(ctx context.Context) (any, error) {
		call := agent.CallFrom(ctx)
		old, _ := call.State("temp:x")
		text, _ := old.(string)
		return nil, call.SetState("temp:x", text+call.ID)
	})
	model := agenttest.NewModel(
		agenttest.Calls(call("s1", "set", `{}`)), agenttest.Calls(call("p1", "pay", `{}`), call("p2", "pay", `{"n":2}`)),
		agenttest.Say("a question between"), agenttest.Say("second agent, between"), // separate runs
		agenttest.Calls(call("s2", "set", `{}`), call("p3", "pay", `{"n":3}`)), agenttest.Say("paid"), agenttest.Say("second agent"))
	first := mustAgent(t, agent.Config{Name: "first", Model: model, Tools: []agent.Tool{set, confirmed(agenttest.Return(1))}, Instruction: "{temp:x?}"})
	second := mustAgent(t, agent.Config{Name: "second", Model: model, Instruction: "x is {temp:x?}"})
	seq, err := agent.NewSequential("seq", "", first, second)
	require.NoError(t, err)
	w := newWorld(t, model, nil, withAgent(seq))
	asked := func() string { return model.Requests()[len(model.Requests())-1].Instruction }

	o := w.say("go")
	require.NoError(t, o.err)
	assert.Nil(t, o.last().Actions.Temporary, "it is stored alone")
	w.reopened()
	require.NoError(t, w.say("what is it?").err)
	assert.Equal(t, "x is ", asked(), "another invocation has its own")
	w.reopened()
	o = w.run(t.Context(), agent.Approve("p1"))
	require.NoError(t, o.err)
	require.Equal(t, []string{"p2"}, o.last().LongRunningToolIDs)
	w.reopened()
	o = w.run(t.Context(), agent.Approve("p2"))
	require.NoError(t, o.err)
	require.Equal(t, []string{"p3"}, o.last().LongRunningToolIDs)
	w.reopened()
	require.NoError(t, w.run(t.Context(), agent.Approve("p3")).err)
	assert.Equal(t, "x is s1s2", asked())
	assert.NotContains(t, mustGet(t, w).State, "temp:x")
	w.stored()
}

// A refusal stores nothing, and the check sees what would run.
func TestResumeCheck(t *testing.T) {
	mail := agenttest.NewTool("mail", agenttest.Return(1), agent.Auth(&login{state: agent.AuthNeedsConsent}))
	order := agenttest.NewTool("order", agenttest.Return(nil), agent.LongRunning())
	inner := agenttest.NewModel(agenttest.Calls(call("i", "pay", `{"n":1}`)), agenttest.Say("asked"))
	paid := 0
	pay := agent.NewTool("pay", "", func(_ context.Context, in struct {
		N int `json:"n"`
	},
	) (any, error) {
		paid += in.N
		return 1, nil
	}, agent.Confirm())
	expert := agent.AgentTool(mustAgent(t, agent.Config{Name: "expert", Model: inner, Tools: []agent.Tool{pay}}))
	w := newWorld(t, agenttest.NewModel(
		agenttest.Calls(call("a", "pay", `{"n":2.0}`), call("b", "mail", `{}`), call("c", "expert", askExpert), call("d", "order", `{}`)),
		agenttest.Say("all done")), []agent.Tool{pay, mail, expert, order})
	before := time.Now()
	require.NoError(t, w.say("go").err)
	stored := mustGet(t, w).Version
	for name, tt := range map[string]struct {
		in   agent.Input
		args string
	}{
		"approval":       {agent.Approve("a"), `{"n":2}`},
		"denial":         {agent.Deny("a", "no"), `{"n":2}`},
		"sign-in":        {agent.SignedIn("b"), `{}`},
		"inner approval": {agent.Approve("c.i"), `{"n":1}`},
		"result":         {agent.Deliver("d", 1, nil), `{}`},
		"beside another": {agent.Input{Decisions: []agent.Decision{{CallID: "none"}, {CallID: "a", Approved: true}}, Content: agent.Say("x").Content}, `{"n":2}`},
	} {
		t.Run(name, func(t *testing.T) {
			for how, check := range map[string]func() error{
				"an error":       func() error { return errors.New("token=hunter2") },
				"a safe message": func() error { return toolerr.Fatal(toolerr.Msg("Ask Eve.")) },
				"a panic":        func() error { panic("token=hunter2") },
			} {
				var seen []agent.PendingCall
				o := w.run(t.Context(), tt.in, agent.WithResumeCheck(func(_ context.Context, call agent.PendingCall) error {
					seen = append(seen, call)
					return check()
				}))
				require.ErrorIs(t, o.err, agent.ErrResumeRefused, how)
				assert.Equal(t, agent.ErrResumeRefused.Error(), o.err.Error())
				assert.Empty(t, o.events)
				require.Len(t, seen, 1)
				assert.Equal(t, tt.args, string(seen[0].Args))
				assert.WithinRange(t, seen[0].Since, before, time.Now())
				assert.Equal(t, stored, mustGet(t, w).Version)
			}
		})
	}
	o := w.run(t.Context(), agent.Approve("a"), agent.WithResumeCheck(func(context.Context, agent.PendingCall) error { return nil }))
	require.NoError(t, o.err)
	assert.Equal(t, 2, paid)
	w.stored()
}
