package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

func TestRangingTwice(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Say("ok")), nil)
	h := w.runner.Start(t.Context(), session, agent.Say("go"))
	for _, err := range h.Events() {
		require.NoError(t, err)
	}
	n := 0
	for e, err := range h.Events() {
		n++
		assert.Nil(t, e)
		require.ErrorIs(t, err, agent.ErrAlreadyRun)
	}
	assert.Equal(t, 1, n)
}

func TestTwoRunsOnOneSession(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Say("ok"), agenttest.Say("ok")), nil)
	for _, err := range w.runner.Run(t.Context(), session, agent.Say("go")) {
		require.NoError(t, err)
		assert.True(t, w.runner.Active(session))
		assert.True(t, w.runner.Active(agent.SessionRef{User: "ada", ID: "s1"}), "the runner's app is the default")
		for e, err := range w.runner.Run(t.Context(), session, agent.Say("me too")) {
			assert.Nil(t, e)
			require.ErrorIs(t, err, agent.ErrSessionBusy)
		}
		require.ErrorIs(t, w.runner.Rollback(t.Context(), session, "x"), agent.ErrSessionBusy)
	}
	assert.False(t, w.runner.Active(session))
	require.NoError(t, w.say("now").err)
}

func TestAContextDeadAtTheStart(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := w.run(ctx, agent.Say("go"))
	require.NoError(t, o.err)
	require.Len(t, o.events, 1)
	assert.Equal(t, agent.CodeCanceled, o.last().ErrorCode)
	assert.Empty(t, w.stored())
}

func TestCancelFromOutside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Silence(), agenttest.Say("x")), nil)
		h := w.runner.Start(t.Context(), session, agent.Say("go"))
		time.AfterFunc(time.Second, func() { assert.True(t, w.runner.Cancel(session, h.InvocationID())) })
		var last *agent.Event
		for e, err := range h.Events() {
			require.NoError(t, err)
			last = e
		}
		assert.Equal(t, agent.CodeCanceled, last.ErrorCode)
		assert.False(t, w.runner.Cancel(session, h.InvocationID()))
	})
}

