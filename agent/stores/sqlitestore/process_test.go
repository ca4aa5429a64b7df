package sqlitestore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// With this environment variable, the test binary is the other process: it appends to a file
// until it is killed.
const envPath = "SQLITESTORE_TEST_PATH"

func TestMain(m *testing.M) {
	path, other := os.LookupEnv(envPath)
	if !other {
		os.Exit(m.Run())
	}
	_, _ = fmt.Fprintln(os.Stderr, appendFrom(context.Background(), path, math.MaxInt, os.Stdout))
	os.Exit(1)
}

// appendFrom opens the file and appends some batches of two events, each with the number of
// all events in the state. It writes a line after each batch.
func appendFrom(ctx context.Context, path string, batches int, progress io.Writer) (err error) {
	s, err := sqlitestore.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for done := 0; done < batches; {
		session, err := s.Get(ctx, ada)
		if err != nil {
			return err
		}
		if n := int64(len(session.Events)); session.State["n"] != n || session.State["user:n"] != n {
			return fmt.Errorf("a read of %d events with the state %v, which is of another moment", n, session.State)
		}
		events := make([]*agent.Event, 2)
		for i := range events {
			n := len(session.Events) + i + 1
			events[i] = text(strconv.Itoa(n), "i", agent.State{"n": n, "user:n": n})
		}
		_, err = s.Append(ctx, ada, session.Version, events...)
		switch {
		case errors.Is(err, agent.ErrStaleSession): // the other process was faster
			continue
		case err != nil:
			return err
		}
		done++
		if _, err := fmt.Fprintln(progress, done); err != nil {
			return err
		}
	}
	return nil
}

// Processes append to one file, and one of them is killed: the events have the appended
// numbers, in order, the state has the last one, and the file is sound.
func TestProcesses(t *testing.T) {
	path := file(t)
	s := open(t, path)
	create(t, s, ada, agent.State{"n": 0, "user:n": 0})
	self, err := os.Executable()
	require.NoError(t, err)
	for range 5 {
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Env = append(os.Environ(), envPath+"="+path)
		var failed strings.Builder
		cmd.Stderr = &failed
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		lines := bufio.NewScanner(out)
		require.True(t, lines.Scan(), "the other process has begun")
		require.NoError(t, appendFrom(t.Context(), path, 10, io.Discard))
		for range rand.IntN(20) {
			require.True(t, lines.Scan())
		}
		require.NoError(t, cmd.Process.Kill())
		require.Error(t, cmd.Wait())
		require.Empty(t, failed.String())

		session := get(t, s, ada)
		for i, e := range session.Events {
			require.Equal(t, strconv.Itoa(i+1), e.ID)
		}
		n := int64(len(session.Events))
		assert.Equal(t, agent.State{"n": n, "user:n": n}, session.State)
		var verdict string
		require.NoError(t, s.Writer().QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&verdict))
		assert.Equal(t, "ok", verdict)
	}
}

func TestApprovalsAtTheSameTime(t *testing.T) {
	path := file(t)
	storecase.Race(t, [2]agent.Store{open(t, path), open(t, path)}, 25)
}
