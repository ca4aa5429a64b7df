package agent_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// sameCalls returns n equivalent calls.
func sameCalls(n int) []agent.FunctionCall {
	all := make([]agent.FunctionCall, n)
	for i := range all {
		all[i] = call(fmt.Sprint("c", i), "t", []string{`{"a":1,"b":2}`, `{ "b":2, "a":1 }`}[i%2])
	}
	return all
}

// codes returns the outcomes and codes of the results, "" for a success.
func codes(t *testing.T, o outcome) []string {
	t.Helper()
	var all []string
	for _, r := range o.responses() {
		code, _ := fields(t, r)["error_code"].(string)
		all = append(all, code)
	}
	return all
}

func TestTheSameFailingCallManyTimesInOneTurn(t *testing.T) {
	tests := map[string]struct {
		calls int
		opts  []agent.ToolOption
		mode  agent.Parallel
		err   error
		runs  int
		codes []string
		ended agent.EventCode // "" if the run continues
	}{
		"in order":          {calls: 4, err: errors.New("no"), runs: 2, codes: []string{"internal_error", "internal_error", "repeated_call", "repeated_call"}},
		"at once":           {calls: 4, opts: []agent.ToolOption{agent.ReadOnly()}, err: errors.New("no"), runs: 2, codes: []string{"internal_error", "internal_error", "repeated_call", "repeated_call"}},
		"sixteen":           {calls: 16, opts: []agent.ToolOption{agent.Sequential()}, err: errors.New("no"), runs: 2, ended: agent.CodeToolLoop},
		"widened":           {calls: 16, mode: agent.ParallelAll, err: errors.New("no"), runs: 2, ended: agent.CodeToolLoop},
		"the call succeeds": {calls: 4, opts: []agent.ToolOption{agent.ReadOnly()}, runs: 4, codes: []string{"", "", "", ""}},
		"the fifth":         {calls: 5, err: errors.New("no"), runs: 2, ended: agent.CodeToolLoop},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.ReturnError(tt.err), tt.opts...)
			w := newWorld(t, agenttest.NewModel(agenttest.Calls(sameCalls(tt.calls)...), agenttest.Say("ok")), []agent.Tool{tool},
				func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Parallel = tt.mode })
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, tt.runs, tool.Count())
			assert.Equal(t, tt.ended, o.last().ErrorCode)
			if tt.codes != nil {
				assert.Equal(t, tt.codes, codes(t, o))
				assert.Equal(t, "ok", o.text())
			}
			if tt.ended != "" {
				for _, r := range o.responses() {
					assert.Empty(t, invitations(fields(t, r)), "the run is over")
				}
			}
			for _, r := range o.responses()[2:] {
				if tt.err != nil {
					assert.Equal(t, agent.OutcomeSkipped, r.Outcome)
					assert.Equal(t, "The tool failed and cannot complete this call.", fields(t, r)["earlier_result"].(map[string]any)["error"])
				}
			}
			w.stored()
		})
	}
}

func TestConcurrentCallsCountEarlierTurns(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.ReturnError(errors.New("no")), agent.ReadOnly())
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(sameCalls(1)...), agenttest.Calls(sameCalls(3)...), agenttest.Say("ok")), []agent.Tool{tool})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, 2, tool.Count())
	assert.Equal(t, []string{"internal_error", "internal_error", "repeated_call", "repeated_call"}, codes(t, o))
	w.stored()
}

func TestAToolThatFailsTooOftenInOneTurnIsNotRunAgain(t *testing.T) {
	var calls []agent.FunctionCall
	for i := range 8 {
		calls = append(calls, call("", "t", fmt.Sprintf(`{"n":%d}`, i)))
	}
	tool := agenttest.NewTool("t", agenttest.ReturnError(errors.New("no")))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(calls...), agenttest.Say("ok")), []agent.Tool{tool})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, 5, tool.Count())
	assert.Equal(t, "budget_exhausted", codes(t, o)[5])
	w.stored()
}

func TestBadArgumentsDoNotMakeAToolUnavailable(t *testing.T) {
	ran := 0
	model := agenttest.NewModel()
	for i := range 6 {
		model.Then(agenttest.Call("get_weather", fmt.Sprintf(`{"town":%d}`, i)))
	}
	model.Then(agenttest.Call("get_weather", `{"city":"Oslo"}`), agenttest.Say("ok"))
	w := newWorld(t, model, []agent.Tool{weather(&ran)})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, 1, ran, "calls with invalid arguments do not count as failures of the tool")
	for _, r := range o.responses()[:6] {
		f := fields(t, r)
		assert.Equal(t, "invalid_input", f["error_code"])
		assert.Equal(t, "Correct them and call again.", f["hint"])
	}
	assert.Equal(t, agent.OutcomeOK, o.responses()[6].Outcome)
}

func TestTheEarlierResultOfARepeatIsTheLastOne(t *testing.T) {
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(5e9))
	tool := agenttest.NewTool("t", agenttest.ReturnError(limited))
	w := newWorld(t, agenttest.NewModel(
		agenttest.Call("t", `{}`), agenttest.Call("t", `{}`), agenttest.Call("t", `{}`), agenttest.Say("ok")), []agent.Tool{tool},
		limits(agent.Limits{ToolRetries: -1}))
	o := w.say("go")
	require.NoError(t, o.err)
	first := fields(t, o.responses()[0])
	assert.Equal(t, true, first["can_retry"], "the failure suggests a retry")
	assert.Contains(t, first["error"], "Retry after 5 seconds")
	refused := fields(t, o.responses()[2])
	assert.Equal(t, "repeated_call", refused["error_code"])
	earlier := refused["earlier_result"].(map[string]any)
	last := fields(t, o.responses()[1])
	assert.Contains(t, last["hint"], "will not be executed again")
	delete(last, "hint")
	assert.Equal(t, last, earlier, "the earlier result has no hint, the hint is given once")
	assert.Equal(t, false, earlier["can_retry"])
	assert.NotContains(t, earlier, "retry_after_ms")
	assert.NotContains(t, earlier["error"], "Retry")
}

func TestAnAbortKeepsTheCallsThatWaitForItFromRunning(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.ReturnError(toolerr.Abort(errors.New(canary))), agent.ReadOnly())
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(sameCalls(4)...)), []agent.Tool{tool})
	o := w.say("go")
	require.ErrorIs(t, o.err, agent.ErrToolAborted)
	assert.Equal(t, 2, tool.Count())
	assert.Equal(t, []string{"internal_error", "internal_error", "canceled", "canceled"}, codes(t, o))
	w.stored()
}

func TestACallThatTheEndOfTheRunKeepsFromRunningHasNoEffect(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tool := agenttest.NewTool("t", func(ctx context.Context) (any, error) { cancel(); return nil, ctx.Err() })
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("a", "t", `{}`), call("b", "t", `{"n":1}`))), []agent.Tool{tool})
	o := w.run(ctx, agent.Say("go"))
	require.NoError(t, o.err)
	assert.Equal(t, 1, tool.Count())
	f := fields(t, o.responses()[1])
	assert.Equal(t, "The run ended before the call was executed.", f["error"])
	assert.NotContains(t, f, "effect")
	w.stored()
}
