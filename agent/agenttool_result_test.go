package agent_test

import (
	"context"
	"encoding/json"
	"errors"
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
				"error": "The agent's answer was cut off at its length limit. What there is of it is included.",
				"kind":  "TOOL_RUNTIME_RETRY", "error_code": "internal_error",
			},
		},
		"cut off after a call with side effects": {
			[]agenttest.Turn{agenttest.Call("done", `{}`), agenttest.Stop(agent.FinishMaxTokens, "Half")},
			map[string]any{
				"success": false, "answer": "Half", "can_retry": true, "effect": "unknown", "hint": "Ask for less at once.",
				"error": "The agent's answer was cut off at its length limit. What there is of it is included.",
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
				"success": false, "error": "The agent ended without a text for an answer.", "error_code": "internal_error",
				"kind": "TOOL_RUNTIME_FATAL", "can_retry": false, "effect": "unknown",
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
				"kind": "UPSTREAM_RUNTIME_BAD_REQUEST", "can_retry": false, "status_code": 400.0, "effect": "unknown",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := asking(t, agenttest.NewModel(tt.turns...), []agent.Tool{done, skip, leave})
			o := w.say("go")
			require.NoError(t, o.err)
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

func TestAgentToolKeepsTheFailureOfItsModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		expert := agenttest.NewModel().Forever(agenttest.Status(429, toolerr.WithRetryAfter(time.Minute)))
		w := asking(t, expert, nil)
		o := w.say("go")
		require.NoError(t, o.err)
		f := fields(t, o.responses()[0])
		assert.Equal(t, "rate_limited", f["error_code"])
		assert.InDelta(t, 60_000, f["retry_after_ms"], 0)
		assert.InDelta(t, 429, f["status_code"], 0)
		assert.Equal(t, "ok", o.text())
		w.stored()
	})
}

// Otherwise the retries of nested agents would multiply.
func TestAgentToolIsNotRetriedAfterRetriesOfItsLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		expert := agenttest.NewModel().Forever(agenttest.Status(503))
		w := asking(t, expert, nil)
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Len(t, expert.Requests(), 5, "one call and four retries")
		assert.Equal(t, "external_service_error", fields(t, o.responses()[0])["error_code"])
		assert.Equal(t, true, fields(t, o.responses()[0])["can_retry"])
		w.stored()
	})
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

func TestAgentToolDoesNotReturnAnAnswerThatWasSentBack(t *testing.T) {
	schema, err := agent.SchemaFor[report]()
	require.NoError(t, err)
	judge := mustAgent(t, agent.Config{
		Name: "judge", OutputSchema: schema,
		Model: agenttest.NewModel(agenttest.Say("no JSON"), agenttest.Stop(agent.FinishMaxTokens, "")),
	})
	w := newWorld(t, agenttest.NewModel(agenttest.Call("judge", askExpert), agenttest.Say("ok")), []agent.Tool{agent.AgentTool(judge)})
	f := fields(t, w.say("go").responses()[0])
	assert.Equal(t, "TOOL_RUNTIME_RETRY", f["kind"])
	assert.Equal(t, "The agent's answer was cut off at its length limit before it said anything.", f["error"])
	assert.NotContains(t, f, "answer")
}

// A problem of the agent's answer is not a problem of the call's arguments.
func TestAgentToolDoesNotBlameItsArguments(t *testing.T) {
	schema, err := agent.SchemaFor[report]()
	require.NoError(t, err)
	judge := mustAgent(t, agent.Config{
		Name: "judge", Model: agenttest.NewModel().Forever(agenttest.Say("no JSON")), OutputSchema: schema,
	})
	w := newWorld(t, agenttest.NewModel(agenttest.Call("judge", askExpert), agenttest.Say("ok")), []agent.Tool{agent.AgentTool(judge)})
	o := w.say("go")
	require.NoError(t, o.err)
	f := fields(t, o.responses()[0])
	assert.Equal(t, "The model's answer does not fit the output schema.", f["error"])
	assert.Equal(t, "internal_error", f["error_code"])
	assert.NotContains(t, f, "problems")
	assert.NotContains(t, f, "answer")
}

func TestAgentToolDistinguishesTimeoutAndCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := agenttest.NewTool("wait", agenttest.WaitForCancel())
		expert := mustAgent(t, agent.Config{
			Name: "expert", Model: agenttest.NewModel(agenttest.Call("wait", `{}`)), Tools: []agent.Tool{wait},
		})
		w := newWorld(t, agenttest.NewModel(agenttest.Call("expert", askExpert), agenttest.Say("ok")),
			[]agent.Tool{agent.AgentTool(expert, agent.Timeout(time.Second))})
		o := w.say("go")
		require.NoError(t, o.err)
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
	w := newWorld(t, agenttest.NewModel(
		agenttest.Call("weather", `{"city":"Oslo","days":"two"}`), agenttest.Call("weather", `{"city":"Oslo","days":2}`),
		agenttest.Call("weather", `{"city":"Oslo","days":3}`), agenttest.Say("ok")), []agent.Tool{agent.AgentTool(weather)})
	o := w.say("go")
	require.NoError(t, o.err)
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
