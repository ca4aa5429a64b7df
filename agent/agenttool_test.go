package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

const askExpert = `{"request":"?"}`

// asking returns a world whose agent calls an expert, which is an agent with the model and
// tools, and then answers ok.
func asking(t *testing.T, expert agent.Model, tools []agent.Tool, change ...func(*agent.Config, *agent.RunnerConfig)) *world {
	t.Helper()
	a := mustAgent(t, agent.Config{Name: "expert", Model: expert, Tools: tools})
	model := agenttest.NewModel(agenttest.Calls(call("x1", "expert", askExpert)), agenttest.Say("ok"))
	return newWorld(t, model, []agent.Tool{agent.AgentTool(a)}, change...)
}

func TestAgentToolReportsHowItsAgentEnded(t *testing.T) {
	done := agenttest.NewTool("done", agenttest.Return(report{"sunny"}))
	skip := agenttest.NewTool("skip", func(ctx context.Context) (any, error) {
		agent.CallFrom(ctx).SkipSummarization()
		return report{"sunny"}, nil
	})
	leave := agenttest.NewTool("leave", func(ctx context.Context) (any, error) {
		agent.CallFrom(ctx).Escalate()
		return report{"gone"}, nil
	})
	never := toolerr.Upstream(400, toolerr.Message{}, toolerr.WithCause(errors.New(canary)))
	picture := func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
		c := agent.Content{Parts: []agent.Part{{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("p")}}}}
		yield(&agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil)
	}
	tests := map[string]struct {
		turns []agenttest.Turn
		want  map[string]any // without an effect, the effect is EffectNone
	}{
		"cut off": {
			[]agenttest.Turn{agenttest.Stop(agent.FinishMaxTokens, "Half of the ans")},
			map[string]any{
				"success": false, "answer": "Half of the ans", "can_retry": true, "hint": "Ask for less at once.",
				"error": "The agent's answer was cut off at its length limit. The text so far is included, if there is any.",
				"kind":  "TOOL_RUNTIME_RETRY", "error_code": "internal_error",
			},
		},
		"cut off after a call with side effects": {
			[]agenttest.Turn{agenttest.Call("done", `{}`), agenttest.Stop(agent.FinishMaxTokens, "Half")},
			map[string]any{
				"success": false, "answer": "Half", "can_retry": false, "effect": "unknown", "hint": "Ask for less at once.",
				"error": "The agent's answer was cut off at its length limit. The text so far is included, if there is any. The request may have been carried out all the same.",
				"kind":  "TOOL_RUNTIME_RETRY", "error_code": "internal_error",
			},
		},
		"a result in place of an answer": {
			[]agenttest.Turn{agenttest.Call("skip", `{}`)},
			map[string]any{"success": true, "error": nil, "answer": `{"success":true,"error":null,"text":"sunny"}`},
		},
		"no answer": {
			[]agenttest.Turn{agenttest.Call("leave", `{}`)},
			map[string]any{
				"success": false, "error": "The agent ended without a text for an answer. The request may have been carried out all the same.", "error_code": "internal_error",
				"kind": "TOOL_RUNTIME_FATAL", "can_retry": false, "effect": "unknown", "hint": "The call may have been carried out. Find out before you make it again.",
			},
		},
		"a picture only": {
			[]agenttest.Turn{picture},
			map[string]any{
				"success": false, "error": "The agent ended without a text for an answer.", "error_code": "internal_error",
				"kind": "TOOL_RUNTIME_FATAL", "can_retry": false,
			},
		},
		"a failure after part of an answer": {
			[]agenttest.Turn{agenttest.FailAfter(never, "It ")},
			map[string]any{
				"success": false, "error": "Upstream HTTP request failed with status code 400 (Bad Request).", "error_code": "invalid_input",
				"kind": "UPSTREAM_RUNTIME_BAD_REQUEST", "can_retry": false, "status_code": 400.0,
				"hint": "The same call is refused again. Change the call, or do something else.",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := asking(t, agenttest.NewModel(tt.turns...), []agent.Tool{done, skip, leave})
			o := w.mustSay("go")
			assert.Equal(t, tt.want, fields(t, o.responses()[0]))
			if failure := o.responses()[0].Failure(); failure != nil && tt.want["effect"] == nil {
				assert.Equal(t, toolerr.EffectNone, failure.Effect())
			}
			assert.Equal(t, "ok", o.text())
			for _, e := range w.stored() {
				agenttest.AssertNoCanary(t, canary, e)
			}
		})
	}
}

