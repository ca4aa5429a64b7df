package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// TestProperty2NothingCrashesTheRun makes all foreign code fail, panic, and call
// runtime.Goexit.
func TestProperty2NothingCrashesTheRun(t *testing.T) {
	crashes := map[string]func() error{
		"error":        func() error { return loud{secret} },
		"panic":        func() error { panic(secret) },
		"panic error":  func() error { panic(loud{secret}) },
		"nil pointer":  func() error { var p *report; return errors.New(p.Text) },
		"Goexit":       func() error { runtime.Goexit(); return nil },
		"panic Goexit": func() error { defer runtime.Goexit(); panic(secret) },
	}
	for where, p := range callouts() {
		for how, crash := range crashes {
			t.Run(where+"/"+how, func(t *testing.T) {
				sibling := agenttest.NewTool("sibling", agenttest.Return(report{"kept"}))
				model := agenttest.NewModel(agenttest.Calls(call("a", "t", `{}`), call("b", "sibling", `{}`)), agenttest.Say("done"))
				w, o := trying(t, model, []agent.Tool{agenttest.NewTool("t", agenttest.Return(report{"ok"})), sibling},
					func(cfg *agent.Config, rc *agent.RunnerConfig) {
						p.set(func(context.Context) error { return crash() }, cfg, rc)
					})
				agenttest.AssertNoCanary(t, canary, o.err)
				for _, e := range w.stored() {
					agenttest.AssertNoCanary(t, canary, e)
				}
				if p.hard != "" {
					require.ErrorIs(t, o.err, p.hard)
					return
				}
				require.NoError(t, o.err)
				assert.Equal(t, "done", o.text())
				require.Len(t, o.responses(), 2)
				assert.Equal(t, "kept", fields(t, o.responses()[1])["text"], "siblings keep their results")
				first := fields(t, o.responses()[0])
				assert.Equal(t, p.tool, o.responses()[0].IsError)
				if p.tool {
					assert.Equal(t, "internal_error", first["error_code"])
					if where == "BeforeTool" {
						assert.Equal(t, toolerr.EffectNone, o.responses()[0].Failure().Effect(), "the tool has not run")
					}
				} else {
					assert.Equal(t, "ok", first["text"])
				}
			})
		}
	}
}

func TestProperty2TheStackIsForTheDeveloper(t *testing.T) {
	var b strings.Builder
	tool := agenttest.NewTool("t", agenttest.Panic("boom"))
	_, o := calling(t, `{}`, tool,
		func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Logger = slog.New(slog.NewTextHandler(&b, nil)) })
	assert.Contains(t, b.String(), "boom")
	assert.Contains(t, b.String(), "goroutine")
	assert.Contains(t, b.String(), "agent=helper tool=t call="+o.responses()[0].ID+" ")
	assert.NotContains(t, string(o.responses()[0].Response), "goroutine")
	assert.NotNil(t, o.responses()[0].Failure())
}

