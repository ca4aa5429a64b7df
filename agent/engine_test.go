package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// An otherProcess is an engine that runs every step with another runner, and encodes
// everything in between.
type otherProcess struct {
	t        *testing.T
	worker   *agent.Runner
	attempts int // of each step
}

func (*otherProcess) Now() time.Time { return time.Now() }

func (*otherProcess) Bound(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, cause)
}

func (*otherProcess) Together(ctx context.Context, _ int, fns []func(context.Context)) {
	for _, fn := range fns {
		fn(ctx)
	}
}

// engineRunner returns a runner whose steps another runner executes, with so many
// attempts. change may adjust the configuration of the first one.
func engineRunner(t *testing.T, cfg agent.RunnerConfig, attempts int, change ...func(*agent.RunnerConfig, *otherProcess)) *agent.Runner {
	t.Helper()
	worker := mustRunner(t, cfg)
	o := &otherProcess{t: t, worker: worker, attempts: attempts}
	cfg.Engine = o
	for _, f := range change {
		f(&cfg, o)
	}
	runner := mustRunner(t, cfg)
	return runner
}

func sent[T any](t *testing.T, v T) (got T) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(encoded(t, v)), &got))
	return got
}

func (o *otherProcess) AskModel(ctx context.Context, s agent.Step) (*agent.ModelResponse, error) {
	s.Request.OutputSchema = nil
	for i, d := range s.Request.Tools {
		s.Request.Tools[i] = agent.Declaration{Name: d.Name}
	}
	s = sent(o.t, s)
	for attempt := 1; ; attempt++ {
		s.Attempt, s.Last = attempt, attempt >= o.attempts
		resp, retry, err := o.worker.AskModel(ctx, sent(o.t, s))
		if err == nil {
			return sent(o.t, resp), nil
		}
		if !retry || s.Last {
			return nil, err
		}
	}
}

func (o *otherProcess) CallTool(ctx context.Context, s agent.Step) agent.ToolAnswer {
	s = sent(o.t, s)
	for attempt := 1; ; attempt++ {
		s.Attempt, s.Last = attempt, attempt >= o.attempts
		answer, retry := o.worker.CallTool(ctx, s)
		if !retry || s.Last {
			got := sent(o.t, answer)
			if answer.Failure != nil {
				got.Failure = toolerr.FromReport(answer.Failure.Report())
			}
			return got
		}
	}
}

