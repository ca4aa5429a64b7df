package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

var session = agent.SessionRef{App: "app", User: "ada", ID: "s1"}

// A world is an agent with its model, tools, runner and store.
type world struct {
	t      *testing.T
	model  *agenttest.Model
	store  *agent.MemoryStore
	runner *agent.Runner
}

// stalled is longer than any check under the race detector on a busy machine, and shorter
// than the checks that must be prevented.
const stalled = time.Minute

// newWorld creates a world. change may adjust the configuration.
func newWorld(t *testing.T, model *agenttest.Model, tools []agent.Tool, change ...func(*agent.Config, *agent.RunnerConfig)) *world {
	t.Helper()
	cfg := agent.Config{Name: "helper", Model: model, Tools: tools}
	w := &world{t: t, model: model, store: agent.NewMemoryStore()}
	rc := agent.RunnerConfig{App: "app", Store: w.store, CreateSessions: true}
	for _, c := range change {
		c(&cfg, &rc)
	}
	if rc.Agent == nil {
		a := mustAgent(t, cfg)
		rc.Agent = a
	}
	r := mustRunner(t, rc)
	w.runner = r
	return w
}

// bubble runs a subtest in a bubble of synctest.
func bubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// An outcome has the events and the error that a run yielded.
type outcome struct {
	events []*agent.Event
	err    error
	run    *agent.Run
}

func (w *world) run(ctx context.Context, in agent.Input, opts ...agent.RunOption) outcome {
	w.t.Helper()
	h := w.runner.Start(ctx, session, in, opts...)
	o := outcome{run: h}
	for e, err := range h.Events() {
		require.NoError(w.t, o.err, "an item behind an error")
		if err != nil {
			require.Nil(w.t, e)
			o.err = err
			continue
		}
		o.events = append(o.events, e)
	}
	return o
}

func (w *world) say(text string, opts ...agent.RunOption) outcome {
	w.t.Helper()
	return w.run(w.t.Context(), agent.Say(text), opts...)
}

// mustSay is say, for a run without an error.
func (w *world) mustSay(text string, opts ...agent.RunOption) outcome {
	w.t.Helper()
	return w.mustRun(agent.Say(text), opts...)
}

func (w *world) mustRun(in agent.Input, opts ...agent.RunOption) outcome {
	w.t.Helper()
	o := w.run(w.t.Context(), in, opts...)
	require.NoError(w.t, o.err)
	return o
}

// calling returns a world whose agent has called the tool and answered ok, and its run.
func calling(t *testing.T, args string, tool agent.Tool, change ...func(*agent.Config, *agent.RunnerConfig)) (*world, outcome) {
	t.Helper()
	return went(t, agenttest.NewModel(agenttest.Call(tool.Declaration().Name, args), agenttest.Say("ok")), []agent.Tool{tool}, change...)
}

// trying returns a world and its run with the input go, and went one whose run has no error.
func trying(t *testing.T, model *agenttest.Model, tools []agent.Tool, change ...func(*agent.Config, *agent.RunnerConfig)) (*world, outcome) {
	t.Helper()
	w := newWorld(t, model, tools, change...)
	return w, w.say("go")
}

func went(t *testing.T, model *agenttest.Model, tools []agent.Tool, change ...func(*agent.Config, *agent.RunnerConfig)) (*world, outcome) {
	t.Helper()
	w, o := trying(t, model, tools, change...)
	require.NoError(t, o.err)
	return w, o
}

// stored validates and returns the session's events.
func (w *world) stored() []*agent.Event {
	w.t.Helper()
	s, err := w.store.Get(context.Background(), session)
	if errors.Is(err, agent.ErrSessionNotFound) {
		return nil
	}
	require.NoError(w.t, err)
	agenttest.AssertHistorySound(w.t, s.Events)
	return s.Events
}

// said is a stored event of a user or of the helper.
func said(id string, role agent.Role, parts ...agent.Part) *agent.Event {
	author := "helper"
	if role == agent.RoleUser && parts[0].FunctionResponse == nil {
		author = agent.AuthorUser
	}
	return &agent.Event{ID: id, InvocationID: "old", Author: author, Content: &agent.Content{Role: role, Parts: parts}}
}

func (w *world) stateOf(key string) any {
	w.t.Helper()
	s, err := w.store.Get(context.Background(), session)
	require.NoError(w.t, err)
	return s.State[key]
}

// text returns the last answer.
func (o outcome) text() string {
	for _, e := range slices.Backward(o.events) {
		if !e.Partial && e.Content != nil && len(e.FunctionResponses()) == 0 {
			return e.Content.Text()
		}
	}
	return ""
}

func (o outcome) last() *agent.Event {
	if len(o.events) == 0 {
		return &agent.Event{}
	}
	return o.events[len(o.events)-1]
}

// responses returns all results of the run, in order.
func (o outcome) responses() []*agent.FunctionResponse {
	var all []*agent.FunctionResponse
	for _, e := range o.events {
		all = append(all, e.FunctionResponses()...)
	}
	return all
}

func (o outcome) diagnosed(kind agent.DiagnosticKind) int { return len(o.diagnoses(kind)) }

// diagnoses returns the sentences of the diagnostics of the given kinds.
func (o outcome) diagnoses(kinds ...agent.DiagnosticKind) (sentences []string) {
	for _, d := range o.run.Diagnostics() {
		if slices.Contains(kinds, d.Kind) {
			sentences = append(sentences, d.Message.String())
		}
	}
	return sentences
}