func TestAgentToolReportsFailuresOfItsModel(t *testing.T) {
	tests := map[string]struct {
		turn  agenttest.Turn
		error string
		code  string
		calls int
		wait  any // in milliseconds
	}{
		"a hard failure":   {agenttest.Fail(errors.New(canary)), "The model failed.", "", 1, nil},
		"a soft condition": {agenttest.Stop(agent.FinishSafety, ""), "The model stopped for safety reasons.", "", 1, nil},
		"a wait":           {agenttest.Status(429, toolerr.WithRetryAfter(time.Minute)), "", "rate_limited", 5, 60_000.0},
		// The call is not retried after retries of its loop. Otherwise the retries of nested
		// agents would multiply.
		"one call and four retries": {agenttest.Status(503), "", "external_service_error", 5, nil},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			expert := agenttest.NewModel().Forever(tt.turn)
			w := asking(t, expert, nil)
			o := w.mustSay("go")
			f := fields(t, o.responses()[0])
			if tt.error != "" {
				assert.Equal(t, tt.error, f["error"])
			}
			if tt.code != "" {
				assert.Equal(t, tt.code, f["error_code"])
				assert.Equal(t, true, f["can_retry"])
				assert.Equal(t, tt.wait, f["retry_after_ms"])
			}
			assert.Len(t, expert.Requests(), tt.calls)
			agenttest.AssertNoCanary(t, canary, o.responses()[0])
			assert.Equal(t, "ok", o.text())
			w.stored()
		})
	}
}

func TestAbortInsideAnAgentToolEndsTheRun(t *testing.T) {
	stop := agenttest.NewTool("stop", agenttest.ReturnError(toolerr.Abort(errors.New(canary))))
	inner := mustAgent(t, agent.Config{
		Name: "inner", Model: agenttest.NewModel(agenttest.Call("stop", `{}`), agenttest.Say("never")), Tools: []agent.Tool{stop},
	})
	w := asking(t, agenttest.NewModel(agenttest.Call("inner", askExpert), agenttest.Say("never")), []agent.Tool{agent.AgentTool(inner)})
	o := w.say("go")
	require.ErrorIs(t, o.err, agent.ErrToolAborted)
	agenttest.AssertNoCanary(t, canary, o.err)
	assert.Equal(t, 1, w.model.Left(), "the model is not called again")
	require.Len(t, o.responses(), 1)
	assert.Equal(t, agent.OutcomeFailed, o.responses()[0].Outcome)
	w.stored()
}

// A problem of the agent's answer is not a problem of the call's arguments, and an answer that
// was sent back is not returned.
func TestAgentToolWhoseAnswerDoesNotFit(t *testing.T) {
	schema, err := agent.SchemaFor[report]()
	require.NoError(t, err)
	for says, second := range map[string]agenttest.Turn{
		"The model's answer does not fit the output schema.":                                                agenttest.Say("no JSON"),
		"The agent's answer was cut off at its length limit. The text so far is included, if there is any.": agenttest.Stop(agent.FinishMaxTokens, ""),
	} {
		judge := mustAgent(t, agent.Config{Name: "judge", OutputSchema: schema, Model: agenttest.NewModel(agenttest.Say("no JSON"), second)})
		_, o := calling(t, askExpert, agent.AgentTool(judge))
		f := fields(t, o.responses()[0])
		assert.Equal(t, says, f["error"])
		assert.Equal(t, "internal_error", f["error_code"])
		assert.NotContains(t, f, "problems")
		assert.NotContains(t, f, "answer")
	}
}

func TestAgentToolDistinguishesTimeoutAndCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := agenttest.NewTool("wait", agenttest.WaitForCancel())
		expert := mustAgent(t, agent.Config{
			Name: "expert", Model: agenttest.NewModel(agenttest.Call("wait", `{}`)), Tools: []agent.Tool{wait},
		})
		w, o := calling(t, askExpert, agent.AgentTool(expert, agent.Timeout(time.Second)))
		assert.Equal(t, "timeout", fields(t, o.responses()[0])["error_code"])
		assert.Equal(t, "unknown", fields(t, o.responses()[0])["effect"])
		assert.Equal(t, "ok", o.text())
		w.stored()
	})
}