func TestProperty3CancelReturnsWithin100ms(t *testing.T) {
	for where, p := range callouts() {
		if where != "tool" && where != "Confirmer" && where != "Model" {
			continue
		}
		bubble(t, where, func(t *testing.T) {
			release := newRelease(t)
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`)), []agent.Tool{agenttest.NewTool("t", agenttest.Return(1))},
				func(cfg *agent.Config, rc *agent.RunnerConfig) {
					p.set(func(context.Context) error { <-release; return nil }, cfg, rc)
				})
			ctx, cancel := context.WithCancel(t.Context())
			var canceled time.Time
			time.AfterFunc(3*time.Second, func() { canceled = time.Now(); cancel() })
			o := w.run(ctx, agent.Say("go"))
			require.NoError(t, o.err)
			assert.Equal(t, agent.CodeCanceled, o.last().ErrorCode)
			assert.LessOrEqual(t, time.Since(canceled), 100*time.Millisecond)
			assert.Equal(t, 1, o.diagnosed(agent.DiagAbandoned))
			w.stored()
		})
	}
}

func TestProperty3AToolIsRefusedWhileTwoInstancesAreStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		tool := agenttest.NewTool("t", agenttest.Hang(release), agent.Timeout(time.Second))
		w := newWorld(t, agenttest.NewModel(
			agenttest.Call("t", `{"n":1}`), agenttest.Call("t", `{"n":2}`), agenttest.Call("t", `{"n":3}`), agenttest.Say("done"),
			agenttest.Call("t", `{"n":4}`), agenttest.Say("done")), []agent.Tool{tool})
		start := time.Now()
		o := w.mustSay("go")
		assert.LessOrEqual(t, time.Since(start), 2100*time.Millisecond, "two timeouts")
		require.Len(t, o.responses(), 3)
		assert.Equal(t, "timeout", fields(t, o.responses()[1])["error_code"])
		assert.Equal(t, "unknown", fields(t, o.responses()[1])["effect"])
		assert.Equal(t, false, fields(t, o.responses()[1])["can_retry"], "the next call would be refused")
		assert.Equal(t, "conflict", fields(t, o.responses()[2])["error_code"])
		assert.Equal(t, agent.OutcomeSkipped, o.responses()[2].Outcome)
		assert.Equal(t, 2, tool.Count())
		assert.Equal(t, 2, w.runner.Stuck("t"))
		assert.Equal(t, 2, o.diagnosed(agent.DiagAbandoned))

		before := len(w.stored())
		close(release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("t"))
		assert.Len(t, w.stored(), before, "late results stay out of history")
		o = w.say("again")
		assert.Equal(t, agent.OutcomeOK, o.responses()[0].Outcome)
	})
}

func TestProperty4EveryResultOfAToolBecomesAPayload(t *testing.T) {
	tests := map[string]struct {
		does agenttest.Behavior
		code string // "" for success
	}{
		"NaN":                 {agenttest.Return(math.NaN()), "internal_error"},
		"channel":             {agenttest.Return(make(chan int)), "internal_error"},
		"cycle":               {agenttest.Cycle(), "internal_error"},
		"panicking JSON":      {agenttest.Return(panicky{}), "internal_error"},
		"Goexit in JSON":      {agenttest.Return(exiting{}), "internal_error"},
		"invalid UTF-8":       {agenttest.Return(report{"a\xff\xfeb"}), ""},
		"8 MB":                {agenttest.Huge(8 << 20), ""},
		"1 MB of escapes":     {agenttest.Return(strings.Repeat("\x00", 1<<20)), ""},
		"a list of 1 MB":      {agenttest.Return(strings.Split(strings.Repeat("é,", 300_000), ",")), ""},
		"a number":            {agenttest.Return(12), ""},
		"nil":                 {agenttest.Return(nil), ""},
		"keys of the payload": {agenttest.Return(map[string]any{"success": false, "error": "x", "Kind": "y"}), ""},
		"a huge failure":      {func(context.Context) (any, error) { return report{strings.Repeat("x", 1<<20)}, errors.New("no") }, "internal_error"},
		"20,000 problems":     {agenttest.ReturnError(toolerr.InvalidInput(toolerr.Message{}, make([]toolerr.Problem, 20_000))), "invalid_input"},
		"a partial result":    {func(context.Context) (any, error) { return report{"half"}, toolerr.Upstream(503, toolerr.Message{}) }, "external_service_error"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, o := calling(t, `{}`, agenttest.NewTool("t", tt.does))
			require.Len(t, o.responses(), 1)
			r := o.responses()[0]
			assert.LessOrEqual(t, len(r.Response), 64<<10)
			assert.True(t, utf8.Valid(r.Response))
			f := fields(t, r)
			if tt.code == "" {
				assert.Equal(t, true, f["success"])
			} else {
				assert.Equal(t, tt.code, f["error_code"])
			}
			switch name {
			case "8 MB", "1 MB of escapes", "a list of 1 MB", "a huge failure":
				assert.Equal(t, true, f["truncated"])
				assert.Greater(t, f["total_bytes"], float64(500_000))
				assert.NotEmpty(t, f["data"])
			case "a partial result":
				assert.Equal(t, "half", f["text"])
			}
			w.stored()
		})
	}
}

type panicky struct{}

func (panicky) MarshalJSON() ([]byte, error) { panic(secret) }

type exiting struct{}

func (exiting) MarshalJSON() ([]byte, error) { runtime.Goexit(); return nil, nil }

func TestProperty5ABrokenHistoryIsRepairedOnce(t *testing.T) {
	broken := func() []*agent.Event {
		fc := func(id, name string) agent.Part {
			return agent.Part{FunctionCall: &agent.FunctionCall{ID: id, Name: name}}
		}
		fr := func(id string) agent.Part {
			return agent.Part{FunctionResponse: &agent.FunctionResponse{ID: id, Name: "t", Response: json.RawMessage(`{"success":true,"error":null}`), Outcome: agent.OutcomeOK}}
		}
		return []*agent.Event{
			said("0", agent.RoleModel, agent.Part{Text: "I begin"}),
			said("1", agent.RoleUser, agent.Part{Text: "hi"}),
			said("2", agent.RoleModel, fc("a", "t"), fc("b", "bad name")),
			said("3", agent.RoleUser, fr("b"), fr("orphan")),
			said("4", agent.RoleUser, agent.Part{Text: "and?"}),
			said("5", agent.RoleModel, agent.Part{Text: "half", Thought: true}, fc("a", "t"), fc("", "t"), fc("x y", "t")),
			said("6", agent.RoleUser, fr("a"), fr("a"), fr("x y")),
			said("7", agent.RoleModel, agent.Part{Text: "   "}),
			said("8", agent.RoleModel, agent.Part{Text: "bad \xff text"}),
		}
	}
	contents := agent.History(broken())
	assert.Empty(t, agenttest.RequestProblems(contents))

	second := broken()[6]
	second.Content.Parts[1].FunctionResponse.Response = json.RawMessage(`{"success":true,"error":null,"late":1}`)
	events := append(broken()[:6:6], second)
	for _, c := range agent.History(events) {
		for _, p := range c.Parts {
			if p.FunctionResponse != nil {
				assert.NotContains(t, string(p.FunctionResponse.Response), "late", "a result is final")
			}
		}
	}

	w := newWorld(t, agenttest.NewModel(agenttest.Say("fine"), agenttest.Say("fine")), nil)
	seed(t, w.store, session, broken())
	o := w.mustSay("go")
	assert.Equal(t, 1, o.diagnosed(agent.DiagRepairedHistory))
	req := w.model.Requests()[0]
	assert.Empty(t, agenttest.RequestProblems(req.Contents))
	o = w.mustSay("again")
	assert.Zero(t, o.diagnosed(agent.DiagRepairedHistory), "repaired once")
}

func TestProperty6OnlyWellFormedCallsAreExecuted(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 80) + `1` + strings.Repeat(`}`, 80)
	for name, args := range map[string]string{
		"truncated": `{"city":"Oslo`, "not JSON": `city=Oslo`, "two values": `{"city":"a"}{"city":"b"}`, "a list": `["Oslo"]`,
		"a text": `"{\"city\":\"Oslo\"}"`, "twice": `{"city":"a","city":"b"}`, "case variant": `{"city":"a","City":"b"}`,
		"too deep": deep, "too large": `{"city":"` + strings.Repeat("x", 2<<20) + `"}`, "unknown": `{"city":"a","x":1}`,
		"missing": `{}`, "wrong type": `{"city":1}`, "too big a number": `{"city":"a","days":99999999999999999999}`,
		"a long unknown name": `{"` + strings.Repeat("k", 900<<10) + `":1}`, "NaN": `{"city":"a","days":NaN}`, "comment": `{"city":"a"/**/}`, "trailing comma": `{"city":"a",}`,
	} {
		t.Run(name, func(t *testing.T) {
			ran := 0
			w, o := calling(t, args, weather(&ran))
			assert.Zero(t, ran)
			f := fields(t, o.responses()[0])
			assert.Equal(t, false, f["success"])
			code := "invalid_input"
			if name == "truncated" || name == "too large" {
				code = "truncated_call"
			}
			assert.Equal(t, code, f["error_code"])
			assert.Less(t, len(o.responses()[0].Response), 70<<10)
			w.stored()
		})
	}
}

func TestProperty7EveryCallRunsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		once := agenttest.NewTool("once", agenttest.ReturnError(toolerr.Upstream(503, toolerr.Message{})))
		again := agenttest.NewTool("again", agenttest.Sequence(
			agenttest.ReturnError(toolerr.Upstream(503, toolerr.Message{})), agenttest.Return(1)), agent.Idempotent())
		w, o := went(t, agenttest.NewModel(
			agenttest.Status(500), agenttest.Calls(call("a", "once", `{}`), call("b", "again", `{}`)),
			agenttest.Status(429), agenttest.Status(503), agenttest.Say("ok")), []agent.Tool{once, again})
		assert.Equal(t, map[string]int{"a": 1}, once.Runs())
		assert.Equal(t, map[string]int{"b": 2}, again.Runs())
		assert.Zero(t, o.responses()[0].Attempts)
		assert.Equal(t, 2, o.responses()[1].Attempts, "the stored outcome reports that the loop retried the call")
		w.stored()
	})
}