// fields decodes a payload.
func fields(t *testing.T, r *agent.FunctionResponse) map[string]any {
	t.Helper()
	m := map[string]any{}
	require.NoError(t, json.Unmarshal(r.Response, &m))
	return m
}

// A callout is a place where a run calls code of the host.
type callout struct {
	// set puts do there. An agent has at least one tool.
	set func(do func(context.Context) error, cfg *agent.Config, rc *agent.RunnerConfig)
	// hard is the error of a run that such a call ends by a crash; "" if the run continues.
	hard agent.ErrorKind
	// tool means that the crash fails the call of the first tool.
	tool bool
}

// callouts are all of them but the store and the logger.
func callouts() map[string]callout {
	const callback, provider = agent.ErrCallback, agent.ErrProvider
	type do = func(context.Context) error
	returning := func(opts ...agent.ToolOption) func(*agent.Config) {
		return func(cfg *agent.Config) {
			cfg.Tools[0] = agenttest.NewTool(cfg.Tools[0].Declaration().Name, agenttest.Return(report{"ok"}), opts...)
		}
	}
	return map[string]callout{
		"tool": {tool: true, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Tools[0] = agenttest.NewTool(cfg.Tools[0].Declaration().Name, func(ctx context.Context) (any, error) { return nil, f(ctx) })
		}},
		"ConfirmIf": {tool: true, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			returning(agent.ConfirmIf(func(ctx context.Context, _ json.RawMessage) (bool, error) { return false, f(ctx) }))(cfg)
		}},
		"Auth": {tool: true, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			returning(agent.Auth(foreignAuth(f)))(cfg)
		}},
		"Confirmer": {tool: true, set: func(f do, cfg *agent.Config, rc *agent.RunnerConfig) {
			returning(agent.Confirm())(cfg)
			rc.Confirmer = agent.Confirmer(func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
				return agent.Decision{Approved: true}, f(ctx)
			})
		}},
		"BeforeTool": {tool: true, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			first := cfg.Tools[0].Declaration().Name
			cfg.Callbacks.BeforeTool = append(cfg.Callbacks.BeforeTool, func(ctx context.Context, c *agent.Call) (any, error) {
				if c.Tool != first {
					return nil, nil
				}
				return nil, f(ctx)
			})
		}},
		"AfterTool": {set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Callbacks.AfterTool = append(cfg.Callbacks.AfterTool, func(ctx context.Context, _ *agent.Call, _ any) (any, error) { return nil, f(ctx) })
		}},
		"Toolset": {set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Toolsets = []agent.Toolset{lambdaSet(func(ctx context.Context) ([]agent.Tool, error) { return nil, f(ctx) })}
		}},
		"OnEvent": {set: func(f do, _ *agent.Config, rc *agent.RunnerConfig) {
			rc.Plugins = append(rc.Plugins, agent.Plugin{OnEvent: []func(context.Context, *agent.Event) error{
				func(ctx context.Context, _ *agent.Event) error { return f(ctx) },
			}})
		}},
		"AfterRun": {set: func(f do, _ *agent.Config, rc *agent.RunnerConfig) {
			rc.Plugins = append(rc.Plugins, agent.Plugin{AfterRun: []func(context.Context, error) error{
				func(ctx context.Context, _ error) error { return f(ctx) },
			}})
		}},
		"BeforeAgent": {hard: callback, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Callbacks.BeforeAgent = append(cfg.Callbacks.BeforeAgent, func(ctx context.Context) (*agent.Content, error) { return nil, f(ctx) })
		}},
		"BeforeModel": {hard: callback, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Callbacks.BeforeModel = append(cfg.Callbacks.BeforeModel,
				func(ctx context.Context, _ *agent.ModelRequest) (*agent.ModelResponse, error) { return nil, f(ctx) })
		}},
		"AfterModel": {hard: callback, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Callbacks.AfterModel = append(cfg.Callbacks.AfterModel,
				func(ctx context.Context, _ *agent.ModelResponse) (*agent.ModelResponse, error) { return nil, f(ctx) })
		}},
		"InstructionFunc": {hard: callback, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.InstructionFunc = func(ctx context.Context) (string, error) { return "", f(ctx) }
		}},
		"Model": {hard: provider, set: func(f do, cfg *agent.Config, _ *agent.RunnerConfig) {
			cfg.Model = agenttest.NewModel().Forever(func(ctx context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
				if err := f(ctx); err != nil {
					yield(nil, err)
				}
			})
		}},
	}
}

type lambdaSet func(context.Context) ([]agent.Tool, error)

func (lambdaSet) Name() string                                      { return "set" }
func (f lambdaSet) Tools(ctx context.Context) ([]agent.Tool, error) { return f(ctx) }

type foreignAuth func(context.Context) error

func (f foreignAuth) Resolve(ctx context.Context, _ *agent.Call) (agent.AuthStatus, error) {
	return agent.AuthStatus{State: agent.AuthReady}, f(ctx)
}
func (foreignAuth) Refresh(context.Context, *agent.Call, toolerr.Access) error { return nil }

func call(id, name, args string) agent.FunctionCall {
	return agent.FunctionCall{ID: id, Name: name, Args: json.RawMessage(args)}
}
