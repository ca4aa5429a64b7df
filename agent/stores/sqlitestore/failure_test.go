package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
	"github.com/errand-go/errand/toolerr"
)

const (
	unusable = "The session could not be read or written."
	theirs   = "The session store's file belongs to another program."
	newer    = "The session store was made by a newer version of this program."
)

// backend checks that err is ErrBackend, that no form of it contains the file or the
// queries, and that developers see the cause.
func backend(t *testing.T, err error, path, message, cause string) *agent.RunError {
	t.Helper()
	require.ErrorIs(t, err, agent.ErrBackend)
	re, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		said := strings.ToLower(fmt.Sprintf(verb, err))
		for _, canary := range []string{strings.ToLower(path), "sqlite", "select", "insert", "update ", "begin", "pragma", "trigger", "canary"} {
			assert.NotContains(t, said, canary, "printed with %s", verb)
		}
	}
	assert.Equal(t, message, err.Error())
	assert.Contains(t, re.Detail().DeveloperMessage()+fmt.Sprint(re.Cause()), cause)
	return re
}

func TestOpenFailures(t *testing.T) {
	database := func(statements string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			_, err := raw(t, path).ExecContext(t.Context(), statements)
			require.NoError(t, err)
		}
	}
	tests := map[string]struct {
		make                 func(t *testing.T, path string)
		code, message, cause string
	}{
		"a directory": {
			func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o700)) },
			"SQLITE_CANTOPEN", unusable, "unable to open",
		},
		"not a database": {
			func(t *testing.T, path string) {
				require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("canary text ", 500)), 0o600))
			},
			"SQLITE_NOTADB", unusable, "not a database",
		},
		"another program's tables":  {database(`CREATE TABLE sessions (canary TEXT)`), "", theirs, "another program"},
		"another program's mark":    {database(`PRAGMA application_id = 7`), "", theirs, "another program"},
		"another program's version": {database(`PRAGMA user_version = 1`), "", theirs, "another program"},
		"a newer version": {
			database(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = 99`, sqlitestore.ApplicationID)),
			"", newer, "version 99",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			tt.make(t, path)
			before, _ := os.ReadFile(path)
			s, err := sqlitestore.Open(t.Context(), path)
			require.Nil(t, s)
			re := backend(t, err, path, tt.message, tt.cause)
			assert.Equal(t, toolerr.GuidanceNone, re.Guidance)
			assert.Equal(t, toolerr.EffectNone, re.Detail().Effect())
			assert.Equal(t, tt.code, re.Detail().VendorCode())
			after, _ := os.ReadFile(path)
			assert.Equal(t, before, after, "the file was left as it was")
		})
	}
	for _, path := range []string{"", ":memory:", "a\x00b"} {
		_, err := sqlitestore.Open(t.Context(), path)
		assert.ErrorIs(t, err, agent.ErrInvalidInput, "%q", path)
	}
}

// prepared returns a store with a session that has one event.
func prepared(t *testing.T, path string) (*sqlitestore.Store, *agent.Session) {
	t.Helper()
	s := open(t, path)
	return s, storecase.Prepared(t, s)
}

func TestClosedStore(t *testing.T) {
	path := file(t)
	s, session := prepared(t, path)
	require.NoError(t, s.Close())
	for name, call := range storecase.Calls(s, session.Version) {
		t.Run(name, func(t *testing.T) {
			backend(t, call(t.Context()), path, unusable, "closed")
		})
	}
}

func TestDeadContext(t *testing.T) {
	path := file(t)
	storecase.DeadContext(t, open(t, path))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := sqlitestore.Open(ctx, path)
	assert.Equal(t, context.Canceled, err)
}

// At any time of a cancellation, the append either succeeds and reports that, or has no
// effect.
func TestCancelInTheMiddle(t *testing.T) {
	s, session := prepared(t, file(t))
	const points, batch = 80, 100
	made := 0
	for i := range points {
		events := make([]*agent.Event, batch)
		for j := range events {
			events[j] = text(fmt.Sprint(i, "-", j), "new", agent.State{"k": i, "user:k": i})
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*100*time.Microsecond)
		version, err := s.Append(ctx, ada, session.Version, events...)
		cancel()
		now := get(t, s, ada)
		if err != nil {
			require.Equal(t, context.DeadlineExceeded, err)
			require.Equal(t, session, now)
			continue
		}
		made++
		require.Equal(t, version, now.Version)
		require.Len(t, now.Events, 1+made*batch)
		require.Equal(t, agent.State{"k": int64(i), "user:k": int64(i)}, now.State)
		session = now
	}
}

// locker holds the file's write lock until the returned function is called.
func locker(t *testing.T, path string) (release func()) {
	t.Helper()
	db := raw(t, path)
	_, err := db.ExecContext(t.Context(), `BEGIN IMMEDIATE`)
	require.NoError(t, err)
	return func() {
		_, err := db.ExecContext(context.WithoutCancel(t.Context()), `ROLLBACK`)
		require.NoError(t, err)
	}
}

func TestAnotherWriterHoldsTheLock(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s, session := prepared(t, path)
		release := locker(t, path)
		for name, call := range storecase.Calls(s, session.Version) {
			err := call(t.Context())
			if name == "Get" || name == "List" || name == "Recent" {
				require.NoError(t, err, "readers do not wait for a writer")
				continue
			}
			re := backend(t, err, path, unusable, "locked")
			assert.Equal(t, toolerr.GuidanceRetryWithBackoff, re.Guidance, name)
			assert.True(t, re.Detail().CanRetry(), name)
			assert.Equal(t, toolerr.EffectNone, re.Detail().Effect(), name)
			assert.Equal(t, "SQLITE_BUSY", re.Detail().VendorCode(), name)
		}
		again := open(t, path) // an up-to-date store opens without the lock
		assert.Equal(t, session, get(t, again, ada))
		release()
		assert.Equal(t, session, get(t, s, ada))
		for _, name := range []string{"Create", "Append"} {
			assert.NoError(t, storecase.Calls(s, session.Version)[name](t.Context()), "%s after the lock", name)
		}
	})
}

// An append waits for the lock of another process, or for a change of the same store, until
// its time or its context ends.
func TestWaits(t *testing.T) {
	ours := func(t *testing.T, s *sqlitestore.Store, _ string) func() {
		tx, err := s.Writer().BeginTx(t.Context(), nil)
		require.NoError(t, err)
		return func() { require.NoError(t, tx.Rollback()) }
	}
	other := func(t *testing.T, _ *sqlitestore.Store, path string) func() { return locker(t, path) }
	const endless = 100 * time.Hour
	tests := map[string]struct {
		hold     func(t *testing.T, s *sqlitestore.Store, path string) (release func())
		limit    time.Duration // of the context
		want     error
		from, to time.Duration
	}{
		"for the lock":       {other, endless, agent.ErrBackend, 5 * time.Second, 6 * time.Second},
		"the context ends":   {other, time.Second, context.DeadlineExceeded, time.Second, time.Second},
		"for the one writer": {ours, 2 * time.Hour, context.DeadlineExceeded, 2 * time.Hour, 2 * time.Hour},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			synctest.Test(t, func(t *testing.T) {
				s, session := prepared(t, path)
				release := tt.hold(t, s, path)
				ctx, cancel := context.WithTimeout(t.Context(), tt.limit)
				defer cancel()
				start := time.Now()
				require.ErrorIs(t, storecase.Calls(s, session.Version)["Append"](ctx), tt.want)
				assert.GreaterOrEqual(t, time.Since(start), tt.from)
				assert.LessOrEqual(t, time.Since(start), tt.to)
				release()
				assert.Equal(t, session, get(t, s, ada))
			})
		})
	}
	t.Run("the lock is released", func(t *testing.T) {
		path := file(t)
		synctest.Test(t, func(t *testing.T) {
			s, session := prepared(t, path)
			release := locker(t, path)
			done := make(chan error, 1)
			go func() { done <- storecase.Calls(s, session.Version)["Append"](t.Context()) }()
			synctest.Wait()
			assert.Empty(t, done, "the append waits")
			release()
			require.NoError(t, <-done)
			assert.Equal(t, []string{"old", "new"}, ids(get(t, s, ada).Events))
		})
	})
}

// Every method reports a statement that fails, and then changes nothing.
func TestATableIsMissing(t *testing.T) {
	for _, table := range []string{"clock", "sessions", "events", "session_state", "user_state"} {
		for name := range storecase.Calls(open(t, file(t)), 0) {
			path := file(t)
			s, session := prepared(t, path)
			rename := func(from, to string) {
				_, err := s.Writer().ExecContext(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to)
				require.NoError(t, err)
			}
			rename(table, "gone")
			err := storecase.Calls(s, session.Version)[name](t.Context())
			rename("gone", table)
			if err != nil { // it needs the table
				backend(t, err, path, unusable, "no such table")
				assert.Equal(t, session, get(t, s, ada), "%s without %s", name, table)
			}
		}
	}
}

func TestStoredTextThatIsNotJSON(t *testing.T) {
	tests := map[string]string{
		"an event":          `UPDATE events SET body = '{"canary'`,
		"a value":           `UPDATE session_state SET value = '1}{"canary"'`,
		"a delta":           `UPDATE events SET delta = 'canary'`,
		"the initial state": `UPDATE sessions SET initial = 'canary'`,
	}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s, session := prepared(t, path)
			_, err := s.Append(t.Context(), ada, session.Version, text("new", "new", agent.State{"k": "new"}))
			require.NoError(t, err)
			session = get(t, s, ada)
			_, err = s.Writer().ExecContext(t.Context(), damage)
			require.NoError(t, err)
			if name == "an event" || name == "a value" {
				_, err = s.Get(t.Context(), ada)
			} else {
				_, err = s.Rollback(t.Context(), ada, session.Version, "new")
				assert.Equal(t, session, get(t, s, ada), "nothing changed")
			}
			backend(t, err, path, unusable, "stored")
		})
	}
}