// inviting matches the words with which a payload suggests another call.
var inviting = regexp.MustCompile(`(?i)\b(retry|again|later|try|correct|change|send|wait)\b`)

// invitations returns the words of a payload that suggest another call: its own, and those
// of the earlier result in it.
func invitations(f map[string]any) (words []string) {
	for _, key := range []string{"error", "hint"} {
		if text, ok := f[key].(string); ok {
			words = append(words, inviting.FindAllString(text, -1)...)
		}
	}
	if f["can_retry"] == true {
		words = append(words, "can_retry")
	}
	if _, ok := f["retry_after_ms"]; ok {
		words = append(words, "retry_after_ms")
	}
	if earlier, ok := f["earlier_result"].(map[string]any); ok {
		words = append(words, invitations(earlier)...)
	}
	return words
}

func TestProperty11APayloadNeverSuggestsARetryThatWouldBeRefused(t *testing.T) {
	failures := map[string]error{
		"an error that the model can fix": toolerr.Retryable(toolerr.Msg("No luck."), toolerr.Msg("Wait a little, then call again.")),
		"a bare kind":                     toolerr.KindToolRetry,
		"a rate limit":                    toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(5*time.Minute)),
		"a rate limit with a message":     toolerr.RateLimit(toolerr.Msg("It is busy."), toolerr.WithRetryAfter(5*time.Minute)),
		"a rate limit without a wait":     toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(0)),
		"a failure":                       toolerr.Upstream(503, toolerr.Message{}),
		"a timeout":                       context.DeadlineExceeded,
		"permanent":                       errors.New("no"),
	}
	one := func(args string) agenttest.Turn { return agenttest.Call("t", args) }
	tests := map[string]struct {
		turns  []agenttest.Turn
		limits agent.Limits
		max    int
		waits  bool // only failures with a wait
		want   bool // the last result suggests a retry
	}{
		"room left":                             {turns: []agenttest.Turn{one(`{}`)}, want: true},
		"a wait beyond the run":                 {turns: []agenttest.Turn{one(`{}`)}, limits: agent.Limits{WallClock: 4 * time.Minute}, waits: true},
		"no tool calls left":                    {turns: []agenttest.Turn{one(`{}`)}, limits: agent.Limits{ToolCalls: 1}},
		"no iterations left":                    {turns: []agenttest.Turn{one(`{}`)}, max: 1},
		"no model calls left":                   {turns: []agenttest.Turn{one(`{}`)}, limits: agent.Limits{ModelCalls: 1}},
		"a repeated call at the last iteration": {turns: []agenttest.Turn{one(`{}`), one(`{}`)}, max: 2},
		"a refused call at the last iteration":  {turns: []agenttest.Turn{one(`{}`), one(`{}`), one(`{}`)}, max: 3},
		"the last call of a turn": {
			turns: []agenttest.Turn{agenttest.Calls(call("a", "t", `{}`), call("b", "t", `{"n":1}`), call("c", "t", `{"n":2}`))}, limits: agent.Limits{ToolCalls: 2},
		},
	}
	for name, tt := range tests {
		for what, failure := range failures {
			if what == "permanent" && tt.want {
				continue
			}
			if te, ok := toolerr.Find(failure); tt.waits && (!ok || te.Kind() != toolerr.KindUpstreamRateLimit || what == "a rate limit without a wait") {
				continue
			}
			t.Run(name+"/"+what, func(t *testing.T) {
				tt.limits.ToolRetries = -1
				_, o := trying(t, agenttest.NewModel(append(slices.Clip(tt.turns), agenttest.Say("ok"))...),
					[]agent.Tool{agenttest.NewTool("t", agenttest.ReturnError(failure))},
					func(cfg *agent.Config, rc *agent.RunnerConfig) { cfg.MaxIterations, rc.Limits = tt.max, tt.limits })
				turns := o.events[len(o.events)-2]
				if o.err != nil { // no model calls are left
					require.ErrorIs(t, o.err, agent.ErrMaxModelCalls)
					turns = o.last()
				}
				require.NotEmpty(t, turns.FunctionResponses())
				for _, r := range turns.FunctionResponses() {
					if tt.want {
						assert.NotEmpty(t, invitations(fields(t, r)))
					} else {
						assert.Empty(t, invitations(fields(t, r)), string(r.Response))
					}
				}
			})
		}
	}
}

