package sqlitestore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// With these environment variables, the test binary is the other process: it appends to a
// file.
const (
	envPath  = "SQLITESTORE_TEST_PATH"
	envTimes = "SQLITESTORE_TEST_TIMES"
	envBatch = "SQLITESTORE_TEST_BATCH"
)

func TestMain(m *testing.M) {
	path, other := os.LookupEnv(envPath)
	if !other {
		os.Exit(m.Run())
	}
	if os.Getenv(envEffects) != "" {
		_, _ = fmt.Fprintln(os.Stderr, workUntilKilled(context.Background(), path))
		os.Exit(1)
	}
	times, _ := strconv.Atoi(os.Getenv(envTimes))
	batch, _ := strconv.Atoi(os.Getenv(envBatch))
	if err := appendFrom(context.Background(), path, times, batch, os.Stdout); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// appendFrom opens the file and appends batches of events, each with the number of all
// events in the state. It writes a line after each batch.
func appendFrom(ctx context.Context, path string, times, batch int, progress io.Writer) (err error) {
	s, err := sqlitestore.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for done := 0; done < times; {
		session, err := s.Get(ctx, ada)
		if err != nil {
			return err
		}
		events := make([]*agent.Event, batch)
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

// process starts the other process.
func process(t *testing.T, path string, times, batch int) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), envPath+"="+path, envTimes+"="+strconv.Itoa(times), envBatch+"="+strconv.Itoa(batch))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return cmd, bufio.NewScanner(out)
}

// sound checks that the events have the appended numbers, in order, and that the state has
// the last one.
func sound(t *testing.T, session *agent.Session) {
	t.Helper()
	for i, e := range session.Events {
		require.Equal(t, strconv.Itoa(i+1), e.ID)
	}
	n := int64(len(session.Events))
	assert.Equal(t, agent.State{"n": n, "user:n": n}, session.State)
}

func TestTwoProcesses(t *testing.T) {
	const times = 30
	path := file(t)
	s := open(t, path)
	create(t, s, ada, agent.State{"n": 0, "user:n": 0})
	cmd, lines := process(t, path, times, 2)
	require.True(t, lines.Scan(), "the other process has begun")
	require.NoError(t, appendFrom(t.Context(), path, times, 2, io.Discard))
	for lines.Scan() {
	}
	require.NoError(t, cmd.Wait())
	session := get(t, s, ada)
	assert.Len(t, session.Events, 2*2*times)
	sound(t, session)
}
