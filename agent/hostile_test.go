package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// scribbler is a tool that overwrites its arguments, like a parser that works in place.
type scribbler struct {
	*agent.FuncTool
	seen []string
}

func (s *scribbler) Call(_ context.Context, args json.RawMessage) (any, error) {
	s.seen = append(s.seen, string(args))
	for i := range args {
		args[i] = 'x'
	}
	if len(s.seen) == 1 {
		return nil, toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	}
	return "done", nil
}

func TestToolThatOverwritesItsArguments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := &scribbler{FuncTool: agent.NewTool("parse", "", func(context.Context, map[string]any) (any, error) { return nil, nil },
			agent.Schema(json.RawMessage(`{"type":"object"}`)), agent.Idempotent())}
		w := newWorld(t, agenttest.NewModel(agenttest.Call("parse", `{"a":1}`), agenttest.Say("done")), []agent.Tool{tool})
		require.NoError(t, w.say("go").err)
		assert.Equal(t, []string{`{"a":1}`, `{"a":1}`}, tool.seen, "the retry gets the arguments of the first run")
		assert.JSONEq(t, `{"a":1}`, string(w.stored()[1].FunctionCalls()[0].Args))
		contents := w.model.Requests()[1].Contents
		assert.JSONEq(t, `{"a":1}`, string(contents[1].Parts[0].FunctionCall.Args))
	})
}

func TestWhatWasApprovedIsWhatRuns(t *testing.T) {
	tests := map[string]func(*agent.Config, *agent.RunnerConfig){
		"BeforeTool gives the call other arguments": func(c *agent.Config, _ *agent.RunnerConfig) {
			c.Callbacks.BeforeTool = append(c.Callbacks.BeforeTool, func(_ context.Context, call *agent.Call) (any, error) {
				call.Args = json.RawMessage(`{"to":"mallory"}`)
				return nil, nil
			})
		},
		"BeforeTool overwrites the arguments": func(c *agent.Config, _ *agent.RunnerConfig) {
			c.Callbacks.BeforeTool = append(c.Callbacks.BeforeTool, func(_ context.Context, call *agent.Call) (any, error) {
				copy(call.Args, `{"to":"eve"}`)
				return nil, nil
			})
		},
		"the confirmer overwrites the arguments": func(_ *agent.Config, rc *agent.RunnerConfig) {
			rc.Confirmer = agent.ConfirmerFunc(func(_ context.Context, req agent.ConfirmationRequest) (agent.Decision, error) {
				copy(req.Args, `{"to":"eve"}`)
				return agent.Decision{Approved: true}, nil
			})
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
			w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{"to":"ada"}`), agenttest.Say("done")), []agent.Tool{pay},
				func(c *agent.Config, rc *agent.RunnerConfig) {
					rc.Confirmer = approver{}
					change(c, rc)
				})
			o := w.say("go")
			require.NoError(t, o.err)
			if o.responses()[0].Outcome == agent.OutcomeConflict {
				assert.Zero(t, pay.Count())
			} else {
				assert.JSONEq(t, `{"to":"ada"}`, string(pay.LastArgs()))
			}
			assert.Equal(t, name == "the confirmer overwrites the arguments", pay.Count() == 1)
			w.stored()
		})
	}
}

// writingAuth overwrites the arguments of the calls it gets.
type writingAuth struct{ login }

func (a *writingAuth) Resolve(ctx context.Context, call *agent.Call) (agent.AuthStatus, error) {
	copy(call.Args, `{"to":"eve"}`)
	return a.login.Resolve(ctx, call)
}

func TestAuthenticatorThatOverwritesArguments(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Auth(&writingAuth{login{state: agent.AuthReady}}))
	w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{"to":"ada"}`), agenttest.Say("done")), []agent.Tool{pay})
	require.NoError(t, w.say("go").err)
	assert.JSONEq(t, `{"to":"ada"}`, string(pay.LastArgs()))
	w.stored()
}

type approver struct{}

