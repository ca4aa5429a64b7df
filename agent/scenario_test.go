package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// Canaries for two promises. The first is content: it has no recognisable form, occurs in
// all foreign text, and must not reach a model, a user or a span; developers may read it.
// The others are credentials, by form and by place: they must not reach anyone.
const (
	canary     = "quorvex canary"
	credential = "AKIAIOSFODNN7EXAMPLE"
	apiKey     = "sk-SECRET-0123456789abcdef"
)

// secret is the text of a careless service.
const secret = canary + " " + apiKey

type forecast struct {
	City string `json:"city"`
	Days int    `json:"days,omitempty"`
}

type report struct {
	Text string `json:"text"`
}

func weather(ran *int) agent.Tool {
	return agent.NewTool("get_weather", "The weather.", func(_ context.Context, in forecast) (report, error) {
		*ran++
		return report{Text: "sunny in " + in.City}, nil
	}, agent.ReadOnly())
}

func TestScenarioToolIgnoresItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		tool := agenttest.NewTool("t", agenttest.Hang(release), agent.Timeout(2*time.Second))
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("went on")), []agent.Tool{tool})
		start := time.Now()
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Equal(t, "went on", o.text())
		assert.Less(t, time.Since(start), 2100*time.Millisecond)
		f := fields(t, o.responses()[0])
		assert.Equal(t, "timeout", f["error_code"])
		assert.Equal(t, "unknown", f["effect"])
		assert.Equal(t, 1, o.diagnosed(agent.DiagAbandoned))
		assert.Equal(t, 1, w.runner.Stuck("t"))

		before := len(w.stored())
		close(release)
		synctest.Wait()
		assert.Equal(t, 1, o.diagnosed(agent.DiagLateResult))
		assert.Zero(t, w.runner.Stuck("t"))
		assert.Len(t, w.stored(), before, "the late result stays out of history")
	})
}

func TestScenarioUnknownTool(t *testing.T) {
	ran := 0
	w := newWorld(t, agenttest.NewModel(agenttest.Call("functions.getWeather", `{"city":"Oslo"}`), agenttest.Say("ok")),
		[]agent.Tool{weather(&ran)})
	o := w.say("go")
	require.NoError(t, o.err)
	f := fields(t, o.responses()[0])
	assert.Equal(t, "unknown_tool", f["error_code"])
	assert.Equal(t, "There is no tool of that name. Did you mean get_weather?", f["error"])
	assert.Zero(t, ran)
	w.stored()
}

func TestScenarioArgumentsAgainstTheSchema(t *testing.T) {
	ran := 0
	w := newWorld(t, agenttest.NewModel(
		agenttest.Call("get_weather", `{"Days":"x","days":"three","zzz":"`+canary+`"}`), agenttest.Say("ok")),
		[]agent.Tool{weather(&ran)})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Zero(t, ran)
	f := fields(t, o.responses()[0])
	assert.Equal(t, "invalid_input", f["error_code"])
	problems := map[string]string{}
	for _, p := range f["problems"].([]any) {
		m := p.(map[string]any)
		problems[m["path"].(string)] += m["problem"].(string) + ";"
	}
	assert.Equal(t, map[string]string{
		"/city": "is required;",
		"/days": "differs from another name in case only;has the wrong type; it must be integer, not string;",
		"/Days": `is not known; did you mean "days"?;`,
		"/zzz":  "is not known;",
	}, problems)
	assert.NotContains(t, string(o.responses()[0].Response), canary)
	w.stored()
}

func TestScenarioTruncatedJSONArguments(t *testing.T) {
	for _, args := range []string{`{"city":`, `{"city":"Os`, `{"city":"Oslo"`, `{"city":"Oslo","days":1`, `{`} {
		t.Run(args, func(t *testing.T) {
			ran := 0
			w := newWorld(t, agenttest.NewModel(agenttest.Call("get_weather", args), agenttest.Say("ok")), []agent.Tool{weather(&ran)})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Zero(t, ran)
			assert.Equal(t, "truncated_call", fields(t, o.responses()[0])["error_code"])
			w.stored()
		})
	}
}

func TestScenarioEndlessToolCalls(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(report{"more"}))
	w := newWorld(t, agenttest.NewModel().Forever(agenttest.Call("t", `{}`)), []agent.Tool{tool})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, agent.CodeMaxIterations, o.last().ErrorCode)
	assert.Equal(t, 16, tool.Count())
	w.stored()
}

func TestScenarioOneOfSeveralParallelCallsFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := agenttest.NewTool("slow", agenttest.Slow(time.Second), agent.ReadOnly())
		bad := agenttest.NewTool("bad", agenttest.ReturnError(errors.New("no")), agent.ReadOnly())
		w := newWorld(t, agenttest.NewModel(
			agenttest.Calls(call("a", "slow", `{}`), call("b", "bad", `{}`), call("c", "slow", `{}`)), agenttest.Say("ok")),
			[]agent.Tool{slow, bad})
		start := time.Now()
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Equal(t, time.Second, time.Since(start), "the calls run at once")
		require.Len(t, o.responses(), 3)
		for i, id := range []string{"a", "b", "c"} {
			r := o.responses()[i]
			assert.Equal(t, id, r.ID, "results stand in call order")
			assert.Equal(t, id == "b", r.IsError)
		}
		w.stored()
	})
}

func TestScenarioCallsInATurnThatWasBlocked(t *testing.T) {
	for reason, code := range map[agent.FinishReason]agent.EventCode{
		agent.FinishSafety:        agent.CodeSafety,
		agent.FinishRecitation:    agent.CodeRecitation,
		agent.FinishPromptBlocked: agent.CodePromptBlocked,
	} {
		t.Run(string(reason), func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.Return(report{}))
			w := newWorld(t, agenttest.NewModel(agenttest.Stop(reason, "hm", call("a", "t", `{}`))), []agent.Tool{tool})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Zero(t, tool.Count())
			assert.Equal(t, code, o.last().ErrorCode)
			assert.True(t, o.last().TurnComplete)
			assert.Len(t, o.responses(), 1)
			w.stored()
		})
	}
}

func TestScenarioEmptyModelResponse(t *testing.T) {
	for name, turn := range map[string]agenttest.Turn{
		"no parts":    agenttest.Empty(),
		"white space": agenttest.Say(" \n"),
		"thoughts":    agenttest.Think("hm"),
		"nil content": func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
			yield(&agent.ModelResponse{FinishReason: agent.FinishStop}, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel(turn, agenttest.Say("again")), nil)
			o := w.say("go")
			require.NoError(t, o.err)
			require.Len(t, o.events, 1)
			assert.Equal(t, agent.CodeEmptyResponse, o.last().ErrorCode)
			w.stored()
			assert.Equal(t, "again", w.say("still there?").text())
			w.stored()
		})
	}
}

func TestScenarioConsumerBreaksOutMidTurn(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(report{}))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("a", "t", `{}`), call("b", "t", `{}`)), agenttest.Say("ok")), []agent.Tool{tool})
	for e, err := range w.runner.Run(t.Context(), session, agent.Say("go")) {
		require.NoError(t, err)
		require.Len(t, e.FunctionCalls(), 2)
		break
	}
	assert.Zero(t, tool.Count())
	events := w.stored()
	require.NotEmpty(t, events)
	for _, r := range events[len(events)-1].FunctionResponses() {
		assert.Equal(t, agent.OutcomeInterrupted, r.Outcome)
	}
	assert.False(t, w.runner.Active(session))
	o := w.say("go on")
	require.NoError(t, o.err)
	assert.Equal(t, "ok", o.text())
	w.stored()
}
