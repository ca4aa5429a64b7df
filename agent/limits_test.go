package agent_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

func limits(l agent.Limits) func(*agent.Config, *agent.RunnerConfig) {
	return func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Limits = l }
}

func TestTheSameCallFailingTheSameWay(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.ReturnError(errors.New("no")))
	w, o := went(t, agenttest.NewModel().Forever(agenttest.Call("t", `{"a":1,"b":2}`)), []agent.Tool{tool})
	assert.Equal(t, agent.CodeToolLoop, o.last().ErrorCode)
	assert.Equal(t, 2, tool.Count(), "the third is not executed")
	require.Len(t, o.responses(), 5, "the fifth ends the run")
	assert.NotContains(t, fields(t, o.responses()[0])["hint"], "executed again")
	assert.Contains(t, fields(t, o.responses()[1])["hint"], "will not be executed again")
	for i := 2; i < 5; i++ {
		f := fields(t, o.responses()[i])
		assert.Equal(t, "repeated_call", f["error_code"])
		assert.Equal(t, "The tool failed and cannot complete this call.", f["earlier_result"].(map[string]any)["error"])
	}
	w.stored()
}

func TestFiveFailuresMakeAToolUnavailable(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.ReturnError(errors.New("no")))
	model := agenttest.NewModel()
	for i := range 6 {
		model.Then(agenttest.Call("t", fmt.Sprintf(`{"n":%d}`, i)))
	}
	w, o := went(t, model.Then(agenttest.Say("ok")), []agent.Tool{tool, agenttest.NewTool("u", agenttest.Return(1))})
	assert.Equal(t, 5, tool.Count())
	assert.Contains(t, fields(t, o.responses()[4])["hint"], "unavailable for the rest of this run")
	assert.Equal(t, agent.OutcomeSkipped, o.responses()[5].Outcome)
	requests := w.model.Requests()
	assert.Len(t, requests[4].Tools, 2)
	assert.Len(t, requests[5].Tools, 1, "the tool is no longer declared")
	w.stored()
}

func TestToolCallsOfATurnAndOfARun(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(1))
	turn := func() agenttest.Turn {
		return agenttest.Calls(call("", "t", `{}`), call("", "t", `{}`), call("", "t", `{}`))
	}
	w, o := went(t, agenttest.NewModel(turn(), turn(), turn(), agenttest.Say("never")), []agent.Tool{tool},
		limits(agent.Limits{ToolCallsPerTurn: 2, ToolCalls: 3}))
	assert.Equal(t, 3, tool.Count())
	assert.Equal(t, agent.CodeToolBudget, o.last().ErrorCode)
	var codes []any
	for _, r := range o.responses() {
		codes = append(codes, fields(t, r)["error_code"])
	}
	assert.Equal(t, []any{nil, nil, "budget_exhausted", nil, "budget_exhausted", "budget_exhausted"}, codes)
	w.stored()
}

func TestWallClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := agenttest.NewTool("t", agenttest.Slow(time.Hour), agent.Timeout(-1))
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`)), []agent.Tool{tool})
		start := time.Now()
		o := w.mustSay("go")
		assert.Equal(t, 10*time.Minute, time.Since(start))
		assert.Equal(t, agent.CodeWallClock, o.last().ErrorCode)
		assert.Equal(t, agent.OutcomeInterrupted, o.responses()[0].Outcome)
		w.stored()
	})
}

func TestParallelism(t *testing.T) {
	four := func() agenttest.Turn {
		return agenttest.Calls(call("1", "t", `{"n":1}`), call("2", "t", `{"n":2}`), call("3", "t", `{"n":3}`), call("4", "t", `{"n":4}`))
	}
	tests := map[string]struct {
		opts []agent.ToolOption
		mode agent.Parallel
		max  int
		want time.Duration
	}{
		"read-only":             {opts: []agent.ToolOption{agent.ReadOnly()}, want: time.Second},
		"read-only, two slots":  {opts: []agent.ToolOption{agent.ReadOnly()}, max: 2, want: 2 * time.Second},
		"not read-only":         {want: 4 * time.Second},
		"widened":               {mode: agent.ParallelAll, want: time.Second},
		"widened, but in order": {mode: agent.ParallelAll, opts: []agent.ToolOption{agent.Sequential()}, want: 4 * time.Second},
		"one slot":              {max: 1, opts: []agent.ToolOption{agent.ReadOnly()}, want: 4 * time.Second},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel(four(), agenttest.Say("ok")),
				[]agent.Tool{agenttest.NewTool("t", agenttest.Slow(time.Second), tt.opts...)},
				limits(agent.Limits{Parallel: tt.max}),
				func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Parallel = tt.mode })
			start := time.Now()
			o := w.mustSay("go")
			assert.Equal(t, tt.want, time.Since(start))
			assert.Len(t, o.responses(), 4)
		})
	}
}

func TestAbortStoresResultsForEveryCall(t *testing.T) {
	bad := agenttest.NewTool("bad", agenttest.ReturnError(toolerr.Abort(errors.New(secret))))
	good := agenttest.NewTool("good", agenttest.Return(1))
	w, o := trying(t, agenttest.NewModel(agenttest.Calls(call("a", "good", `{}`), call("b", "bad", `{}`), call("c", "good", `{}`))),
		[]agent.Tool{bad, good})
	require.ErrorIs(t, o.err, agent.ErrToolAborted)
	agenttest.AssertNoCanary(t, canary, o.err)
	require.Len(t, o.responses(), 3)
	assert.Equal(t, []agent.Outcome{agent.OutcomeOK, agent.OutcomeFailed, agent.OutcomeSkipped},
		[]agent.Outcome{o.responses()[0].Outcome, o.responses()[1].Outcome, o.responses()[2].Outcome})
	assert.Equal(t, 1, good.Count())
	w.stored()
}

func TestToolRetries(t *testing.T) {
	busy := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(5*time.Second))
	down := toolerr.Upstream(503, toolerr.Message{})
	unreachable := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	tests := map[string]struct {
		err   error
		opts  []agent.ToolOption
		runs  int
		least time.Duration
	}{
		"a rate limit that ends":                             {err: busy, opts: []agent.ToolOption{agent.Idempotent()}, runs: 3, least: 10 * time.Second},
		"a refused connection":                               {err: unreachable, opts: []agent.ToolOption{agent.Idempotent()}, runs: 3, least: 3 * time.Second},
		"a rate limit after unknown side effects":            {err: busy, runs: 1},
		"a refused connection after unknown side effects":    {err: unreachable, runs: 1},
		"a rate limit after a request that was not recorded": {err: busy, opts: []agent.ToolOption{agent.HTTPOnly()}, runs: 1},
		"a failure with an unknown effect":                   {err: down, runs: 1},
		"a failure with an unknown effect, idempotent tool":  {err: down, opts: []agent.ToolOption{agent.Idempotent()}, runs: 3},
		"a failure with an unknown effect, read-only tool":   {err: down, opts: []agent.ToolOption{agent.ReadOnly()}, runs: 3},
		"a wait too long for the run":                        {err: busy.With(toolerr.WithRetryAfter(time.Hour)), runs: 1},
		"an error that the model can fix":                    {err: toolerr.Retryable(toolerr.Msg("x"), toolerr.Msg("y")), opts: []agent.ToolOption{agent.Idempotent()}, runs: 1},
		"an abort":                                           {err: toolerr.Abort(busy), runs: 1},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.ReturnError(tt.err), tt.opts...)
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")), []agent.Tool{tool})
			start := time.Now()
			o := w.say("go")
			assert.Equal(t, tt.runs, tool.Count())
			assert.GreaterOrEqual(t, time.Since(start), tt.least)
			assert.Equal(t, tt.runs-1, o.diagnosed(agent.DiagToolRetry))
		})
	}
}

// TestRetryDiagnosticsHaveTheWait: the sentence has the time after which the retry ran.
func TestRetryDiagnosticsHaveTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := toolerr.Upstream(503, toolerr.Message{})
		tool := agenttest.NewTool("t", agenttest.Sequence(agenttest.ReturnError(down), agenttest.ReturnError(down), agenttest.Return(1)), agent.ReadOnly())
		model := agenttest.NewModel(agenttest.Status(503), agenttest.Call("t", `{}`), agenttest.Say("ok"))
		o := newWorld(t, model, []agent.Tool{tool}).say("go")
		assert.Equal(t, []string{
			"The model call failed and is retried after 1 second.",
			"The call failed and is retried after 1 second.",
			"The call failed and is retried after 2 seconds.",
		}, o.diagnoses(agent.DiagToolRetry, agent.DiagModelRetry))
	})
}

func TestModelRetries(t *testing.T) {
	tests := map[string]struct {
		turn  agenttest.Turn
		calls int
		kind  agent.ErrorKind
	}{
		"408":             {agenttest.Status(408), 5, agent.ErrProviderHTTP},
		"409":             {agenttest.Status(409), 5, agent.ErrProviderHTTP},
		"429":             {agenttest.Status(429), 5, agent.ErrRateLimited},
		"500":             {agenttest.Status(500), 5, agent.ErrProviderHTTP},
		"connect":         {agenttest.Fail(toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{})), 5, agent.ErrProviderTransport},
		"400":             {agenttest.Status(400), 1, agent.ErrProviderHTTP},
		"401":             {agenttest.Status(401), 1, agent.ErrProviderAuth},
		"anything":        {agenttest.Fail(errors.New(secret)), 1, agent.ErrProvider},
		"deadline":        {agenttest.Fail(fmt.Errorf("post: %w", context.DeadlineExceeded)), 5, agent.ErrProviderTransport},
		"broken":          {agenttest.Fail(io.ErrUnexpectedEOF), 5, agent.ErrProviderTransport},
		"own kind":        {agenttest.Fail(agent.NewRunError(agent.ErrEgressRefused, toolerr.Message{}, nil)), 1, agent.ErrEgressRefused},
		"undecodable":     {agenttest.Fail(toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{})), 1, agent.ErrProviderDecode},
		"a dry script":    {nil, 1, agent.ErrProvider},
		"after the first": {agenttest.FailAfter(toolerr.Upstream(500, toolerr.Message{}), "he"), 1, agent.ErrProviderHTTP},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel().Forever(tt.turn), nil)
			o := w.say("go", agent.WithStreaming())
			require.ErrorIs(t, o.err, tt.kind)
			assert.Len(t, w.model.Requests(), tt.calls)
			agenttest.AssertNoCanary(t, canary, o.err)
			re, ok := go126.AsType[*agent.RunError](o.err)
			require.True(t, ok)
			assert.Equal(t, re.Detail().Guidance(), re.Guidance)
			if name == "a dry script" {
				require.ErrorIs(t, o.err, agenttest.ErrDry)
			}
			w.stored()
		})
	}
}

func TestTextBeforeACancelIsKept(t *testing.T) {
	turn := func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		c := agent.TextContent(agent.RoleModel, "The answer")
		if yield(&agent.ModelResponse{Content: &c, Partial: true}, nil) {
			agenttest.Silence()(ctx, req, yield)
		}
	}
	bubble(t, "by the context", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(turn), nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		o := w.run(ctx, agent.Say("go"), agent.WithStreaming())
		require.NoError(t, o.err)
		assert.Equal(t, agent.CodeCanceled, o.last().ErrorCode)
		events := w.stored()
		assert.Equal(t, "The answer", events[1].Content.Text())
		assert.Equal(t, agent.CodeInterrupted, events[1].ErrorCode)
	})
	t.Run("by a break", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(turn), nil)
		for e, err := range w.runner.Run(t.Context(), session, agent.Say("go"), agent.WithStreaming()) {
			require.NoError(t, err)
			assert.True(t, e.Partial)
			break
		}
		assert.Equal(t, "The answer", w.stored()[1].Content.Text())
	})
}

func TestOnToolErrorIsNotCalledForAnInterruptedCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`)), []agent.Tool{agenttest.NewTool("t", agenttest.WaitForCancel())},
			func(cfg *agent.Config, _ *agent.RunnerConfig) {
				cfg.Callbacks.OnToolError = append(cfg.Callbacks.OnToolError,
					func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error) { asked++; return 1, nil })
			})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		o := w.run(ctx, agent.Say("go"))
		assert.Equal(t, agent.OutcomeInterrupted, o.responses()[0].Outcome)
		assert.Zero(t, asked)
	})
}

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
	}{
		"in order":          {calls: 4, err: errors.New("no"), runs: 2, codes: []string{"internal_error", "internal_error", "repeated_call", "repeated_call"}},
		"at once":           {calls: 4, opts: []agent.ToolOption{agent.ReadOnly()}, err: errors.New("no"), runs: 2, codes: []string{"internal_error", "internal_error", "repeated_call", "repeated_call"}},
		"widened":           {calls: 16, mode: agent.ParallelAll, err: errors.New("no"), runs: 2},
		"the call succeeds": {calls: 4, opts: []agent.ToolOption{agent.ReadOnly()}, runs: 4, codes: []string{"", "", "", ""}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.ReturnError(tt.err), tt.opts...)
			w, o := went(t, agenttest.NewModel(agenttest.Calls(sameCalls(tt.calls)...), agenttest.Say("ok")), []agent.Tool{tool},
				func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Parallel = tt.mode })
			assert.Equal(t, tt.runs, tool.Count())
			assert.Equal(t, "ok", o.text(), "the model has not read the failures of the turn")
			if tt.codes != nil {
				assert.Equal(t, tt.codes, codes(t, o))
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

func TestBadArgumentsDoNotMakeAToolUnavailable(t *testing.T) {
	ran := 0
	model := agenttest.NewModel()
	for i := range 6 {
		model.Then(agenttest.Call("get_weather", fmt.Sprintf(`{"town":%d}`, i)))
	}
	model.Then(agenttest.Call("get_weather", `{"city":"Oslo"}`), agenttest.Say("ok"))
	_, o := went(t, model, []agent.Tool{weather(&ran)})
	assert.Equal(t, 1, ran, "calls with invalid arguments do not count as failures of the tool")
	for _, r := range o.responses()[:6] {
		f := fields(t, r)
		assert.Equal(t, "invalid_input", f["error_code"])
		assert.Equal(t, "Correct them and call again.", f["hint"])
	}
	assert.Equal(t, agent.OutcomeOK, o.responses()[6].Outcome)
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