func (approver) Confirm(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
	return agent.Decision{Approved: true}, nil
}

func TestConfirmerThatAnswersAboutAnotherCallApprovesNothing(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
	w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{pay},
		func(_ *agent.Config, rc *agent.RunnerConfig) {
			rc.Confirmer = agent.ConfirmerFunc(func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
				return agent.Decision{CallID: "another", Approved: true}, nil
			})
		})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Zero(t, pay.Count())
	assert.Equal(t, agent.OutcomeConflict, o.responses()[0].Outcome)
}

func TestConfirmerThatApprovesTooLateApprovesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
		w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{pay},
			func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Confirmer = agent.ConfirmerFunc(func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
					<-ctx.Done()
					return agent.Decision{Approved: true}, nil
				})
			})
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Zero(t, pay.Count())
		assert.Equal(t, agent.OutcomeDenied, o.responses()[0].Outcome)
	})
}

func TestConfirmationWithoutALimitWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm(), agent.Auth(readyAuth{}))
		w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{pay},
			func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Limits = agent.Limits{ConfirmationWait: -1, ToolTimeout: -1, RetryWait: -1}
				rc.Confirmer = agent.ConfirmerFunc(func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
					select {
					case <-ctx.Done():
						return agent.Decision{}, ctx.Err()
					case <-time.After(5 * time.Minute):
						return agent.Decision{Approved: true}, nil
					}
				})
			})
		require.NoError(t, w.say("go").err)
		assert.Equal(t, 1, pay.Count())
	})
}

// readyAuth returns that the credentials are ready, if its context is active.
type readyAuth struct{}

func (readyAuth) Resolve(ctx context.Context, _ *agent.Call) (agent.AuthStatus, error) {
	return agent.AuthStatus{State: agent.AuthReady}, ctx.Err()
}
func (readyAuth) Refresh(ctx context.Context, _ *agent.Call) error { return ctx.Err() }

// pendingCall makes a call of pay that waits for approval, and returns the request.
func pendingCall(t *testing.T, w *world) agent.ConfirmationRequest {
	t.Helper()
	o := w.say("go")
	require.NoError(t, o.err)
	for _, req := range o.last().Actions.RequestedToolConfirmations {
		return req
	}
	require.Fail(t, "nothing is pending")
	return agent.ConfirmationRequest{}
}

func TestApprovalOfArgumentsWithNullsIsAboutTheCall(t *testing.T) {
	type in struct {
		To   string `json:"to"`
		Note string `json:"note,omitempty"`
	}
	runs := 0
	pay := agent.NewTool("pay", "", func(context.Context, in) (any, error) { runs++; return nil, nil }, agent.Confirm())
	w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{"to":"ada","note":null}`), agenttest.Say("done")), []agent.Tool{pay})
	req := pendingCall(t, w)
	o := w.run(t.Context(), agent.Input{Decisions: []agent.Decision{{CallID: req.CallID, Approved: true, ArgsHash: req.ArgsHash}}})
	require.NoError(t, o.err)
	assert.Equal(t, 1, runs)
}

// tamper is a store with modified sessions.
type tamper struct {
	agent.Store
	change func(*agent.Session)
}

func (s *tamper) Get(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	got, err := s.Store.Get(ctx, ref)
	if err == nil && s.change != nil {
		s.change(got)
	}
	return got, err
}

func TestApprovedCallWhoseArgumentsWereChangedInTheStoreDoesNotRun(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
	store := &tamper{}
	w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{"to":"ada"}`), agenttest.Say("done")), []agent.Tool{pay},
		func(_ *agent.Config, rc *agent.RunnerConfig) {
			store.Store = rc.Store
			rc.Store = store
		})
	req := pendingCall(t, w)
	store.change = func(s *agent.Session) {
		for _, e := range s.Events {
			for _, c := range e.FunctionCalls() {
				c.Args = json.RawMessage(`{"to":"mallory"}`)
			}
		}
	}
	o := w.run(t.Context(), agent.Approve(req.CallID))
	require.NoError(t, o.err)
	assert.Zero(t, pay.Count())
	assert.Equal(t, agent.OutcomeConflict, o.responses()[0].Outcome)
}

