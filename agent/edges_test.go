package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// An awayAuth has no credentials while it is away.
type awayAuth struct{ away *bool }

func (a awayAuth) Resolve(context.Context, *agent.Call) (agent.AuthStatus, error) {
	if *a.away {
		return agent.AuthStatus{}, nil
	}
	return agent.AuthStatus{State: agent.AuthReady}, nil
}
func (awayAuth) Refresh(context.Context, *agent.Call, toolerr.Access) error { return nil }

// An approved call that cannot run yet waits on, with its approval unused.
func TestApprovedCallKeepsWaiting(t *testing.T) {
	const elsewhere = "no credentials in the process of an engine's tools"
	for _, name := range []string{"the toolset is away", "no credentials", elsewhere, "the run is canceled"} {
		bubble(t, name, func(t *testing.T) {
			away, auth := false, false
			var conf *agent.RunnerConfig
			tool := agenttest.NewTool("pay", agenttest.Return(report{"paid"}), agent.Confirm(), agent.Auth(awayAuth{&auth}))
			model := agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("ok"))
			w := newWorld(t, model, nil, func(cfg *agent.Config, rc *agent.RunnerConfig) {
				conf = rc
				if name == elsewhere {
					cfg.Tools = []agent.Tool{tool}
					return
				}
				cfg.Toolsets = []agent.Toolset{lambdaSet(func(context.Context) ([]agent.Tool, error) {
					if away {
						return nil, errors.New("connection refused")
					}
					return []agent.Tool{tool}, nil
				})}
			})
			if name == elsewhere {
				w.runner = engineRunner(t, *conf, 1)
			}
			asked := w.mustSay("pay").last()
			require.Len(t, asked.LongRunningToolIDs, 1)
			id := asked.LongRunningToolIDs[0]
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			says := "unavailable"
			switch name {
			case "the toolset is away":
				away = true
			case "no credentials", elsewhere:
				auth, says = true, "credentials"
			default:
				conf.Store, says = cancelingStore{w.store, cancel}, "not executed"
				var err error
				w.runner, err = agent.NewRunner(*conf)
				require.NoError(t, err)
			}
			o := w.run(ctx, agent.Approve(id))
			require.NoError(t, o.err)
			assert.Zero(t, tool.Count())
			require.Len(t, o.responses(), 1)
			assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome)
			assert.Contains(t, string(o.responses()[0].Response), says)
			pending, err := w.runner.Pending(t.Context(), session)
			require.NoError(t, err)
			require.Len(t, pending, 1)
			assert.Equal(t, id, pending[0].CallID)
			assert.NotNil(t, pending[0].Confirmation)

			away, auth = false, false
			o = w.mustRun(agent.Approve(id))
			assert.Equal(t, 1, tool.Count())
			assert.Equal(t, "ok", o.text())
			w.stored()
		})
	}
}

// An approved call also waits on while two calls of its tool hang.
func TestApprovedCallWaitsForCallsThatHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		tool := agenttest.NewTool("pay", agenttest.Sequence(agenttest.Hang(release), agenttest.Hang(release), agenttest.Return(report{"paid"})),
			agent.ConfirmIf(func(_ context.Context, args json.RawMessage) (bool, error) {
				return string(args) != `{"small":true}`, nil
			}),
			agent.Schema(json.RawMessage(`{"type":"object"}`)))
		small := agenttest.Call("pay", `{"small":true}`)
		w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), small, small, agenttest.Say("slow"), agenttest.Say("ok")), []agent.Tool{tool})
		id := w.mustSay("pay").last().LongRunningToolIDs[0]
		for _, err := range w.runner.Run(t.Context(), agent.SessionRef{User: "ada", ID: "other"}, agent.Say("pay little")) {
			require.NoError(t, err)
		}
		require.Equal(t, 2, w.runner.Stuck("pay"))
		assert.Equal(t, agent.OutcomePending, w.mustRun(agent.Approve(id)).responses()[0].Outcome)
		close(release)
		synctest.Wait()
		assert.Equal(t, agent.OutcomeOK, w.mustRun(agent.Approve(id)).responses()[0].Outcome)
		assert.Equal(t, 3, tool.Count())
	})
}

