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

// With this environment variable, the test binary is the other process: it appends to a file.
const envPath = "SQLITESTORE_TEST_PATH"

const (
	times = 30 // appends of a process
	batch = 2  // events of an append
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
	if err := appendFrom(context.Background(), path, os.Stdout); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// appendFrom opens the file and appends batches of events, each with the number of all
// events in the state. It writes a line after each batch.
func appendFrom(ctx context.Context, path string, progress io.Writer) (err error) {
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
		if n := int64(len(session.Events)); session.State["n"] != n || session.State["user:n"] != n {
			return fmt.Errorf("a read of %d events with the state %v, which is of another moment", n, session.State)
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

// The events have the appended numbers, in order, and the state has the last one.
func TestTwoProcesses(t *testing.T) {
	path := file(t)
	s := open(t, path)
	create(t, s, ada, agent.State{"n": 0, "user:n": 0})
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env, cmd.Stderr = append(os.Environ(), envPath+"="+path), os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan(), "the other process has begun")
	require.NoError(t, appendFrom(t.Context(), path, io.Discard))
	for lines.Scan() {
	}
	require.NoError(t, cmd.Wait())
	session := get(t, s, ada)
	require.Len(t, session.Events, 2*times*batch)
	for i, e := range session.Events {
		require.Equal(t, strconv.Itoa(i+1), e.ID)
	}
	n := int64(len(session.Events))
	assert.Equal(t, agent.State{"n": n, "user:n": n}, session.State)
}
