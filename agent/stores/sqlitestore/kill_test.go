package sqlitestore_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// With these environment variables, the test binary is the process that is killed: it runs
// an agent and kills itself shortly after a number of steps.
const (
	envEffects = "SQLITESTORE_TEST_EFFECTS"
	envSteps   = "SQLITESTORE_TEST_STEPS"
	envKills   = "SQLITESTORE_KILLS" // number of kills in TestAgentKilledAnywhere; 20
)

// A working is an agent with a store in a file, whose tools log to another file.
type working struct {
	effects string
	step    func()
}

// Name implements [agent.Model].
func (working) Name() string { return "working" }

// Generate calls four tools, and answers after their results.
func (w working) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		w.step()
		last := req.Contents[len(req.Contents)-1]
		answer := agent.TextContent(agent.RoleModel, "Done.")
		if last.Parts[0].FunctionResponse == nil {
			answer.Parts = nil
			for _, tool := range []string{"count", "send", "count", "pay"} {
				answer.Parts = append(answer.Parts, agent.Part{FunctionCall: &agent.FunctionCall{Name: tool, Args: []byte(`{}`)}})
			}
		}
		yield(&agent.ModelResponse{Content: &answer, FinishReason: agent.FinishStop}, nil)
	}
}

// act is a tool that logs the id of its call.
func (w working) act(ctx context.Context, _ struct{}) (string, error) {
	w.step()
	f, err := os.OpenFile(w.effects, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(agent.CallFrom(ctx).ID + "\n")
	w.step()
	if closed := f.Close(); err == nil {
		err = closed
	}
	return "done", err
}

// count is a tool that increments a number of the state.
func (w working) count(ctx context.Context, _ struct{}) (int64, error) {
	w.step()
	call := agent.CallFrom(ctx)
	n, _ := call.State("n")
	old, _ := n.(int64)
	return old + 1, call.SetState("n", old+1)
}

func (w working) runner(store agent.Store) (*agent.Runner, error) {
	a, err := agent.New(agent.Config{Name: "worker", Model: w, Tools: []agent.Tool{
		agent.NewTool("count", "", w.count), agent.NewTool("send", "", w.act), agent.NewTool("pay", "", w.act, agent.Confirm()),
	}})
	if err != nil {
		return nil, err
	}
	return agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store, CreateSessions: true})
}

// round answers pending calls, or starts a new run.
func (w working) round(ctx context.Context, runner *agent.Runner) error {
	in := agent.Say("Work.")
	if pending, err := runner.Pending(ctx, ada); err == nil && len(pending) > 0 {
		in = agent.Approve(pending[0].CallID)
	}
	for _, err := range runner.Run(ctx, ada, in) {
		w.step()
		if err != nil {
			return err
		}
	}
	return nil
}

// workUntilKilled runs the agent, and kills the process shortly after a number of steps.
func workUntilKilled(ctx context.Context, path string) error {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	left, _ := strconv.ParseInt(os.Getenv(envSteps), 10, 64)
	var steps atomic.Int64
	w := working{effects: os.Getenv(envEffects), step: func() {
		if steps.Add(1) == left {
			time.AfterFunc(time.Duration(rand.Int64N(int64(2*time.Millisecond))), func() { _ = self.Kill() })
		}
	}}
	store, err := sqlitestore.Open(ctx, path)
	if err != nil {
		return err
	}
	runner, err := w.runner(store)
	if err != nil {
		return err
	}
	for {
		if err := w.round(ctx, runner); err != nil {
			return err
		}
	}
}

// TestAgentKilledAnywhere kills a process that runs an agent, at any point, and continues
// in another one: no call is executed twice, the state has the calls that succeeded, and
// providers accept the history.
func TestAgentKilledAnywhere(t *testing.T) {
	kills := 20
	if n, err := strconv.Atoi(os.Getenv(envKills)); err == nil {
		kills = n
	}
	path, effects := file(t), filepath.Join(t.TempDir(), "effects")
	self, err := os.Executable()
	require.NoError(t, err)
	interrupted := 0
	for range kills {
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Env = append(os.Environ(), envPath+"="+path, envEffects+"="+effects, envSteps+"="+strconv.Itoa(1+rand.IntN(60)))
		out, err := cmd.CombinedOutput()
		require.Error(t, err, "the process was killed")
		require.Empty(t, string(out))

		s := open(t, path)
		interrupted = checkWork(t, s, effects)
		var verdict string
		require.NoError(t, s.Writer().QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&verdict))
		assert.Equal(t, "ok", verdict)
		require.NoError(t, s.Close())
	}
	s := open(t, path)
	w := working{effects: effects, step: func() {}}
	runner, err := w.runner(s)
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, w.round(t.Context(), runner))
	}
	checkWork(t, s, effects)
	session := get(t, s, ada)
	agenttest.AssertHistorySound(t, session.Events)
	t.Logf("%d kills, %d events, %v increments, %d calls of which nobody knows how they ended", kills, len(session.Events), session.State["n"], interrupted)
}

// checkWork compares a session with the tools' log, and returns the number of interrupted
// calls.
func checkWork(t *testing.T, s agent.Store, effects string) (interrupted int) {
	t.Helper()
	session, err := s.Get(t.Context(), ada)
	if err != nil { // killed before it existed
		require.ErrorIs(t, err, agent.ErrSessionNotFound)
		return 0
	}
	raw, err := os.ReadFile(effects)
	if err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	done := map[string]int{}
	for id := range strings.FieldsSeq(string(raw)) {
		done[id]++
		require.Equal(t, 1, done[id], "call %s was made twice", id)
	}
	var increments int64
	for _, e := range session.Events {
		for _, r := range e.FunctionResponses() {
			switch {
			case r.Outcome == agent.OutcomeInterrupted:
				interrupted++
			case r.Outcome != agent.OutcomeOK:
			case r.Name == "count":
				increments++
			default:
				assert.Equal(t, 1, done[r.ID], "call %s succeeded but did not run", r.ID)
			}
		}
	}
	n, _ := session.State["n"].(int64)
	require.Equal(t, fmt.Sprint(increments), fmt.Sprint(n), "the number is the count of the calls that succeeded")
	return interrupted
}