// An agent with schemas gets the arguments as JSON, and returns a value.
func TestAnAgentToolWithSchemas(t *testing.T) {
	type question struct {
		City string `json:"city"`
		Days int    `json:"days"`
	}
	type forecast struct {
		Degrees []int `json:"degrees"`
	}
	input, err := agent.SchemaFor[question]()
	require.NoError(t, err)
	output, err := agent.SchemaFor[forecast]()
	require.NoError(t, err)
	inner := agenttest.NewModel(agenttest.Say("```json\n{\"degrees\":[9007199254740993]}\n```"), agenttest.Stop(agent.FinishMaxTokens, `{"degrees":[1`))
	weather := mustAgent(t, agent.Config{Name: "weather", Model: inner, InputSchema: input, OutputSchema: output})
	w, o := went(t, agenttest.NewModel(
		agenttest.Call("weather", `{"city":"Oslo","days":"two"}`), agenttest.Call("weather", `{"city":"Oslo","days":2}`),
		agenttest.Call("weather", `{"city":"Oslo","days":3}`), agenttest.Say("ok")), []agent.Tool{agent.AgentTool(weather)})
	assert.JSONEq(t, string(input), string(w.model.Requests()[0].Tools[0].Parameters))
	assert.NotNil(t, fields(t, o.responses()[0])["problems"], "the arguments are checked")
	require.Len(t, inner.Requests(), 2)
	assert.Equal(t, `{"city":"Oslo","days":2}`, inner.Requests()[0].Contents[0].Text())
	assert.JSONEq(t, `{"success":true,"error":null,"degrees":[9007199254740993]}`, string(o.responses()[1].Response))
	assert.Equal(t, `{"degrees":[1`, fields(t, o.responses()[2])["answer"], "an answer that was cut off is returned as text")
	w.stored()

	_, err = agent.New(agent.Config{Name: "a", Model: inner, InputSchema: json.RawMessage(`{"type":12}`)})
	require.ErrorIs(t, err, agent.ErrSchemaInvalid)
}

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
	raw := encoded(w.t, s)
	var read agent.Session
	require.NoError(w.t, json.Unmarshal([]byte(raw), &read))
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
			o := w.mustSay("go")
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
			o = w.mustRun(tt.in)
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

	o := w.mustRun(agent.Approve("x1.p2"))
	assert.Equal(t, []string{"x1.p1"}, o.waits(), "the other one still waits")
	assert.Equal(t, 1, pay.Count())
	w.stored()
	w.reopened()

	require.ErrorIs(t, w.run(t.Context(), agent.Approve("x1.p2")).err, agent.ErrNotFound)
	require.ErrorIs(t, w.run(t.Context(), agent.Approve("x1")).err, agent.ErrNotFound, "the call of the agent itself waits for nothing")
	require.ErrorIs(t, w.run(t.Context(), agent.SignedIn("x1.p1")).err, agent.ErrNotFound)
	require.ErrorIs(t, w.run(t.Context(), agent.Deliver("x1.p1", 1, nil)).err, agent.ErrNotFound)
	require.ErrorIs(t, w.run(t.Context(), agent.Approve("x1.p1.z")).err, agent.ErrNotFound)

	o = w.mustRun(agent.Approve("x1.p1"))
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

func TestAgentToolThatWaitsForAResult(t *testing.T) {
	for name, err := range map[string]error{"a result": nil, "an error": errors.New(canary)} {
		t.Run(name, func(t *testing.T) {
			slow := agenttest.NewTool("slow", agenttest.Return(nil), agent.LongRunning())
			expert := agenttest.NewModel(agenttest.Calls(call("s1", "slow", `{}`)), agenttest.Say("it is there"))
			w := asking(t, expert, []agent.Tool{slow})
			o := w.mustSay("go")
			assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome)
			assert.Equal(t, agent.WaitsForResult, o.responses()[0].Waits)
			assert.Equal(t, []string{"x1.s1"}, o.last().LongRunningToolIDs)
			assert.Equal(t, 1, w.model.Left(), "the run waits too")
			w.reopened()

			o = w.mustRun(agent.Deliver("x1.s1", report{"done"}, err))
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
	o = w.mustRun(agent.SignedIn("x1.m1"))
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
	o := w.mustRun(agent.Approve("x1.p1"))
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
			o := w.mustSay("and?")
			assert.Equal(t, 1, o.diagnosed(agent.DiagRepairedHistory))
			w.stored()
		})
	}
}

