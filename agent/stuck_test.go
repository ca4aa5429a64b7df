package agent_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// differentCalls returns n different calls of a tool.
func differentCalls(tool string, n int) []agent.FunctionCall {
	all := make([]agent.FunctionCall, n)
	for i := range all {
		all[i] = call(fmt.Sprint(tool, i), tool, fmt.Sprintf(`{"n":%d}`, i))
	}
	return all
}

func TestProperty3CallsAtOnceThatHangAreBounded(t *testing.T) {
	for name, tt := range map[string]struct{ parallel, runs int }{
		"the number of calls that run at once": {8, 8}, "two": {2, 2}, "three": {3, 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer synctest.Wait()
				defer close(release)
				tool := agenttest.NewTool("t", agenttest.Hang(release), agent.ReadOnly(), agent.Timeout(time.Second))
				good := agenttest.NewTool("good", agenttest.Return(1), agent.ReadOnly())
				w := newWorld(t, agenttest.NewModel(
					agenttest.Calls(append(differentCalls("t", 14), differentCalls("good", 2)...)...), agenttest.Say("ok")), []agent.Tool{tool, good},
					limits(agent.Limits{Parallel: tt.parallel}))
				o := w.say("go")
				require.NoError(t, o.err)
				assert.Equal(t, tt.runs, tool.Count())
				assert.Equal(t, tt.runs, w.runner.Stuck("t"))
				assert.Equal(t, tt.runs, o.diagnosed(agent.DiagAbandoned))
				assert.Equal(t, 2, good.Count())
				for i, r := range o.responses()[:14] {
					f := fields(t, r)
					assert.Equal(t, false, f["can_retry"], "the next call would be refused")
					if i >= tt.runs {
						assert.Equal(t, "conflict", f["error_code"])
						assert.Equal(t, agent.OutcomeSkipped, r.Outcome)
					}
				}
				w.stored()
			})
		})
	}
}

// While one call of a tool does not return, the other calls of a turn run one by one.
func TestOneStuckCallMakesTheOthersGoOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer synctest.Wait()
		defer close(release)
		slow := agenttest.Slow(500 * time.Millisecond)
		tool := agenttest.NewTool("t", agenttest.Sequence(agenttest.Hang(release), slow), agent.ReadOnly(), agent.Timeout(time.Second))
		w := newWorld(t, agenttest.NewModel(
			agenttest.Call("t", `{}`), agenttest.Calls(differentCalls("t", 4)...), agenttest.Say("ok")), []agent.Tool{tool})
		start := time.Now()
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Equal(t, 5, tool.Count())
		assert.Equal(t, []string{"timeout", "", "", "", ""}, codes(t, o))
		assert.Equal(t, 1050*time.Millisecond+4*500*time.Millisecond, time.Since(start))
	})
}

func TestCallThatWaitsItsTurnIsCanceledWithTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer synctest.Wait()
		defer close(release)
		tool := agenttest.NewTool("t", agenttest.Sequence(agenttest.Hang(release), agenttest.Slow(40*time.Second)),
			agent.ReadOnly(), agent.Timeout(50*time.Second))
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Calls(differentCalls("t", 3)...)), []agent.Tool{tool})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		o := w.run(ctx, agent.Say("go"))
		require.NoError(t, o.err)
		assert.Equal(t, agent.CodeCanceled, o.last().ErrorCode)
		assert.Equal(t, 2, tool.Count())
		require.Len(t, o.responses(), 4)
		outcomes := map[agent.Outcome]int{}
		for _, r := range o.responses()[1:] {
			outcomes[r.Outcome]++
			assert.Equal(t, "canceled", fields(t, r)["error_code"])
		}
		assert.Equal(t, map[agent.Outcome]int{agent.OutcomeInterrupted: 1, agent.OutcomeSkipped: 2}, outcomes)
		w.stored()
	})
}

func TestConfirmersThatHangAreNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var asked atomic.Int32
		tool := agenttest.NewTool("t", agenttest.Return(1), agent.Confirm())
		model := agenttest.NewModel(agenttest.Calls(differentCalls("t", 6)...), agenttest.Say("ok"), agenttest.Call("t", `{}`), agenttest.Say("ok"))
		w := newWorld(t, model, []agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) {
			rc.Limits.ConfirmationWait = time.Second
			rc.Confirmer = agent.ConfirmerFunc(func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
				asked.Add(1)
				<-release
				return agent.Decision{Approved: true}, nil
			})
		})
		o := w.say("go")
		require.NoError(t, o.err)
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
		t.Run(where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := newRelease(t)
				var asked atomic.Int32
				w := newWorld(t, agenttest.NewModel(agenttest.Calls(differentCalls("t", 6)...), agenttest.Say("ok")),
					[]agent.Tool{agenttest.NewTool("t", agenttest.Return(1))}, func(cfg *agent.Config, rc *agent.RunnerConfig) {
						callouts()[where].set(func(context.Context) error { asked.Add(1); <-release; return nil }, cfg, rc)
					})
				o := w.say("go")
				require.NoError(t, o.err)
				assert.Equal(t, int32(2), asked.Load())
				assert.Equal(t, []string{"timeout", "timeout", "conflict", "conflict", "conflict", "conflict"}, codes(t, o))
			})
		})
	}
}

// Each kind of callback is abandoned after a tool's timeout.
func TestCallbacksAreBoundedInTime(t *testing.T) {
	for _, where := range []string{"BeforeTool", "AfterTool", "BeforeModel", "InstructionFunc"} {
		for _, deaf := range []bool{true, false} {
			t.Run(fmt.Sprint(where, "/deaf ", deaf), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
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
						return
					}
					require.ErrorIs(t, o.err, agent.ErrCallback)
				})
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