// A session has the same events with and without an engine.
func TestAnEngineChangesNoSession(t *testing.T) {
	flaky := func() agenttest.Behavior {
		return agenttest.Sequence(agenttest.ReturnError(toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(0))), agenttest.Return(map[string]int{"n": 1}))
	}
	scenes := map[string]struct {
		config func() agent.Config
		inputs []agent.Input
	}{
		"tools, a failure, a retry and state": {
			inputs: []agent.Input{agent.Say("Go")},
			config: func() agent.Config {
				model := agenttest.NewModel(agenttest.Fail(toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(0))),
					agenttest.Calls(
						agent.FunctionCall{ID: "a", Name: "flaky"}, agent.FunctionCall{ID: "b", Name: "fails"},
						agent.FunctionCall{ID: "c", Name: "note"}, agent.FunctionCall{ID: "d", Name: "nobody"},
					), agenttest.Say("Done."))
				return agent.Config{Name: "clerk", Model: model, OutputKey: "said", Tools: []agent.Tool{
					agenttest.NewTool("flaky", flaky(), agent.ReadOnly()),
					agenttest.NewTool("fails", agenttest.ReturnError(toolerr.InvalidInputf("a", "is not a date"))),
					agenttest.NewTool("note", func(ctx context.Context) (any, error) {
						agent.CallFrom(ctx).SkipSummarization()
						return nil, agent.CallFrom(ctx).SetState("n", 7)
					}),
				}}
			},
		},
		"calls without arguments, and with some that are not JSON": {
			inputs: []agent.Input{agent.Say("Go")},
			config: func() agent.Config {
				model := agenttest.NewModel(agenttest.Calls(
					agent.FunctionCall{ID: "a", Name: "look"},
					agent.FunctionCall{ID: "b", Name: "look", Args: json.RawMessage(`{"n":`)},
					agent.FunctionCall{ID: "c", Name: "look", Args: json.RawMessage(`"\xff\xfe`)},
					agent.FunctionCall{ID: "d", Name: "look", Args: json.RawMessage(`7`), Malformed: "seven"},
				), agenttest.Say("Done.\xff\xfe"))
				return agent.Config{Name: "clerk", Model: model, Tools: []agent.Tool{agenttest.NewTool("look", agenttest.Return(map[string]int{"n": 1}))}}
			},
		},
		"an agent that is a tool and takes too long": {
			inputs: []agent.Input{agent.Say("Go")},
			config: func() agent.Config {
				expert := mustAgent(t, agent.Config{Name: "expert", Model: agenttest.NewModel(agenttest.Silence())})
				return agent.Config{Name: "clerk", Tools: []agent.Tool{agent.AgentTool(expert, agent.Timeout(time.Minute))}, Model: agenttest.NewModel(
					agenttest.Calls(agent.FunctionCall{ID: "a", Name: "expert", Args: json.RawMessage(`{"request":"think"}`)}), agenttest.Say("Done."),
				)}
			},
		},
		"an approval of a call in an agent that is a tool": {
			inputs: []agent.Input{agent.Say("Go"), agent.Approve("a.b")},
			config: func() agent.Config {
				expert := mustAgent(t, agent.Config{
					Name: "expert", Tools: []agent.Tool{agenttest.NewTool("pay", agenttest.Return(map[string]bool{"paid": true}), agent.Confirm())},
					Model: agenttest.NewModel(agenttest.Calls(agent.FunctionCall{ID: "b", Name: "pay"}), agenttest.Say("Paid.")),
				})
				return agent.Config{Name: "clerk", Tools: []agent.Tool{agent.AgentTool(expert)}, Model: agenttest.NewModel(
					agenttest.Calls(agent.FunctionCall{ID: "a", Name: "expert", Args: json.RawMessage(`{"request":"pay"}`)}), agenttest.Say("Done."),
				)}
			},
		},
	}
	for name, s := range scenes {
		bubble(t, name, func(t *testing.T) {
			var sessions []*agent.Session
			for _, elsewhere := range []bool{false, true} {
				root := mustAgent(t, s.config())
				cfg := agent.RunnerConfig{Agent: root, CreateSessions: true}
				runner := mustRunner(t, cfg)
				if elsewhere {
					runner = engineRunner(t, cfg, 3)
				}
				ref := agent.SessionRef{App: "a", User: "u", ID: "s"}
				for _, in := range s.inputs {
					require.NoError(t, agenttest.Collect(runner.Run(t.Context(), ref, in)).Err)
				}
				stored, err := runner.Store().Get(t.Context(), ref)
				require.NoError(t, err)
				agenttest.AssertHistorySound(t, stored.Events)
				sessions = append(sessions, stored)
			}
			assert.Equal(t, sessions[0].State, sessions[1].State)
			require.Len(t, sessions[1].Events, len(sessions[0].Events))
			for i, want := range sessions[0].Events {
				assert.Equal(t, timeless(t, want), timeless(t, sessions[1].Events[i]))
			}
		})
	}
}

// A leaver is an engine that abandons the goroutine of a run when a tool is called.
type leaver struct{ *otherProcess }

func (leaver) CallTool(context.Context, agent.Step) agent.ToolAnswer {
	runtime.Goexit()
	return agent.ToolAnswer{}
}

type counter struct{ n atomic.Int64 }

func (c *counter) Adapted(context.Context, adapter.Observation) { c.n.Add(1) }

// An engine replays the run from the beginning, so an abandoned agent that is a tool has
// not failed. No failure is observed again: the activity has observed it.
func TestAnEngineThatGivesUpIsNotAFailure(t *testing.T) {
	observed, logged := &counter{}, &bytes.Buffer{}
	registry := adapter.NewRegistry().WithObserver(observed).WithLogger(slog.New(slog.NewTextHandler(logged, nil)))
	look := agenttest.NewTool("look", agenttest.Return(nil), agent.ReadOnly())
	expert := mustAgent(t, agent.Config{
		Name: "expert", Adapters: registry, Tools: []agent.Tool{look},
		Model: agenttest.NewModel(agenttest.Calls(agent.FunctionCall{ID: "b", Name: "look"}), agenttest.Say("Seven.")),
	})
	root := mustAgent(t, agent.Config{Name: "clerk", Adapters: registry, Tools: []agent.Tool{agent.AgentTool(expert)}, Model: agenttest.NewModel(
		agenttest.Calls(agent.FunctionCall{ID: "a", Name: "expert", Args: json.RawMessage(`{"request":"how many?"}`)}))})
	runner := engineRunner(t, agent.RunnerConfig{Agent: root, CreateSessions: true}, 1,
		func(rc *agent.RunnerConfig, o *otherProcess) { rc.Engine = leaver{o} })
	gone := make(chan bool)
	go func() {
		defer close(gone)
		for range runner.Run(t.Context(), agent.SessionRef{ID: "s"}, agent.Say("Go")) {
		}
		gone <- true
	}()
	assert.False(t, <-gone, "the goroutine has ended")
	assert.Zero(t, observed.n.Load())
	assert.Empty(t, logged.String())
}