// An approval reaches through nested agents. An agent that waits several times does not store
// the earlier suspensions of the agents in it.
func TestNestedAgentToolsWait(t *testing.T) {
	pay := confirmed(agenttest.Return(1))
	inner := mustAgent(t, agent.Config{
		Name: "inner", Model: agenttest.NewModel(agenttest.Calls(call("c1", "pay", `{"n":1}`)), agenttest.Calls(call("c2", "pay", `{"n":2}`)),
			agenttest.Say("deep")), Tools: []agent.Tool{pay},
	})
	w := asking(t, agenttest.NewModel(agenttest.Calls(call("b", "inner", askExpert)), agenttest.Say("middle")), []agent.Tool{agent.AgentTool(inner)})
	require.Equal(t, []string{"x1.b.c1"}, w.say("go").waits())
	w.reopened()
	require.Equal(t, []string{"x1.b.c2"}, w.run(t.Context(), agent.Approve("x1.b.c1")).waits())
	stored := w.stored()
	kept := 0
	for _, e := range stored[len(stored)-1].Actions.Suspended["x1"].Events {
		kept += len(e.Actions.Suspended)
	}
	assert.Equal(t, 1, kept)
	w.reopened()
	o := w.mustRun(agent.Approve("x1.b.c2"))
	assert.Equal(t, "middle", fields(t, o.responses()[0])["answer"])
	assert.Equal(t, "ok", o.text())
	assert.Equal(t, 2, pay.Count())
	w.stored()
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
	o := w.mustRun(agent.Input{Decisions: []agent.Decision{{CallID: "x1.p1", Approved: true}, {CallID: "m1", Approved: true}}})
	assert.Equal(t, 1, inner.Count())
	assert.Equal(t, 1, outer.Count())
	assert.Zero(t, o.diagnosed(agent.DiagRepairedHistory))
	w.stored()
	o = w.mustRun(agent.Deny("x1.p2", ""))
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
	_, o := went(t, models[0], nil, withAgent(root), limits(agent.Limits{ToolCalls: 6}))
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
	calling(t, askExpert, agent.AgentTool(expert),
		limits(agent.Limits{ModelRetries: -1}))
	assert.Len(t, inner.Requests(), 1)
}

// increment increments a number of the state, and returns the old value.
func increment(ctx context.Context) (any, error) {
	call := agent.CallFrom(ctx)
	n, _ := call.State("n")
	old, _ := n.(int64)
	return old, call.SetState("n", old+1)
}

func TestCallsSeeTheStateOfEarlierCalls(t *testing.T) {
	for parallel, n := range map[agent.Parallel]int64{agent.ParallelReadOnly: 3, agent.ParallelAll: 1} {
		tool := agenttest.NewTool("t", increment)
		w, _ := went(t, agenttest.NewModel(agenttest.Calls(differentCalls("t", 3)...), agenttest.Call("t", `{"n":9}`), agenttest.Say("ok")),
			[]agent.Tool{tool}, func(c *agent.Config, _ *agent.RunnerConfig) { c.Parallel = parallel })
		assert.Equal(t, n+1, w.stateOf("n"), "the last call is in another turn")
	}
}

func TestAgentsAsToolsSeeTheStateOfEarlierCalls(t *testing.T) {
	inner := agenttest.NewModel().Forever(agenttest.Say("done"))
	nested := func(name string) agent.Tool {
		tool := agenttest.NewTool("t", increment)
		model := agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("done"))
		return agent.AgentTool(mustAgent(t, agent.Config{Name: name, Description: "x", Model: model, Tools: []agent.Tool{tool}}))
	}
	w, _ := went(t, agenttest.NewModel(
		agenttest.Calls(call("a", "one", `{"request":"x"}`), call("b", "two", `{"request":"x"}`), call("c", "reads", `{"request":"x"}`)), agenttest.Say("ok")),
		[]agent.Tool{nested("one"), nested("two"), agent.AgentTool(mustAgent(t, agent.Config{Name: "reads", Instruction: "n is {n}", Model: inner}))})
	assert.Equal(t, int64(2), w.stateOf("n"))
	assert.Equal(t, "n is 2", inner.Requests()[0].Instruction)
}