// A cancelingStore cancels a run as soon as its input is stored.
type cancelingStore struct {
	*agent.MemoryStore
	cancel func()
}

func (s cancelingStore) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	defer s.cancel()
	return s.MemoryStore.Append(ctx, ref, version, events...)
}

// A truncated stream of which nothing was shown is retried.
func TestTruncatedStreamIsRetried(t *testing.T) {
	for name, turn := range map[string]agenttest.Turn{
		"nothing":                   agenttest.BreakOff(),
		"an empty delta":            agenttest.BreakOff(""),
		"a piece of call":           halfCall(nil),
		"503 after a piece of call": halfCall(toolerr.Upstream(503, toolerr.Message{})),
	} {
		bubble(t, name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel(turn, agenttest.Say("ok")), nil)
			o := w.mustSay("go", agent.WithStreaming())
			assert.Equal(t, "ok", o.text())
			assert.Equal(t, 1, o.diagnosed(agent.DiagModelRetry))
		})
	}
	bubble(t, "a text was shown", func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.BreakOff("half")), nil)
		o := w.say("go", agent.WithStreaming())
		require.ErrorIs(t, o.err, agent.ErrProviderStream)
		var failed *agent.RunError
		require.ErrorAs(t, o.err, &failed)
		assert.Equal(t, toolerr.GuidanceRetryWithBackoff, failed.Guidance, "document 002: streamTruncated")
	})
}

// halfCall is a turn that yields a piece of a call, and then breaks off or fails.
func halfCall(err error) agenttest.Turn {
	return func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		if yield(&agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Name: "pay", Args: `{"a`}}, nil) && err != nil {
			yield(nil, err)
		}
	}
}

// A first run that fails before its first write leaves no state behind.
func TestFirstRunThatFailsLeavesNoState(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Say("hej")), nil, func(cfg *agent.Config, _ *agent.RunnerConfig) {
		cfg.Instruction = "Answer in {language}."
	})
	o := w.say("hello", agent.WithState(agent.State{"langauge": "Danish"}))
	require.ErrorIs(t, o.err, agent.ErrTemplate)
	o = w.mustSay("hello", agent.WithState(agent.State{"language": "Danish"}))
	assert.Equal(t, "hej", o.text())
	assert.Equal(t, "Danish", w.stateOf("language"))
	assert.Nil(t, w.stateOf("langauge"))
	assert.Equal(t, "Answer in Danish.", w.model.Requests()[0].Instruction)
}

// RetryWait limits the wait before a model call too.
func TestRetryWaitOfModels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, agenttest.NewModel(agenttest.Status(429, toolerr.WithRetryAfter(5*time.Minute)), agenttest.Say("late")), nil)
		start := time.Now()
		o := w.say("go")
		require.ErrorIs(t, o.err, agent.ErrRateLimited)
		assert.Zero(t, time.Since(start))
		w = newWorld(t, agenttest.NewModel(agenttest.Status(429, toolerr.WithRetryAfter(time.Minute)), agenttest.Say("ok")), nil)
		assert.Equal(t, "ok", w.mustSay("go").text(), "the default of RetryWait is a minute")
	})
}

// The call that waits for an approval is not asked about again.
func TestCallThatWaitsIsNotMadeAgain(t *testing.T) {
	tool := agenttest.NewTool("pay", agenttest.Return(report{"paid"}), agent.Confirm())
	model := agenttest.NewModel(agenttest.Call("pay", `{"a":1,"b":2}`))
	w := newWorld(t, model, []agent.Tool{tool})
	id := w.mustSay("pay").last().LongRunningToolIDs[0]
	for range 3 {
		model.Then(agenttest.Call("pay", `{"b":2,"a":1.0}`), agenttest.Say("It waits."))
		o := w.mustSay("and now?")
		require.Len(t, o.responses(), 1)
		assert.Equal(t, agent.OutcomeSkipped, o.responses()[0].Outcome)
		assert.Contains(t, string(o.responses()[0].Response), "already waits")
	}
	model.Then(agenttest.Call("pay", `{"a":2,"b":2}`))
	w.mustSay("another")
	pending, err := w.runner.Pending(t.Context(), session)
	require.NoError(t, err)
	assert.Len(t, pending, 2, "a call with other arguments waits too")
	model.Then(agenttest.Say("done"))
	w.mustRun(agent.Approve(id))
	assert.Equal(t, 1, tool.Count())
}

