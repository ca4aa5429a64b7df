package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// scribbler is a tool that overwrites its arguments, like a parser that works in place, and an
// Authenticator that does.
type scribbler struct {
	*agent.FuncTool
	login
	seen []string
}

func (s *scribbler) Call(_ context.Context, args json.RawMessage) (any, error) {
	s.seen = append(s.seen, string(args))
	copy(args, `{"to":"eve"}`)
	if len(s.seen) == 1 {
		return nil, toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	}
	return "done", nil
}

func (s *scribbler) Resolve(ctx context.Context, call *agent.Call) (agent.AuthStatus, error) {
	copy(call.Args, `{"to":"eve"}`)
	return s.login.Resolve(ctx, call)
}

func TestForeignCodeThatOverwritesArguments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const ada = `{"to":"ada"}`
		tool := &scribbler{login: login{state: agent.AuthReady}}
		tool.FuncTool = agent.NewTool("pay", "", func(context.Context, map[string]any) (any, error) { return nil, nil },
			agent.Schema(json.RawMessage(`{"type":"object"}`)), agent.Idempotent(), agent.Confirm(), agent.Auth(tool))
		w, _ := calling(t, ada, tool, func(_ *agent.Config, rc *agent.RunnerConfig) {
			rc.Confirmer = agent.Confirmer(func(_ context.Context, req agent.ConfirmationRequest) (agent.Decision, error) {
				copy(req.Args, `{"to":"eve"}`)
				return agent.Decision{Approved: true}, nil
			})
		})
		assert.Equal(t, []string{ada, ada}, tool.seen, "the retry gets the arguments of the first run")
		assert.JSONEq(t, ada, string(w.stored()[1].FunctionCalls()[0].Args))
		assert.JSONEq(t, ada, string(w.model.Requests()[1].Contents[1].Parts[0].FunctionCall.Args))
	})
}

func TestConfirmationWithoutALimitWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm(), agent.Auth(foreignAuth(context.Context.Err)))
		calling(t, `{}`, pay,
			func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Limits = agent.Limits{ConfirmationWait: -1, ToolTimeout: -1, RetryWait: -1}
				rc.Confirmer = agent.Confirmer(func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
					select {
					case <-ctx.Done():
						return agent.Decision{}, ctx.Err()
					case <-time.After(5 * time.Minute):
						return agent.Decision{Approved: true}, nil
					}
				})
			})
		assert.Equal(t, 1, pay.Count())
	})
}

// pendingCall makes a call of pay that waits for approval, and returns the request.
func pendingCall(t *testing.T, w *world) agent.ConfirmationRequest {
	t.Helper()
	o := w.mustSay("go")
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
	w.mustRun(agent.Input{Decisions: []agent.Decision{{CallID: req.CallID, Approved: true, ArgsHash: req.ArgsHash}}})
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
	o := w.mustRun(agent.Approve(req.CallID))
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
			if name == "panics" || tt.store == (emptyStore{}) {
				require.ErrorIs(t, w.runner.Rollback(t.Context(), session, "x"), agent.ErrBackend)
			}
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

func TestModelMayUseAResponseAgain(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
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
	}), nil)
	o := w.mustSay("go", agent.WithStreaming())
	assert.Equal(t, "abc", o.text(), "an empty last content is ignored")
}