func TestProperty11ErrorsOfTheLoopSuggestNoSuchRetryEither(t *testing.T) {
	ok := agenttest.NewTool("get_weather", agenttest.Return(1), agent.Schema(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}}}`)))
	calls := map[string]agent.FunctionCall{
		"bad arguments": call("a", "get_weather", `{"n":"x"}`),
		"not JSON":      call("a", "get_weather", `[]`),
		"cut off":       call("a", "get_weather", `{"n":`),
		"too large":     call("a", "get_weather", `{"x":"`+strings.Repeat("x", 2<<20)+`"}`),
		"too deep":      call("a", "get_weather", strings.Repeat(`{"a":`, 100)+"1"+strings.Repeat("}", 100)),
		"no such tool":  call("a", "zzz", `{}`),
	}
	for name, c := range calls {
		for _, max := range []int{1, 2} {
			t.Run(fmt.Sprint(name, max), func(t *testing.T) {
				_, o := went(t, agenttest.NewModel(agenttest.Calls(c), agenttest.Say("ok")), []agent.Tool{ok},
					func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.MaxIterations = max })
				f := fields(t, o.responses()[0])
				assert.Equal(t, false, f["success"])
				if max == 1 {
					assert.Empty(t, invitations(f), string(o.responses()[0].Response))
				} else {
					assert.NotContains(t, fmt.Sprint(f["hint"]), "no room")
				}
			})
		}
	}
	t.Run("a call beyond the limit of a turn", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("a", "get_weather", `{}`), call("b", "get_weather", `{"n":1}`))), []agent.Tool{ok},
			limits(agent.Limits{ToolCallsPerTurn: 1}), func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.MaxIterations = 1 })
		f := fields(t, w.say("go").responses()[1])
		assert.Equal(t, "budget_exhausted", f["error_code"])
		assert.Empty(t, invitations(f))
	})
	t.Run("a turn with a call beyond the budget", func(t *testing.T) {
		busy := agenttest.NewTool("busy", agenttest.ReturnError(toolerr.Retryable(toolerr.Msg("No luck."), toolerr.Msg("Use another."))))
		_, o := trying(t, agenttest.NewModel(agenttest.Calls(call("a", "pay", `{}`), call("b", "busy", `{}`), call("c", "busy", `{"n":1}`))),
			[]agent.Tool{confirmed(agenttest.Return(1)), busy}, limits(agent.Limits{ToolCalls: 2}))
		assert.Equal(t, agent.CodeToolBudget, o.last().ErrorCode)
		assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome, "a pending call does not use up the budget")
		assert.Equal(t, "internal_error", fields(t, o.responses()[1])["error_code"])
		assert.Empty(t, invitations(fields(t, o.responses()[1])))
	})
	t.Run("a call of a tool that became unavailable", func(t *testing.T) {
		bad := agenttest.NewTool("bad", agenttest.ReturnError(errors.New("no")), agent.Schema(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}}}`)))
		var calls []agent.FunctionCall
		for i := range 5 {
			calls = append(calls, call("", "bad", fmt.Sprintf(`{"n":%d}`, i)))
		}
		w := newWorld(t, agenttest.NewModel(agenttest.Calls(append(calls, call("x", "bad", `{"n":"x"}`))...), agenttest.Say("ok")), []agent.Tool{bad})
		for _, r := range w.say("go").responses() {
			assert.Empty(t, invitations(fields(t, r)))
			assert.Contains(t, fields(t, r)["hint"], "unavailable")
		}
	})
}