func TestPendingCallOfAnAgentThatSeesOnlyTheRun(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
	w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{pay},
		func(c *agent.Config, _ *agent.RunnerConfig) { c.IncludeContents = agent.IncludeNone })
	req := pendingCall(t, w)
	require.NoError(t, w.run(t.Context(), agent.Approve(req.CallID)).err)
	contents := w.model.Requests()[1].Contents
	require.Len(t, contents, 3)
	assert.Equal(t, "go", contents[0].Text())
	assert.Contains(t, string(contents[2].Parts[0].FunctionResponse.Response), "paid")
}

func mustGet(t *testing.T, w *world) *agent.Session {
	t.Helper()
	s, err := w.store.Get(t.Context(), session)
	require.NoError(t, err)
	return s
}

func TestStoresThatBreakTheirContract(t *testing.T) {
	tests := map[string]struct {
		store agent.Store
		want  error
	}{
		"panics":                  {panickyStore{}, agent.ErrBackend},
		"no session and no error": {emptyStore{}, agent.ErrBackend},
		"events that are nil":     {&tamper{Store: agent.NewMemoryStore(), change: func(s *agent.Session) { s.Events = append(s.Events, nil) }}, nil},
		"panics on a write":       {&writePanic{Store: agent.NewMemoryStore()}, agent.ErrBackend},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel().Forever(agenttest.Say("done")), nil,
				func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Store = tt.store })
			for range 2 {
				o := w.say("go")
				if tt.want == nil {
					require.NoError(t, o.err)
					continue
				}
				require.ErrorIs(t, o.err, tt.want)
				agenttest.AssertNoCanary(t, "hunter2", o.err, o.events)
			}
		})
	}
	assert.Empty(t, agent.History([]*agent.Event{nil}))
}

type panickyStore struct{ agent.Store }

func (panickyStore) Get(context.Context, agent.SessionRef) (*agent.Session, error) {
	panic("password=hunter2")
}

type emptyStore struct{ agent.Store }

func (emptyStore) Get(context.Context, agent.SessionRef) (*agent.Session, error) { return nil, nil }

type writePanic struct{ agent.Store }

func (writePanic) Append(context.Context, agent.SessionRef, int64, ...*agent.Event) (int64, error) {
	panic("password=hunter2")
}

func TestIncompleteAnswersExecuteNothing(t *testing.T) {
	for _, reason := range []agent.FinishReason{agent.FinishMaxTokens, agent.FinishOther, "length", "tool_calls_cut"} {
		t.Run(string(reason), func(t *testing.T) {
			tool := agenttest.NewTool("act", agenttest.Return("acted"))
			w := newWorld(t, agenttest.NewModel(agenttest.Stop(reason, "", call("a", "act", `{}`)), agenttest.Say("done")), []agent.Tool{tool})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Zero(t, tool.Count())
			assert.Equal(t, "truncated_call", fields(t, o.responses()[0])["error_code"])
			assert.Equal(t, agent.OutcomeSkipped, o.responses()[0].Outcome)
			assert.Equal(t, "done", o.text())
			w.stored()
		})
	}
}

// reuser yields the same response several times, with changes in between.
type reuser struct{}

func (reuser) Name() string { return "reuser" }

func (reuser) Generate(context.Context, *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		c := agent.TextContent(agent.RoleModel, "")
		resp := &agent.ModelResponse{Content: &c, Partial: true}
		for _, word := range []string{"a", "b", "c"} {
			c.Parts[0].Text = word
			if !yield(resp, nil) {
				return
			}
		}
		*resp = agent.ModelResponse{Content: &agent.Content{}, FinishReason: agent.FinishStop}
		yield(resp, nil)
	}
}