func TestBeforeModelMayChangeTheRequestAndNotTheEvents(t *testing.T) {
	tool := agenttest.NewTool("read", agenttest.Return("secret"))
	w := newWorld(t, agenttest.NewModel(agenttest.Call("read", `{}`), agenttest.Say("done"), agenttest.Say("again")), []agent.Tool{tool},
		func(c *agent.Config, _ *agent.RunnerConfig) {
			c.Callbacks.BeforeModel = append(c.Callbacks.BeforeModel, func(_ context.Context, req *agent.ModelRequest) (*agent.ModelResponse, error) {
				if len(req.Contents) > 2 {
					result := req.Contents[2].Parts[0].FunctionResponse.Response
					copy(result[bytes.Index(result, []byte("secret")):], "hidden")
				}
				return nil, nil
			})
		})
	for range 2 { // the second run reads the store's own events
		w.mustSay("go")
	}
	assert.Contains(t, string(w.stored()[2].FunctionResponses()[0].Response), "secret")
	for _, req := range w.model.Requests()[1:] {
		assert.Contains(t, string(req.Contents[2].Parts[0].FunctionResponse.Response), "hidden")
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
	o := w.mustSay("go", agent.WithMetadata(map[string]string{"who": "host"}))
	assert.Equal(t, "host", o.last().Metadata["who"])
	assert.Equal(t, map[string]any{"n": int64(0)}, w.stateOf("shared"))
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
	w := newWorld(t, model, nil)
	o := w.run(nil, agent.Say("go")) //nolint:staticcheck // that is the point
	require.ErrorIs(t, o.err, agent.ErrInvalidInput)
	require.NoError(t, w.say("go", nil).err)
	assert.False(t, w.runner.Active(session))
}

type panickyLog struct{ slog.Handler }

func (panickyLog) Enabled(context.Context, slog.Level) bool { panic("no log") }

func TestLoggerThatPanicsDoesNotEndTheRun(t *testing.T) {
	went(t, agenttest.NewModel(agenttest.Say("done")), nil,
		func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Logger = slog.New(panickyLog{slog.DiscardHandler}) })
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
	model := agenttest.NewModel().Forever(func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		asked++
		if len(req.Contents) > 1 {
			agenttest.Say("done")(ctx, req, yield)
			return
		}
		agenttest.Call("helper", `{"request":"again"}`)(ctx, req, yield)
	})
	w := newWorld(t, agenttest.NewModel(), nil, func(c *agent.Config, _ *agent.RunnerConfig) {
		c.Model, c.Toolsets = model, []agent.Toolset{set}
	})
	a := mustAgent(t, agent.Config{Name: "helper", Model: model, Toolsets: []agent.Toolset{set}})
	set.a = a
	require.NoError(t, w.say("go").err)
	assert.Less(t, asked, 30)
}

func TestStuckToolsOfAnAgentToolAreCountedAndNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := newRelease(t)
		hang := agenttest.NewTool("hang", agenttest.Hang(release))
		inner := agenttest.NewModel()
		for range 3 {
			inner.Then(agenttest.Call("hang", `{}`), agenttest.Say("done"))
		}
		child := mustAgent(t, agent.Config{Name: "child", Model: inner, Tools: []agent.Tool{hang}})
		w, o := went(t, agenttest.NewModel(
			agenttest.Call("child", `{"request":"1"}`), agenttest.Call("child", `{"request":"2"}`), agenttest.Call("child", `{"request":"3"}`),
			agenttest.Say("done")), []agent.Tool{agent.AgentTool(child)})
		assert.Zero(t, inner.Left())
		assert.Equal(t, 2, hang.Count(), "the third is refused")
		assert.Equal(t, 2, w.runner.Stuck("hang"))
		assert.Equal(t, 2, o.diagnosed(agent.DiagAbandoned))
	})
}

// differentCalls returns n different calls of a tool.
func differentCalls(tool string, n int) []agent.FunctionCall {
	all := make([]agent.FunctionCall, n)
	for i := range all {
		all[i] = call(fmt.Sprint(tool, i), tool, fmt.Sprintf(`{"n":%d}`, i))
	}
	return all
}

func TestProperty3CallsAtOnceThatHangAreBounded(t *testing.T) {
	for _, parallel := range []int{8, 2, 3} {
		bubble(t, fmt.Sprint(parallel), func(t *testing.T) {
			release := newRelease(t)
			tool := agenttest.NewTool("t", agenttest.Hang(release), agent.ReadOnly(), agent.Timeout(time.Second))
			good := agenttest.NewTool("good", agenttest.Return(1), agent.ReadOnly())
			w, o := went(t, agenttest.NewModel(
				agenttest.Calls(append(differentCalls("t", 14), differentCalls("good", 2)...)...), agenttest.Say("ok")), []agent.Tool{tool, good},
				limits(agent.Limits{Parallel: parallel}))
			ran := tool.Count()
			assert.LessOrEqual(t, ran, parallel+1, "one may start before two are known to hang")
			assert.Equal(t, ran, w.runner.Stuck("t"))
			assert.Equal(t, ran, o.diagnosed(agent.DiagAbandoned))
			assert.Equal(t, 2, good.Count())
			for i, r := range o.responses()[:14] {
				f := fields(t, r)
				assert.Equal(t, false, f["can_retry"], "the next call would be refused")
				if i > parallel {
					assert.Equal(t, "conflict", f["error_code"])
					assert.Equal(t, agent.OutcomeSkipped, r.Outcome)
				}
			}
			w.stored()
		})
	}
}

func TestConfirmersThatHangAreNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var asked atomic.Int32
		tool := agenttest.NewTool("t", agenttest.Return(1), agent.Confirm())
		model := agenttest.NewModel(agenttest.Calls(differentCalls("t", 6)...), agenttest.Say("ok"), agenttest.Call("t", `{}`), agenttest.Say("ok"))
		w, o := went(t, model, []agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) {
			rc.Limits.ConfirmationWait = time.Second
			rc.Confirmer = agent.Confirmer(func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
				asked.Add(1)
				<-release
				return agent.Decision{Approved: true}, nil
			})
		})
		assert.Equal(t, int32(2), asked.Load())
		assert.Equal(t, 2, w.runner.Stuck("(confirmer)"))
		assert.Zero(t, tool.Count())
		for _, r := range o.responses() {
			assert.Equal(t, agent.OutcomeDenied, r.Outcome)
			assert.Equal(t, "denied", fields(t, r)["error_code"])
		}
		close(release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("(confirmer)"))
		require.NoError(t, w.say("again").err)
		assert.Equal(t, 1, tool.Count(), "a confirmer that answers again is asked again")
	})
}

func TestCallbacksOfAToolMayHang(t *testing.T) {
	for _, where := range []string{"ConfirmIf", "Auth"} {
		bubble(t, where, func(t *testing.T) {
			release := newRelease(t)
			var asked atomic.Int32
			_, o := went(t, agenttest.NewModel(agenttest.Calls(differentCalls("t", 6)...), agenttest.Say("ok")),
				[]agent.Tool{agenttest.NewTool("t", agenttest.Return(1))}, func(cfg *agent.Config, rc *agent.RunnerConfig) {
					callouts()[where].set(func(context.Context) error { asked.Add(1); <-release; return nil }, cfg, rc)
				})
			assert.Equal(t, int32(2), asked.Load())
			assert.Equal(t, []string{"timeout", "timeout", "conflict", "conflict", "conflict", "conflict"}, codes(t, o))
		})
	}
}

// Each kind of callback is abandoned after a tool's timeout.
func TestCallbacksAreBoundedInTime(t *testing.T) {
	for _, where := range []string{"BeforeTool", "AfterTool", "BeforeModel", "InstructionFunc"} {
		for _, deaf := range []bool{true, false} {
			bubble(t, fmt.Sprint(where, "/deaf ", deaf), func(t *testing.T) {
				release := newRelease(t)
				w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")),
					[]agent.Tool{agenttest.NewTool("t", agenttest.Return(1))}, limits(agent.Limits{ToolTimeout: 7 * time.Second}),
					func(cfg *agent.Config, rc *agent.RunnerConfig) {
						callouts()[where].set(func(ctx context.Context) error {
							if deaf {
								<-release
								return nil
							}
							<-ctx.Done()
							return ctx.Err()
						}, cfg, rc)
					})
				start := time.Now()
				o := w.say("go")
				assert.GreaterOrEqual(t, time.Since(start), 7*time.Second)
				assert.LessOrEqual(t, time.Since(start), 7100*time.Millisecond)
				if where == "BeforeTool" || where == "AfterTool" {
					require.NoError(t, o.err)
					assert.Equal(t, "ok", o.text())
					assert.Equal(t, where == "BeforeTool", o.responses()[0].IsError)
					assert.NotContains(t, fields(t, o.responses()[0]), "effect", "a tool that has not run has no effect")
					return
				}
				require.ErrorIs(t, o.err, agent.ErrCallback)
			})
		}
	}
}

// newRelease returns a channel that is closed at the end of the test, which ends the
// goroutines that wait for it.
func newRelease(t *testing.T) chan struct{} {
	t.Helper()
	release := make(chan struct{})
	t.Cleanup(func() {
		close(release)
		synctest.Wait()
	})
	return release
}