// waits counts writes of shared cooldowns.
type waits struct{ set atomic.Int64 }

func (*waits) Get(context.Context, string) (string, time.Duration, error) { return "", 0, nil }

func (w *waits) Set(context.Context, string, string, time.Duration) error {
	w.set.Add(1)
	return nil
}

// A delivered failure is read again in each replay, days later, when its wait is over.
func TestAnEngineBeginsNoWait(t *testing.T) {
	for _, elsewhere := range []bool{false, true} {
		shared := &waits{}
		registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "service" }, Store: shared})
		root := mustAgent(t, agent.Config{
			Name: "clerk", Adapters: registry,
			Tools: []agent.Tool{agenttest.NewTool("job", func(context.Context) (any, error) { return nil, nil }, agent.LongRunning())},
			Model: agenttest.NewModel(agenttest.Calls(agent.FunctionCall{ID: "a", Name: "job"}), agenttest.Say("Sorry.")),
		})
		cfg := agent.RunnerConfig{Agent: root, CreateSessions: true}
		runner := mustRunner(t, cfg)
		if elsewhere {
			runner = engineRunner(t, cfg, 1)
		}
		limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Hour))
		for _, in := range []agent.Input{agent.Say("Go"), agent.Deliver("a", nil, limited)} {
			require.NoError(t, agenttest.Collect(runner.Run(t.Context(), agent.SessionRef{ID: "s"}, in)).Err)
		}
		assert.Equal(t, !elsewhere, shared.set.Load() > 0, "elsewhere: %t", elsewhere)
	}
}

// compactElsewhere is a compactor in the loop of an engine.
type compactElsewhere struct{ worker *agent.Runner }

func (c compactElsewhere) Compact(ctx context.Context, req *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	return c.worker.Compact(ctx, agent.Step{Agent: agent.RunFrom(ctx).Agent, Request: req}, events)
}

// TestAnEngineAndACompactorThatAsksAModel: the loop of an engine waits for no model. Elsewhere
// the model is asked as in a run, with its retries.
func TestAnEngineAndACompactorThatAsksAModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, elsewhere := range []bool{false, true} {
			summarizer := agenttest.NewModel(agenttest.Status(503), agenttest.Say("In short."))
			compactor := &summarized{model: summarizer}
			root, _ := asked(t, agent.Config{}, agenttest.Say("1"), agenttest.Say("2"))
			cfg := agent.RunnerConfig{Agent: root, CreateSessions: true, Compactor: compactor}
			runner := engineRunner(t, cfg, 1, func(rc *agent.RunnerConfig, o *otherProcess) {
				if elsewhere {
					rc.Compactor = compactElsewhere{o.worker}
				}
			})
			for _, in := range []agent.Input{agent.Say("Hi"), agent.Say("Go on")} {
				require.NoError(t, agenttest.Collect(runner.Run(t.Context(), session, in)).Err)
			}
			if elsewhere {
				require.NoError(t, compactor.err)
				assert.Zero(t, summarizer.Left())
				continue
			}
			require.ErrorIs(t, compactor.err, agent.ErrConfig)
			assert.Empty(t, summarizer.Requests())
		}
	})
}

// timeless is an event without what is another one in each run.
func timeless(t *testing.T, e *agent.Event) string {
	t.Helper()
	c := e.Clone()
	c.ID, c.InvocationID, c.Timestamp, c.Actions.Suspended = "", "", time.Time{}, nil
	raw, err := json.MarshalIndent(c, "", " ")
	require.NoError(t, err)
	return string(raw)
}

func TestAnEngineFindsItsAgents(t *testing.T) {
	root := mustAgent(t, agent.Config{Name: "clerk", Model: agenttest.NewModel()})
	worker := mustRunner(t, agent.RunnerConfig{Agent: root})
	_, retry, err := worker.AskModel(t.Context(), agent.Step{Agent: "gone", Request: &agent.ModelRequest{}})
	require.ErrorIs(t, err, agent.ErrConfig)
	assert.False(t, retry)
	answer, retry := worker.CallTool(t.Context(), agent.Step{Agent: "gone", Call: &agent.FunctionCall{Name: "t"}})
	assert.Equal(t, toolerr.EffectNone, answer.Failure.Effect())
	assert.False(t, retry)
}