func TestModelMayUseAResponseAgain(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(), nil, func(c *agent.Config, _ *agent.RunnerConfig) { c.Model = reuser{} })
	o := w.say("go", agent.WithStreaming())
	require.NoError(t, o.err)
	assert.Equal(t, "abc", o.text(), "an empty last content is ignored")
}

func TestBeforeModelMayChangeTheRequestAndNotTheEvents(t *testing.T) {
	for name, change := range map[string]func(resp *agent.FunctionResponse){
		"as a whole": func(resp *agent.FunctionResponse) {
			resp.Response = bytes.ReplaceAll(resp.Response, []byte("secret"), []byte("hidden"))
		},
		"in place": func(resp *agent.FunctionResponse) {
			if i := bytes.Index(resp.Response, []byte("secret")); i >= 0 {
				copy(resp.Response[i:], "hidden")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("read", agenttest.Return("secret"))
			w := newWorld(t, agenttest.NewModel(agenttest.Call("read", `{}`), agenttest.Say("done"), agenttest.Say("again")), []agent.Tool{tool},
				func(c *agent.Config, _ *agent.RunnerConfig) {
					c.Callbacks.BeforeModel = append(c.Callbacks.BeforeModel, func(_ context.Context, req *agent.ModelRequest) (*agent.ModelResponse, error) {
						for _, content := range req.Contents {
							for _, p := range content.Parts {
								if p.FunctionResponse != nil {
									change(p.FunctionResponse)
								}
							}
						}
						return nil, nil
					})
				})
			for range 2 { // the second run reads the store's own events
				o := w.say("go")
				require.NoError(t, o.err)
			}
			assert.Contains(t, string(w.stored()[2].FunctionResponses()[0].Response), "secret")
			for _, req := range w.model.Requests()[1:] {
				assert.Contains(t, string(req.Contents[2].Parts[0].FunctionResponse.Response), "hidden")
			}
		})
	}
}

func TestStateIsCopiedForEveryTool(t *testing.T) {
	write := agenttest.NewTool("write", func(ctx context.Context) (any, error) {
		v, _ := agent.CallFrom(ctx).State("shared")
		m, _ := v.(map[string]any)
		for i := range 1000 {
			m["n"] = i
		}
		agent.RunFrom(ctx).Metadata["who"] = "me"
		return len(maps.Clone(m)), nil
	}, agent.ReadOnly())
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("a", "write", `{}`), call("b", "write", `{}`), call("c", "write", `{}`)),
		agenttest.Say("done")), []agent.Tool{write})
	_, err := w.store.Create(t.Context(), session, agent.State{"shared": map[string]any{"n": 0}})
	require.NoError(t, err)
	o := w.say("go", agent.WithMetadata(map[string]string{"who": "host"}))
	require.NoError(t, o.err)
	assert.Equal(t, "host", o.last().Metadata["who"])
	assert.Equal(t, map[string]any{"n": int64(0)}, w.stateOf("shared"))
}

func TestInstructionFuncIsCalledOncePerTurn(t *testing.T) {
	asked := 0
	tool := agenttest.NewTool("ok", agenttest.Return(1))
	w := newWorld(t, agenttest.NewModel(agenttest.Call("ok", `{}`), agenttest.Say("done")), []agent.Tool{tool},
		func(c *agent.Config, _ *agent.RunnerConfig) {
			c.InstructionFunc = func(context.Context) (string, error) { asked++; return "be kind", nil }
		})
	require.NoError(t, w.say("go").err)
	assert.Equal(t, 2, asked)
	for _, req := range w.model.Requests() {
		assert.Equal(t, "be kind", req.Instruction)
	}
}