// An agent that is a tool and has called nothing has had no effect.
func TestAgentThatCalledNothingHadNoEffect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := mustAgent(t, agent.Config{Name: "expert", Model: agenttest.NewModel(agenttest.Status(500))})
		_, o := calling(t, `{"request":"x"}`, agent.AgentTool(inner), func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Limits.ModelRetries = -1 })
		assert.NotContains(t, string(o.responses()[0].Response), "unknown")
		assert.Equal(t, toolerr.EffectNone, o.responses()[0].Failure().Effect())
	})
}

// A zero field of WithLimits keeps the runner's limit.
func TestLimitsOfARunKeepTheRunners(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(report{"ok"}))
	model := agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Call("t", `{}`), agenttest.Say("ok"))
	w := newWorld(t, model, []agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Limits.ToolCalls = 1 })
	o := w.mustSay("go", agent.WithLimits(agent.Limits{WallClock: time.Hour}))
	assert.Equal(t, agent.CodeToolBudget, o.last().ErrorCode)
}

// What cannot work is refused with a clear error.
func TestUnusableInput(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(), nil)
	_, err := agent.New(agent.Config{Name: "a", Model: w.model, Callbacks: agent.Callbacks{
		BeforeTool: []func(context.Context, *agent.Call) (any, error){nil},
	}})
	require.ErrorIs(t, err, agent.ErrConfig)
	assert.ErrorContains(t, err, "BeforeTool")
	a := mustAgent(t, agent.Config{Name: "a", Model: w.model})
	_, err = agent.NewRunner(agent.RunnerConfig{Agent: a, Plugins: []agent.Plugin{{OnEvent: []func(context.Context, *agent.Event) error{nil}}}})
	require.ErrorIs(t, err, agent.ErrConfig)

	for name, v := range map[string]any{"NaN": math.NaN(), "large": strings.Repeat("x", 20<<20)} {
		o := w.say("hello", agent.WithState(agent.State{"k": v}))
		require.ErrorIs(t, o.err, agent.ErrInvalidInput, name)
		assert.ErrorContains(t, o.err, "in the state")
	}
}

// A call that is made again after the wait that its failure named has not failed twice.
func TestCallAfterTheNamedWait(t *testing.T) {
	busy := func() error {
		return toolerr.RateLimit(toolerr.Message{}, toolerr.WithStatus(429), toolerr.WithService("_http"), toolerr.WithRetryAfter(time.Second))
	}
	for name, wait := range map[string]time.Duration{"after the wait": time.Second, "at once": 0} {
		bubble(t, name, func(t *testing.T) {
			tool := agenttest.NewTool("weather", agenttest.Sequence(
				agenttest.ReturnError(busy()), agenttest.ReturnError(busy()), agenttest.ReturnError(busy()), agenttest.Return(report{"21"})))
			again := func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
				<-time.After(wait)
				agenttest.Call("weather", `{}`)(ctx, req, yield)
			}
			_, o := went(t, agenttest.NewModel(again, again, again, again, agenttest.Say("ok")), []agent.Tool{tool})
			last := o.responses()[3]
			if wait > 0 {
				assert.Equal(t, agent.OutcomeOK, last.Outcome, string(last.Response))
				assert.NotContains(t, string(o.responses()[1].Response), "will not be executed again")
			} else {
				assert.Equal(t, agent.OutcomeSkipped, last.Outcome)
			}
		})
	}
}
