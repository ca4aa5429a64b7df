package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

func confirmed(does agenttest.Behavior) *agenttest.Tool {
	return agenttest.NewTool("pay", does, agent.Confirm())
}

func TestProperty10DeniedAndExpiredCallsNeverRun(t *testing.T) {
	for name, tt := range map[string]struct {
		confirmer agent.Confirmer
		outcome   agent.Outcome
		code      string
	}{
		"denied": {func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
			return agent.Decision{Reason: "too much"}, nil
		}, agent.OutcomeDenied, "denied"},
		"expired": {func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
			<-ctx.Done()
			return agent.Decision{Approved: true}, ctx.Err()
		}, agent.OutcomeDenied, "denied"},
		"approved too late": {func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
			<-ctx.Done()
			return agent.Decision{Approved: true}, nil
		}, agent.OutcomeDenied, "denied"},
		"failed": {func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
			return agent.Decision{Approved: true}, errors.New(secret)
		}, agent.OutcomeDenied, "internal_error"},
		"about other arguments": {func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
			return agent.Decision{Approved: true, ArgsHash: "other"}, nil
		}, agent.OutcomeConflict, "conflict"},
		"about another call": {func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
			return agent.Decision{Approved: true, CallID: "another"}, nil
		}, agent.OutcomeConflict, "conflict"},
	} {
		bubble(t, name, func(t *testing.T) {
			tool := confirmed(agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{"n":1}`), agenttest.Say("ok")), []agent.Tool{tool},
				func(cfg *agent.Config, rc *agent.RunnerConfig) {
					rc.Confirmer = tt.confirmer
					// A denied call does not run, whatever callbacks return.
					cfg.Callbacks.OnToolError = append(cfg.Callbacks.OnToolError,
						func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error) {
							return report{"approved"}, nil
						})
				})
			start := time.Now()
			o := w.mustSay("go")
			assert.Zero(t, tool.Count())
			r := o.responses()[0]
			assert.Equal(t, tt.outcome, r.Outcome)
			f := fields(t, r)
			assert.Equal(t, tt.code, f["error_code"])
			assert.Equal(t, false, f["can_retry"])
			switch name {
			case "denied":
				assert.Equal(t, "too much", f["reason"])
			case "expired":
				assert.Equal(t, 45*time.Second, time.Since(start))
			}
			assert.Equal(t, "ok", o.text())
			assert.Equal(t, []string{"A call was not executed; the model received the reason."}, o.diagnoses(agent.DiagToolFailed))
			agenttest.AssertNoCanary(t, canary, r)
			w.stored()
		})
	}
}

func TestProperty10ApprovalRunsTheCallOnce(t *testing.T) {
	tool := confirmed(func(ctx context.Context) (any, error) {
		d := agent.CallFrom(ctx).Approval
		return map[string]any{"by": string(d.Data)}, nil
	})
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("p1", "pay", `{"n":1}`), call("p2", "pay", `{"n":2}`)), agenttest.Say("paid")),
		[]agent.Tool{tool})
	o := w.mustSay("pay")
	assert.Equal(t, []string{"p1", "p2"}, o.last().LongRunningToolIDs)
	assert.True(t, o.last().IsFinalResponse())
	assert.True(t, o.last().TurnComplete)
	req := o.last().Actions.RequestedToolConfirmations["p1"]
	assert.Equal(t, "pay", req.Tool)
	assert.JSONEq(t, `{"n":1}`, string(req.Args))
	assert.Zero(t, tool.Count())
	w.stored()

	// After one decision, the run still waits for the other call.
	o = w.run(t.Context(), agent.Input{Decisions: []agent.Decision{
		{CallID: "p1", Approved: true, ArgsHash: req.ArgsHash, Data: json.RawMessage(`"ada"`)},
	}})
	require.NoError(t, o.err)
	assert.Equal(t, map[string]int{"p1": 1}, tool.Runs())
	assert.Len(t, w.model.Requests(), 1, "the model is not asked while a call waits")
	w.stored()

	// The second equal approval has no effect.
	before := len(w.stored())
	o = w.run(t.Context(), agent.Approve("p1"))
	require.ErrorIs(t, o.err, agent.ErrNotFound)
	assert.Equal(t, 1, o.diagnosed(agent.DiagResume))
	assert.Len(t, w.stored(), before, "nothing is stored")

	o = w.mustRun(agent.Deny("p2", "no"))
	assert.Equal(t, "paid", o.text())
	assert.Equal(t, map[string]int{"p1": 1}, tool.Runs())
	w.stored()
	results := w.model.Requests()[1].Contents[2].Parts
	require.Len(t, results, 2)
	assert.JSONEq(t, `{"success":true,"error":null,"by":"\"ada\""}`, string(results[0].FunctionResponse.Response))
	assert.Equal(t, agent.OutcomeDenied, results[1].FunctionResponse.Outcome)
}

func TestProperty10ChangedArgumentsNeedANewApproval(t *testing.T) {
	tool := confirmed(agenttest.Return(1))
	w := newWorld(t, agenttest.NewModel(
		agenttest.Calls(call("p1", "pay", `{"n":1}`)), agenttest.Say("hm"), agenttest.Calls(call("p2", "pay", `{"n":1000}`))), []agent.Tool{tool})
	w.say("pay")
	o := w.mustRun(agent.Input{Decisions: []agent.Decision{{CallID: "p1", Approved: true, ArgsHash: "of other arguments"}}})
	assert.Equal(t, agent.OutcomeConflict, o.responses()[0].Outcome)
	o = w.mustSay("pay 1000 then")
	assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome, "an approval is for one call")
	assert.Zero(t, tool.Count())
	w.stored()
}

func TestAClaimedCallIsNotRunAgainAfterACrash(t *testing.T) {
	tool := confirmed(agenttest.Return(1))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("p1", "pay", `{}`)), agenttest.Say("ok")), []agent.Tool{tool})
	w.say("pay")
	s, err := w.store.Get(t.Context(), session)
	require.NoError(t, err)
	// A process stored the decision and died.
	_, err = w.store.Append(t.Context(), session, s.Version, &agent.Event{
		ID: "d", InvocationID: "x", Author: agent.AuthorUser,
		Actions: agent.Actions{Decisions: []agent.Decision{{CallID: "p1", Approved: true}}},
	})
	require.NoError(t, err)
	o := w.run(t.Context(), agent.Approve("p1"))
	require.ErrorIs(t, o.err, agent.ErrNotFound)
	o = w.mustSay("and?")
	assert.Zero(t, tool.Count())
	parts := w.model.Requests()[1].Contents[2].Parts
	assert.Equal(t, agent.OutcomeInterrupted, parts[0].FunctionResponse.Outcome)
	w.stored()
}

func TestConfirmIfSeesTheArguments(t *testing.T) {
	tool := agenttest.NewTool("pay", agenttest.Return(1), agent.ConfirmIf(func(_ context.Context, args json.RawMessage) (bool, error) {
		return string(args) == `{"n":100}`, nil
	}))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("a", "pay", `{"n":1}`), call("b", "pay", `{"n":100}`))), []agent.Tool{tool})
	o := w.mustSay("pay")
	assert.Equal(t, map[string]int{"a": 1}, tool.Runs())
	assert.Equal(t, []string{"b"}, o.last().LongRunningToolIDs)
	w.stored()
}

func TestUndecidedCallsStayWhenTheUserGoesOn(t *testing.T) {
	tool := confirmed(agenttest.Return(1))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("p", "pay", `{}`)), agenttest.Say("waiting"), agenttest.Say("paid")), []agent.Tool{tool})
	w.say("pay")
	o := w.mustSay("how far are you?")
	assert.Equal(t, "waiting", o.text())
	pending := w.model.Requests()[1].Contents[2].Parts[0].FunctionResponse
	assert.Contains(t, string(pending.Response), "waits for a person's approval")
	o = w.mustRun(agent.Approve("p"))
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, "paid", o.text())
	for _, req := range w.model.Requests() {
		assert.Empty(t, agenttest.RequestProblems(req.Contents))
	}
	w.stored()
}

// login is an authenticator as a host would have it.
type login struct {
	state     agent.AuthState
	refreshes atomic.Int32
	fails     bool
}

func (l *login) Resolve(context.Context, *agent.Call) (agent.AuthStatus, error) {
	return agent.AuthStatus{State: l.state, Request: agent.AuthRequest{Provider: "acme", URL: "https://acme.example/login"}}, nil
}

func (l *login) Refresh(_ context.Context, _ *agent.Call, access toolerr.Access) error {
	l.refreshes.Add(1)
	if access.Fact != toolerr.FactExpiredKey {
		return errors.New("not for a refresh")
	}
	if l.fails {
		return errors.New(secret)
	}
	return nil
}

func TestAuthNeedsConsent(t *testing.T) {
	auth := &login{state: agent.AuthNeedsConsent}
	tool := agenttest.NewTool("mail", agenttest.Return(1), agent.Auth(auth))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("m", "mail", `{}`)), agenttest.Say("sent")), []agent.Tool{tool})
	o := w.mustSay("send")
	assert.Equal(t, agent.AuthRequest{CallID: "m", Tool: "mail", Provider: "acme", URL: "https://acme.example/login"},
		o.last().Actions.RequestedAuth["m"])
	f := fields(t, o.responses()[0])
	assert.Equal(t, "auth_required", f["error_code"])
	assert.Equal(t, true, f["requires_user_action"])
	assert.Zero(t, tool.Count())

	auth.state = agent.AuthReady
	o = w.mustRun(agent.SignedIn("m"))
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, "sent", o.text())
	w.stored()
}

func TestAuthWithoutCredentials(t *testing.T) {
	for name, state := range map[string]agent.AuthState{"nobody signed in": agent.AuthNeedsConsent, "no credentials": agent.AuthMisconfigured} {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("mail", agenttest.Return(1), agent.Auth(&login{state: state}))
			w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("m", "mail", `{}`)), agenttest.Say("no")), []agent.Tool{tool})
			o := w.say("send")
			if state == agent.AuthNeedsConsent {
				o = w.run(t.Context(), agent.SignedIn("m"))
			}
			require.NoError(t, o.err)
			f := fields(t, o.responses()[0])
			assert.Equal(t, "auth_required", f["error_code"])
			assert.Contains(t, f["error"], name)
			assert.Equal(t, agent.OutcomeFailed, o.responses()[0].Outcome)
			assert.Equal(t, "no", o.text())
			assert.Zero(t, tool.Count())
			w.stored()
		})
	}
}

func TestCredentialsAreRefreshedOnce(t *testing.T) {
	expired := toolerr.Upstream(401, toolerr.Message{})
	tests := map[string]struct {
		does  agenttest.Behavior
		fails bool
		runs  int
		ok    bool
	}{
		"a refresh that helps":               {does: agenttest.Sequence(agenttest.ReturnError(expired), agenttest.Return(1)), runs: 2, ok: true},
		"a refresh that does not help":       {does: agenttest.ReturnError(expired), runs: 2},
		"a refresh that fails":               {does: agenttest.ReturnError(expired), fails: true, runs: 1},
		"an error that a refresh cannot fix": {does: agenttest.ReturnError(toolerr.Upstream(403, toolerr.Message{})), runs: 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			auth := &login{state: agent.AuthReady, fails: tt.fails}
			tool := agenttest.NewTool("mail", tt.does, agent.Auth(auth), agent.Idempotent())
			w, o := calling(t, `{}`, tool)
			assert.Equal(t, tt.runs, tool.Count())
			assert.LessOrEqual(t, auth.refreshes.Load(), int32(1))
			assert.Equal(t, !tt.ok, o.responses()[0].IsError)
			w.stored()
		})
	}
}

func TestLongRunningCalls(t *testing.T) {
	ticket := agenttest.NewTool("ticket", agenttest.Return(map[string]string{"id": "T-1"}), agent.LongRunning())
	quiet := agenttest.NewTool("quiet", agenttest.Return(nil), agent.LongRunning())

	t.Run("a tool with a first result", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("l", "ticket", `{}`)), agenttest.Say("I filed T-1"), agenttest.Say("it is approved")),
			[]agent.Tool{ticket})
		o := w.mustSay("file it")
		assert.Equal(t, "I filed T-1", o.text())
		assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome)
		assert.Equal(t, []string{"l"}, o.events[1].LongRunningToolIDs)
		o = w.mustRun(agent.Deliver("l", report{"approved"}, nil))
		assert.Equal(t, "it is approved", o.text())
		req := w.model.Requests()[2]
		assert.Contains(t, string(req.Contents[2].Parts[0].FunctionResponse.Response), "approved")
		assert.Empty(t, agenttest.RequestProblems(req.Contents))
		assert.Equal(t, 1, ticket.Count())
		w.stored()
		o = w.run(t.Context(), agent.Deliver("l", report{"again"}, nil))
		require.ErrorIs(t, o.err, agent.ErrNotFound)
	})
	t.Run("a tool without a first result pauses the run", func(t *testing.T) {
		w, o := went(t, agenttest.NewModel(agenttest.Calls(call("l", "quiet", `{}`)), agenttest.Say("it failed")), []agent.Tool{quiet})
		assert.Len(t, w.model.Requests(), 1)
		assert.True(t, o.last().IsFinalResponse())
		o = w.mustRun(agent.Deliver("l", nil, errors.New(secret)))
		assert.Equal(t, "it failed", o.text())
		for _, e := range w.stored() {
			agenttest.AssertNoCanary(t, canary, e)
		}
	})
}

func TestApprovalThenConsent(t *testing.T) {
	auth := &login{state: agent.AuthNeedsConsent}
	var by string
	tool := agenttest.NewTool("pay", func(ctx context.Context) (any, error) {
		by = string(agent.CallFrom(ctx).Approval.Data)
		return 1, nil
	}, agent.Confirm(), agent.Auth(auth))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("p", "pay", `{}`)), agenttest.Say("paid")), []agent.Tool{tool})
	o := w.say("pay")
	assert.Contains(t, o.last().Actions.RequestedToolConfirmations, "p")
	o = w.run(t.Context(), agent.SignedIn("p"))
	require.ErrorIs(t, o.err, agent.ErrNotFound, "signing in is not an approval")

	o = w.mustRun(agent.Input{Decisions: []agent.Decision{{CallID: "p", Approved: true, Data: json.RawMessage(`"ada"`)}}})
	assert.Contains(t, o.last().Actions.RequestedAuth, "p")
	assert.Zero(t, tool.Count())

	auth.state = agent.AuthReady
	o = w.mustRun(agent.SignedIn("p"))
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, `"ada"`, by)
	assert.Equal(t, "paid", o.text())
	w.stored()
}

func TestAPersonWhoAlwaysDeniesIsAskedThreeTimes(t *testing.T) {
	for name, together := range map[string]bool{"in one turn": true, "turn by turn": false} {
		t.Run(name, func(t *testing.T) {
			model := agenttest.NewModel()
			calls := differentCalls("pay", 8)
			for _, c := range calls {
				if !together {
					model.Then(agenttest.Calls(c))
				}
			}
			if together {
				model.Then(agenttest.Calls(calls...))
			}
			asked := 0
			w, o := went(t, model.Forever(agenttest.Say("ok")), []agent.Tool{confirmed(agenttest.Return(1))}, func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Confirmer = agent.Confirmer(func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
					asked++
					return agent.Decision{}, nil
				})
			})
			assert.Equal(t, 3, asked)
			for _, r := range o.responses() {
				assert.Equal(t, agent.OutcomeDenied, r.Outcome)
			}
			w.say("again")
			w.stored()
		})
	}
}

func TestThePayloadOfAPendingCall(t *testing.T) {
	_, o := trying(t, agenttest.NewModel(agenttest.Call("pay", `{}`)), []agent.Tool{confirmed(agenttest.Return(1))})
	assert.Equal(t, "pending", fields(t, o.responses()[0])["error_code"])
	assert.Zero(t, o.diagnosed(agent.DiagToolFailed), "a pending call has not failed")
}

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
	seq := sequence(t, first, second)
	w := newWorld(t, model, nil, withAgent(seq))
	asked := func() string { return model.Requests()[len(model.Requests())-1].Instruction }

	o := w.mustSay("go")
	assert.Nil(t, o.last().Actions.Temporary, "it is stored alone")
	w.reopened()
	require.NoError(t, w.say("what is it?").err)
	assert.Equal(t, "x is ", asked(), "another invocation has its own")
	w.reopened()
	o = w.mustRun(agent.Approve("p1"))
	require.Equal(t, []string{"p2"}, o.last().LongRunningToolIDs)
	w.reopened()
	o = w.mustRun(agent.Approve("p2"))
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
	w.mustRun(agent.Approve("a"), agent.WithResumeCheck(func(context.Context, agent.PendingCall) error { return nil }))
	assert.Equal(t, 2, paid)
	w.stored()
}