func TestNilEverything(t *testing.T) {
	model := agenttest.NewModel().Forever(agenttest.Say("done"))
	var none *agent.FuncTool
	_, err := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{
		none, nil, agent.NewTool[map[string]any, any]("nofunc", "", nil, nil), agent.AgentTool(nil),
	}, Toolsets: []agent.Toolset{nil}, SubAgents: []*agent.Agent{nil}})
	require.ErrorIs(t, err, agent.ErrConfig)
	for _, want := range []string{"panicked", "tool 1 is nil", "no function", "agent is nil", "toolset 0 is nil", "sub-agent 0 is nil"} {
		assert.ErrorContains(t, err, want)
	}
	w := newWorld(t, model, nil, func(c *agent.Config, _ *agent.RunnerConfig) {
		c.Callbacks.AfterAgent = append(c.Callbacks.AfterAgent, nil)
	})
	o := w.run(nil, agent.Say("go")) //nolint:staticcheck // that is the point
	require.ErrorIs(t, o.err, agent.ErrInvalidInput)
	o = w.say("go", nil)
	require.ErrorIs(t, o.err, agent.ErrCallback)
	assert.False(t, w.runner.Active(session))
}

type panickyLog struct{ slog.Handler }

func (panickyLog) Enabled(context.Context, slog.Level) bool { panic("no log") }

func TestLoggerThatPanicsDoesNotEndTheRun(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Say("done")), nil,
		func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Logger = slog.New(panickyLog{slog.DiscardHandler}) })
	require.NoError(t, w.say("go").err)
}

// mirror is a toolset that returns the agent itself as a tool.
type mirror struct{ a *agent.Agent }

func (*mirror) Name() string { return "mirror" }

func (m *mirror) Tools(context.Context) ([]agent.Tool, error) {
	return []agent.Tool{agent.AgentTool(m.a)}, nil
}

func TestAgentThatAsksItselfEnds(t *testing.T) {
	set := &mirror{}
	asked := 0
	model := modelFunc(func(req *agent.ModelRequest) *agent.ModelResponse {
		asked++
		if len(req.Contents) > 1 {
			c := agent.TextContent(agent.RoleModel, "done")
			return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}
		}
		c := call("", "helper", `{"request":"again"}`)
		return &agent.ModelResponse{FinishReason: agent.FinishToolCalls, Content: &agent.Content{Parts: []agent.Part{{FunctionCall: &c}}}}
	})
	w := newWorld(t, agenttest.NewModel(), nil, func(c *agent.Config, _ *agent.RunnerConfig) {
		c.Model, c.Toolsets = model, []agent.Toolset{set}
	})
	a, err := agent.New(agent.Config{Name: "helper", Model: model, Toolsets: []agent.Toolset{set}})
	require.NoError(t, err)
	set.a = a
	require.NoError(t, w.say("go").err)
	assert.Less(t, asked, 30)
}

type modelFunc func(*agent.ModelRequest) *agent.ModelResponse

func (modelFunc) Name() string { return "func" }

func (f modelFunc) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) { yield(f(req), nil) }
}

func TestStuckToolsOfAnAgentToolAreCountedAndNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer synctest.Wait()
		defer close(release)
		hang := agenttest.NewTool("hang", agenttest.Hang(release))
		n := 0
		childModel := modelFunc(func(req *agent.ModelRequest) *agent.ModelResponse {
			if len(req.Contents) > 1 {
				c := agent.TextContent(agent.RoleModel, "done")
				return &agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}
			}
			n++
			c := call("", "hang", `{}`)
			return &agent.ModelResponse{FinishReason: agent.FinishToolCalls, Content: &agent.Content{Parts: []agent.Part{{FunctionCall: &c}}}}
		})
		child, err := agent.New(agent.Config{Name: "child", Model: childModel, Tools: []agent.Tool{hang}})
		require.NoError(t, err)
		w := newWorld(t, agenttest.NewModel(
			agenttest.Call("child", `{"request":"1"}`), agenttest.Call("child", `{"request":"2"}`), agenttest.Call("child", `{"request":"3"}`),
			agenttest.Say("done")), []agent.Tool{agent.AgentTool(child)})
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Equal(t, 3, n)
		assert.Equal(t, 2, hang.Count(), "the third is refused")
		assert.Equal(t, 2, w.runner.Stuck("hang"))
		assert.Equal(t, 2, o.diagnosed(agent.DiagAbandoned))
	})
}