func TestAConsumerThatPanicsLeavesASoundHistory(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`)), []agent.Tool{agenttest.NewTool("t", agenttest.Return(1))})
	assert.Panics(t, func() {
		for range w.runner.Run(t.Context(), session, agent.Say("go")) {
			panic("consumer")
		}
	})
	assert.False(t, w.runner.Active(session))
	assert.NotEmpty(t, w.stored())
}

func TestPreflightFailuresStoreNothing(t *testing.T) {
	tests := map[string]struct {
		in     agent.Input
		change func(*agent.Config, *agent.RunnerConfig)
		kind   agent.ErrorKind
	}{
		"no session":     {in: agent.Say("go"), kind: agent.ErrSessionNotFound, change: func(_ *agent.Config, rc *agent.RunnerConfig) { rc.CreateSessions = false }},
		"no input":       {kind: agent.ErrInvalidInput},
		"white space":    {in: agent.Say(" \n"), kind: agent.ErrInvalidInput},
		"no such call":   {in: agent.Approve("x"), kind: agent.ErrSessionNotFound},
		"no attachment":  {in: agent.Input{Content: &agent.Content{Parts: []agent.Part{{Blob: &agent.Blob{}}}}}, kind: agent.ErrUnreadableAttachment},
		"a missing key":  {in: agent.Say("go"), kind: agent.ErrTemplate, change: func(c *agent.Config, _ *agent.RunnerConfig) { c.Instruction = "{x}" }},
		"a broken store": {in: agent.Say("go"), kind: agent.ErrBackend, change: func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Store = brokenStore{rc.Store} }},
	}
	for _, uri := range []string{"file:///no/such.png", "FILE:///no/such.png", "", "no/such.png", "://"} {
		test := tests["no attachment"]
		test.in = agent.Input{Content: &agent.Content{Parts: []agent.Part{{Text: "what is this?"}, {File: &agent.File{URI: uri, MIMEType: "image/png"}}}}}
		tests["a file at "+uri] = test
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			change := tt.change
			if change == nil {
				change = func(*agent.Config, *agent.RunnerConfig) {}
			}
			w := newWorld(t, agenttest.NewModel(), nil, change)
			o := w.run(t.Context(), tt.in)
			require.ErrorIs(t, o.err, tt.kind)
			agenttest.AssertNoCanary(t, canary, o.err)
			assert.Empty(t, w.stored())
			assert.Empty(t, w.model.Requests())
		})
	}
}

type brokenStore struct{ agent.Store }

func (brokenStore) Append(context.Context, agent.SessionRef, int64, ...*agent.Event) (int64, error) {
	return 0, errors.New(canary)
}

func TestASessionChangedMeanwhile(t *testing.T) {
	var w *world
	meddle := agenttest.NewTool("t", func(ctx context.Context) (any, error) {
		s, err := w.store.Get(ctx, session)
		if err != nil {
			return nil, err
		}
		return w.store.Append(ctx, session, s.Version, &agent.Event{ID: "x", InvocationID: "x", Author: agent.AuthorUser})
	})
	model := agenttest.NewModel(agenttest.Call("t", `{}`))
	w = newWorld(t, model, []agent.Tool{meddle})
	o := w.say("go")
	require.ErrorIs(t, o.err, agent.ErrStaleSession)
	// The stored events stay, and the next run repairs them.
	model.Then(agenttest.Say("ok"))
	o = w.mustSay("again")
	assert.Equal(t, 1, o.diagnosed(agent.DiagRepairedHistory))
	assert.Empty(t, agenttest.RequestProblems(model.Requests()[1].Contents))
}

func TestRollback(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Say("one"), agenttest.Say("two")), nil,
		func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.OutputKey = "said" })
	w.say("1")
	second := w.say("2")
	assert.Equal(t, "two", w.stateOf("said"))
	require.NoError(t, w.runner.Rollback(t.Context(), session, second.run.InvocationID()))
	assert.Len(t, w.stored(), 2)
	assert.Equal(t, "one", w.stateOf("said"))
	require.ErrorIs(t, w.runner.Rollback(t.Context(), session, "nope"), agent.ErrNotFound)
}

func TestStateOfACall(t *testing.T) {
	var seen []any
	tool := agenttest.NewTool("t", func(ctx context.Context) (any, error) {
		c := agent.CallFrom(ctx)
		before, ok := c.State("n")
		seen = append(seen, before, ok)
		seen = append(seen, c.SetState("n", 2), c.SetState("temp:x", []string{"a"}), c.SetState("gone", nil))
		after, _ := c.State("n")
		_, gone := c.State("gone")
		run, _ := agent.RunFrom(ctx).State("n")
		seen = append(seen, after, gone, run)
		if err := c.SetState("bad", make(chan int)); err == nil {
			return nil, errors.New("a channel was taken")
		}
		v, err := c.SaveArtifact(ctx, "f", agent.Blob{MIMEType: "text/plain", Data: []byte("x")})
		if err != nil {
			return nil, err
		}
		b, err := c.LoadArtifact(ctx, "f", 0)
		return map[string]any{"version": v, "data": string(b.Data)}, err
	})
	w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")), []agent.Tool{tool})
	_, err := w.store.Create(t.Context(), session, agent.State{"n": 1, "gone": true})
	require.NoError(t, err)
	o := w.mustSay("go")
	require.False(t, o.responses()[0].IsError, string(o.responses()[0].Response))
	assert.Equal(t, []any{int64(1), true, nil, nil, nil, int64(2), false, int64(1)}, seen)
	assert.Equal(t, int64(2), w.stateOf("n"))
	assert.Nil(t, w.stateOf("gone"))
	assert.Equal(t, map[string]int{"f": 1}, o.events[1].Actions.ArtifactDelta)
	assert.Contains(t, o.events[1].Actions.StateDelta, "temp:x", "temp keys are yielded")
	assert.NotContains(t, w.stored()[2].Actions.StateDelta, "temp:x", "temp keys are never stored")
}

func TestCallbacksReplace(t *testing.T) {
	var order []string
	note := func(s string) { order = append(order, s) }
	content := func(s string) *agent.Content { c := agent.TextContent(agent.RoleModel, s); return &c }
	tool := agenttest.NewTool("t", agenttest.Return(report{"tool"}))
	bad := agenttest.NewTool("bad", agenttest.ReturnError(errors.New("no")))
	w, o := went(t, agenttest.NewModel(agenttest.Calls(call("a", "t", `{}`), call("b", "t", `{"skip":true}`), call("c", "bad", `{}`)),
		agenttest.Status(400)), []agent.Tool{tool, bad}, func(cfg *agent.Config, rc *agent.RunnerConfig) {
		cfg.Callbacks = agent.Callbacks{
			BeforeModel: []func(context.Context, *agent.ModelRequest) (*agent.ModelResponse, error){
				func(_ context.Context, r *agent.ModelRequest) (*agent.ModelResponse, error) {
					r.Instruction = "changed"
					return nil, nil
				},
			},
			BeforeTool: []func(context.Context, *agent.Call) (any, error){
				func(_ context.Context, c *agent.Call) (any, error) {
					note("agent")
					if c.ID == "b" {
						return report{"from the callback"}, nil
					}
					return nil, nil
				},
			},
			AfterTool: []func(context.Context, *agent.Call, any) (any, error){
				func(_ context.Context, c *agent.Call, result any) (any, error) {
					if c.ID == "a" {
						return map[string]any{"was": result.(map[string]any)["text"]}, nil
					}
					return nil, nil
				},
			},
			OnToolError: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error){
				func(_ context.Context, _ *agent.Call, err *toolerr.ToolRuntimeError) (any, error) {
					return map[string]any{"instead of": err.Kind()}, nil
				},
			},
			OnModelError: []func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error){
				func(_ context.Context, _ *agent.ModelRequest, err error) (*agent.ModelResponse, error) {
					if !errors.Is(err, agent.ErrProviderHTTP) {
						return nil, nil
					}
					return &agent.ModelResponse{Content: content("saved"), FinishReason: agent.FinishStop}, nil
				},
			},
			AfterModel: []func(context.Context, *agent.ModelResponse) (*agent.ModelResponse, error){
				func(_ context.Context, r *agent.ModelResponse) (*agent.ModelResponse, error) {
					if r.Content.Text() == "saved" {
						return &agent.ModelResponse{Content: content("saved, and changed"), FinishReason: agent.FinishStop}, nil
					}
					return nil, nil
				},
			},
			AfterAgent: []func(context.Context) (*agent.Content, error){
				func(context.Context) (*agent.Content, error) { return content("goodbye"), nil },
			},
		}
		rc.Plugins = []agent.Plugin{{
			Callbacks: agent.Callbacks{BeforeTool: []func(context.Context, *agent.Call) (any, error){
				func(context.Context, *agent.Call) (any, error) { note("plugin"); return nil, nil },
			}},
			OnEvent:  []func(context.Context, *agent.Event) error{func(context.Context, *agent.Event) error { note("event"); return nil }},
			AfterRun: []func(context.Context, error) error{func(_ context.Context, err error) error { note(fmt.Sprint("after ", err)); return nil }},
		}}
	})
	assert.Equal(t, "changed", w.model.Requests()[0].Instruction)
	assert.Equal(t, 1, tool.Count())
	r := o.responses()
	assert.Equal(t, "tool", fields(t, r[0])["was"])
	assert.Equal(t, "from the callback", fields(t, r[1])["text"])
	assert.Equal(t, "TOOL_RUNTIME_FATAL", fields(t, r[2])["instead of"])
	assert.Equal(t, "saved, and changed", o.events[2].Content.Text())
	assert.Equal(t, "goodbye", o.text())
	assert.Equal(t, []string{"event", "plugin", "agent", "plugin", "agent", "plugin", "agent", "event", "event", "event", "after <nil>"}, order)
	w.stored()
}

func TestAfterRunGetsFailures(t *testing.T) {
	var told []error
	plugin := agent.Plugin{AfterRun: []func(context.Context, error) error{
		func(_ context.Context, err error) error { told = append(told, err); return nil },
	}}
	w := newWorld(t, agenttest.NewModel(agenttest.Status(400), agenttest.Say("x")), nil,
		func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Plugins = []agent.Plugin{plugin} })
	w.say("go")
	for range w.runner.Run(t.Context(), session, agent.Say("go")) {
		break
	}
	require.Len(t, told, 2)
	require.ErrorIs(t, told[0], agent.ErrProviderHTTP)
	require.ErrorIs(t, told[1], agent.ErrCanceled)
}

func TestToolsets(t *testing.T) {
	set := lambdaSet(func(context.Context) ([]agent.Tool, error) {
		return []agent.Tool{
			agenttest.NewTool("lazy", agenttest.Return(1)), agenttest.NewTool("t", agenttest.Return(2)), nil,
			agenttest.NewTool("broken", agenttest.Return(1), agent.Schema(json.RawMessage(`{`))),
		}, nil
	})
	failing := lambdaSet(func(context.Context) ([]agent.Tool, error) { return nil, errors.New(canary) })
	w, o := went(t, agenttest.NewModel(agenttest.Call("lazy", `{}`), agenttest.Say("ok")),
		[]agent.Tool{agenttest.NewTool("t", agenttest.Return(1))},
		func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Toolsets = []agent.Toolset{failing, set} })
	assert.False(t, o.responses()[0].IsError)
	assert.Len(t, w.model.Requests()[0].Tools, 2)
	assert.Equal(t, 1, o.diagnosed(agent.DiagToolset))
	assert.Equal(t, 2, o.diagnosed(agent.DiagSchema))
}

type vendorError struct{}

func (vendorError) Error() string { return canary }

type vendorAdapter struct{ slug string }

func (a vendorAdapter) Slug() string { return a.slug }

func (a vendorAdapter) FromError(err error) *toolerr.ToolRuntimeError {
	if a.slug == "_panic" {
		panic(canary)
	}
	if _, ok := go126.AsType[vendorError](err); ok {
		return toolerr.Upstream(404, toolerr.Message{}, toolerr.WithCause(err))
	}
	return nil
}

func TestAdapters(t *testing.T) {
	var seen []string
	watch := observer(func(o adapter.Observation) { seen = append(seen, o.Tool+o.Adapter) })
	failing := agenttest.ReturnError(vendorError{})
	tests := map[string]struct {
		registry adapter.Registry
		code     string
		service  any
		diag     agent.DiagnosticKind
	}{
		"none":              {code: "internal_error", diag: agent.DiagNoAdapters},
		"the agent's":       {registry: adapter.NewRegistry(vendorAdapter{"_a"}).WithObserver(watch), code: "not_found", service: "_a"},
		"the tool's own":    {registry: adapter.NewRegistry(vendorAdapter{"_a"}).With("t", vendorAdapter{"_b"}), code: "not_found", service: "_b"},
		"a misspelt name":   {registry: adapter.NewRegistry(vendorAdapter{"_a"}).With("tt", vendorAdapter{"_b"}), code: "not_found", service: "_a"},
		"an adapter panics": {registry: adapter.NewRegistry(vendorAdapter{"_panic"}, vendorAdapter{"_a"}), code: "not_found", service: "_a", diag: agent.DiagAdapterPanic},
		"unrecognised":      {registry: adapter.NewRegistry(vendorAdapter{"_panic"}), code: "internal_error", diag: agent.DiagUnrecognized},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, o := calling(t, `{}`, agenttest.NewTool("t", failing),
				func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.Adapters = tt.registry })
			f := fields(t, o.responses()[0])
			assert.Equal(t, tt.code, f["error_code"])
			assert.Equal(t, tt.service, f["service"])
			if tt.diag != "" {
				assert.Equal(t, 1, o.diagnosed(tt.diag))
			}
		})
	}
	assert.Equal(t, []string{"t_a"}, seen, "the host's own observer is called too")

	own := agent.NewTool("t", "fails", func(context.Context, struct{}) (int, error) { return 0, vendorError{} }, agent.Adapters(vendorAdapter{"_b"}))
	_, o := calling(t, `{}`, own, func(cfg *agent.Config, _ *agent.RunnerConfig) {
		cfg.Adapters = adapter.NewRegistry(vendorAdapter{"_a"})
	})
	assert.Equal(t, "_b", fields(t, o.responses()[0])["service"])
}

type observer func(adapter.Observation)

func (f observer) Adapted(_ context.Context, o adapter.Observation) { f(o) }

func TestEventsOnTheWire(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("p", "pay", `{"n":1}`))), []agent.Tool{confirmed(agenttest.Return(1))})
	o := w.say("go", agent.WithMetadata(map[string]string{"trace": "1"}))
	raw := encoded(t, o.last())
	var wire map[string]any
	require.NoError(t, json.Unmarshal([]byte(raw), &wire))
	for _, key := range []string{"id", "invocationId", "author", "timestamp", "content", "turnComplete", "longRunningToolIds", "actions", "metadata"} {
		assert.Contains(t, wire, key)
	}
	assert.Contains(t, wire["actions"], "requestedToolConfirmations")
	var back agent.Event
	require.NoError(t, json.Unmarshal([]byte(raw), &back))
	assert.JSONEq(t, raw, encoded(t, &back))
}

func TestRunErrorShowsNothing(t *testing.T) {
	cause := loud{secret}
	inner := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithCause(cause), toolerr.WithRetryAfter(3*time.Second))
	var b bytes.Buffer
	for name, err := range map[string]*agent.RunError{
		"around an error":           agent.NewRunError(agent.ErrBackend, toolerr.Message{}, cause),
		"around a tool's error":     agent.NewRunError(agent.ErrRateLimited, toolerr.Message{}, inner),
		"around nothing":            agent.NewRunError(agent.ErrConfig, toolerr.Message{}, nil),
		"the zero value":            {},
		"with a message of its own": agent.NewRunError(agent.ErrTemplate, toolerr.Msg("A key is missing."), cause),
	} {
		t.Run(name, func(t *testing.T) {
			agenttest.AssertNoCanary(t, canary, err, *err, []any{err}, map[string]error{"e": err})
			assert.Equal(t, err.Error(), fmt.Sprintf("%d", err))
			assert.NotNil(t, err.Detail())
			slog.New(slog.NewTextHandler(&b, nil)).Error("x", "err", err)
		})
	}
	assert.NotContains(t, b.String(), apiKey, "credentials are redacted in logs too")
	assert.Contains(t, b.String(), canary, "the rest is for the developer")
	err := error(agent.NewRunError(agent.ErrRateLimited, toolerr.Message{}, inner))
	require.ErrorIs(t, err, agent.ErrRateLimited)
	require.ErrorIs(t, err, toolerr.KindUpstreamRateLimit)
	kind, ok := go126.AsType[agent.ErrorKind](err)
	assert.True(t, ok)
	assert.Equal(t, agent.ErrRateLimited, kind)
	te, ok := go126.AsType[*toolerr.ToolRuntimeError](err)
	require.True(t, ok)
	assert.Equal(t, 429, te.StatusCode())
	got, ok := go126.AsType[loud](err)
	assert.True(t, ok)
	assert.Equal(t, cause, got)
	for _, k := range []agent.ErrorKind{agent.ErrBackend, agent.ErrMaxModelCalls, agent.ErrToolChoiceNotHonored} {
		assert.NotEmpty(t, k.Error())
	}
}

func TestAfterAgentIsCalledAfterASoftCondition(t *testing.T) {
	tests := map[string]struct {
		turn      agenttest.Turn
		answer    string
		err       error
		code      agent.EventCode
		said      string
		asked     int
		diagnosed int
	}{
		"a condition of the model":                {turn: agenttest.Stop(agent.FinishMaxTokens, "half"), code: agent.CodeMaxTokens, asked: 1, said: "half"},
		"a condition of the model, and an answer": {turn: agenttest.Stop(agent.FinishMaxTokens, "half"), answer: "more", code: agent.CodeMaxTokens, asked: 1, said: "half", diagnosed: 1},
		"a limit":                {turn: agenttest.Call("t", `{}`), code: agent.CodeMaxIterations, asked: 1},
		"a limit, and an answer": {turn: agenttest.Call("t", `{}`), answer: "more", code: agent.CodeMaxIterations, asked: 1, said: "more"},
		"a limit, and an error":  {turn: agenttest.Call("t", `{}`), err: errors.New("x"), code: agent.CodeMaxIterations, asked: 1, diagnosed: 1},
		"a pause":                {turn: agenttest.Call("pay", `{}`), answer: "more"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			asked := 0
			w, o := went(t, agenttest.NewModel(tt.turn), []agent.Tool{agenttest.NewTool("t", agenttest.Return(1)), confirmed(agenttest.Return(1))},
				func(c *agent.Config, _ *agent.RunnerConfig) {
					c.MaxIterations = 1
					c.Callbacks.AfterAgent = []func(context.Context) (*agent.Content, error){func(context.Context) (*agent.Content, error) {
						asked++
						if tt.answer == "" {
							return nil, tt.err
						}
						c := agent.TextContent(agent.RoleModel, tt.answer)
						return &c, tt.err
					}}
				})
			assert.Equal(t, tt.asked, asked)
			assert.Equal(t, tt.code, o.last().ErrorCode, "the condition is the last event")
			assert.Equal(t, tt.diagnosed, o.diagnosed(agent.DiagCallback))
			texts := ""
			for _, e := range o.events {
				texts += e.Content.Text()
			}
			assert.Equal(t, tt.said, texts)
			w.stored()
		})
	}
}

// The agent adapts HTTP errors, and reports once that it has no adapters.
func TestAnAgentWithoutAdapters(t *testing.T) {
	tool := agent.NewTool("t", "", func(_ context.Context, in struct {
		File bool `json:"file"`
	},
	) (any, error) {
		if in.File {
			_, err := os.ReadFile(filepath.Join(t.TempDir(), "none"))
			return nil, err
		}
		return nil, httpadapter.CheckResponse(&http.Response{StatusCode: http.StatusNotFound, Body: http.NoBody})
	})
	seen := 0
	w, o := went(t, agenttest.NewModel(
		agenttest.Calls(call("a", "t", `{"file":false}`), call("b", "t", `{"file":true}`)), agenttest.Say("ok"), agenttest.Say("ok")), []agent.Tool{tool},
		func(c *agent.Config, _ *agent.RunnerConfig) {
			c.Adapters = c.Adapters.WithObserver(observer(func(adapter.Observation) { seen++ }))
		})
	assert.Equal(t, "_http", fields(t, o.responses()[0])["service"])
	assert.Equal(t, "not_found", fields(t, o.responses()[1])["error_code"])
	assert.Equal(t, 2, seen)
	assert.Equal(t, 1, o.diagnosed(agent.DiagNoAdapters))
	assert.Zero(t, w.say("again").diagnosed(agent.DiagNoAdapters))
}

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
			w, o := went(t, agenttest.NewModel(turn, agenttest.Say("again")), nil)
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
	o := w.mustSay("go on")
	assert.Equal(t, "ok", o.text())
	w.stored()
}

func TestCloneSharesNothing(t *testing.T) {
	full := func() *agent.Event {
		fc := call("c", "t", `{"a":1}`)
		return &agent.Event{
			ID: "e",
			Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{
				{Text: "hi", Signature: []byte("sig")},
				{FunctionCall: &fc},
				{FunctionResponse: &agent.FunctionResponse{ID: "c", Name: "t", Response: json.RawMessage(`{"success":true}`)}},
			}},
			Usage: &agent.Usage{InputTokens: 1}, LongRunningToolIDs: []string{"c"}, Metadata: map[string]string{"k": "v"},
			Actions: agent.Actions{
				StateDelta: agent.State{"k": "v"}, ArtifactDelta: map[string]int{"f": 1},
				RequestedToolConfirmations: map[string]agent.ConfirmationRequest{"c": {Tool: "t"}},
				RequestedAuth:              map[string]agent.AuthRequest{"c": {Tool: "t"}},
				Decisions:                  []agent.Decision{{CallID: "c"}},
				Suspended:                  map[string]agent.Suspension{"c": {Events: []*agent.Event{{ID: "inner"}}}},
			},
		}
	}
	e := full()
	c := e.Clone()
	assert.Equal(t, e, c)
	overwrite(reflect.ValueOf(c))
	assert.NotEqual(t, e, c)
	assert.Equal(t, full(), e)
}

// overwrite clears every part of a value that is reachable.
func overwrite(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			overwrite(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				overwrite(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			overwrite(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			overwrite(v.MapIndex(k))
			v.SetMapIndex(k, reflect.Value{})
		}
	}
	if v.CanSet() {
		v.SetZero()
	}
}