// Unpaired surrogates may come from a model, a tool, a schema, or a stored history.
func TestHalfACharacterDoesNotEndASession(t *testing.T) {
	const half = `{"a":"\ud83d"}`
	schema := json.RawMessage(`{"type":"object","description":"\ud83d"}`)
	tool := agenttest.NewTool("t", agenttest.Return(json.RawMessage(half)), agent.Schema(schema))
	model := agenttest.NewModel(agenttest.Call("t", half), agenttest.Say("ok"))
	w := newWorld(t, model, []agent.Tool{tool})
	seed(t, w.store, session, []*agent.Event{
		said("1", agent.RoleModel, agent.Part{FunctionCall: &agent.FunctionCall{ID: "old", Name: "t", Args: json.RawMessage(half)}}),
		said("2", agent.RoleUser, agent.Part{FunctionResponse: &agent.FunctionResponse{ID: "old", Name: "t", Response: json.RawMessage(half)}}),
	})
	require.NoError(t, w.say("go").err)
	sent := encoded(t, model.Requests())
	assert.NotContains(t, strings.ToLower(sent), `\ud83d`)
	assert.Contains(t, sent, `\ufffd`)
}

// vLLM creates ids of 46 characters, and Chat Completions of OpenAI accepts 40. Stored
// events and requests to a person have the same ids as requests to a model.
func TestLongIDsOfCalls(t *testing.T) {
	const long = "chatcmpl-tool-0123456789abcdef0123456789abcdef"
	tool := agenttest.NewTool("t", agenttest.Return(1), agent.Confirm())
	model := agenttest.NewModel(agenttest.Calls(agent.FunctionCall{ID: long, Name: "t", Args: json.RawMessage(`{}`)}), agenttest.Say("ok"))
	w, o := went(t, model, []agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) {
		rc.NewID = nextID()
	})
	waits := o.last().LongRunningToolIDs
	require.Len(t, waits, 1)
	assert.Len(t, waits[0], 40)
	require.NoError(t, w.run(t.Context(), agent.Approve(waits[0])).err)
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, waits[0], model.Requests()[1].Contents[2].Parts[0].FunctionResponse.ID)
	w.stored()
}

// nextID returns a generator of ids of 35 characters.
func nextID() func() string {
	n := 0
	return func() string {
		n++
		return strings.Repeat("x", 34-n/26) + strings.Repeat("y", n/26) + string(rune('a'+n%26))
	}
}

// Long ids in stored events do not change, because a person answers with them. Requests to
// a model have shorter ones.
func TestLongIDsThatOthersStored(t *testing.T) {
	id := strings.Repeat("x", 60)
	contents := agent.History([]*agent.Event{
		said("1", agent.RoleModel, agent.Part{FunctionCall: &agent.FunctionCall{ID: id + "1", Name: "t"}}, agent.Part{FunctionCall: &agent.FunctionCall{ID: id + "2", Name: "t"}}),
		said("2", agent.RoleUser, agent.Part{FunctionResponse: &agent.FunctionResponse{ID: id + "2", Name: "t", Response: json.RawMessage(`{"n":2}`)}},
			agent.Part{FunctionResponse: &agent.FunctionResponse{ID: id + "1", Name: "t", Response: json.RawMessage(`{"n":1}`)}}),
	})
	require.Len(t, contents, 3)
	calls, results := contents[1].Parts, contents[2].Parts
	for i := range calls {
		assert.LessOrEqual(t, len(calls[i].FunctionCall.ID), 40)
		assert.Equal(t, calls[i].FunctionCall.ID, results[i].FunctionResponse.ID)
	}
	assert.NotEqual(t, calls[0].FunctionCall.ID, calls[1].FunctionCall.ID)
	assert.JSONEq(t, `{"n":1}`, string(results[0].FunctionResponse.Response))

	tool := agenttest.NewTool("t", agenttest.Return(1), agent.Confirm())
	w := newWorld(t, agenttest.NewModel(agenttest.Say("ok")), []agent.Tool{tool})
	seed(t, w.store, session, []*agent.Event{
		said("1", agent.RoleModel, agent.Part{FunctionCall: &agent.FunctionCall{ID: id, Name: "t", Args: json.RawMessage(`{}`)}}),
		said("2", agent.RoleUser, agent.Part{FunctionResponse: &agent.FunctionResponse{
			ID: id, Name: "t", Response: json.RawMessage(`{}`), Outcome: agent.OutcomePending, Waits: agent.WaitsForConfirmation,
		}}),
	})
	require.NoError(t, w.run(t.Context(), agent.Approve(id)).err)
	assert.Equal(t, 1, tool.Count())
}
