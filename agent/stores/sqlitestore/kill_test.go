package sqlitestore_test

import (
	"context"
	"errors"
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
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// With these environment variables, the test binary is the process that is killed: it runs
// an agent and kills itself shortly after a number of steps.
const (
	envEffects = "SQLITESTORE_TEST_EFFECTS"
	envSteps   = "SQLITESTORE_TEST_STEPS"
	envKills   = "SQLITESTORE_KILLS" // number of kills in TestAgentKilledAnywhere; 20
)

// working returns an agent whose tools append the ids of their calls to a file.
func working(effects string, step func()) storecase.Worker {
	return storecase.Worker{Step: step, Act: func(_ context.Context, id string) error {
		f, err := os.OpenFile(effects, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		_, err = f.WriteString(id + "\n")
		return errors.Join(err, f.Close())
	}}
}

// workUntilKilled runs the agent, and kills the process shortly after a number of steps.
func workUntilKilled(ctx context.Context, path string) error {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	left, _ := strconv.ParseInt(os.Getenv(envSteps), 10, 64)
	var steps atomic.Int64
	w := working(os.Getenv(envEffects), func() {
		if steps.Add(1) == left {
			time.AfterFunc(time.Duration(rand.Int64N(int64(2*time.Millisecond))), func() { _ = self.Kill() })
		}
	})
	store, err := sqlitestore.Open(ctx, path)
	if err != nil {
		return err
	}
	runner, err := w.Runner(store)
	if err != nil {
		return err
	}
	for {
		if err := w.Round(ctx, runner, ada, func(*agent.Event) {}); err != nil {
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
	w := working(effects, func() {})
	runner, err := w.Runner(s)
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, w.Round(t.Context(), runner, ada, func(*agent.Event) {}))
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
	_, interrupted = storecase.Check(t, session, storecase.Acts(t, strings.Fields(string(raw))))
	return interrupted
}
