package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// backend checks that err is ErrBackend, that no form of it contains the file or the
// queries, and that developers see the cause.
func backend(t *testing.T, err error, path, message, cause string) *agent.RunError {
	t.Helper()
	require.ErrorIs(t, err, agent.ErrBackend)
	re, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		said := strings.ToLower(fmt.Sprintf(verb, err))
		for _, canary := range []string{
			strings.ToLower(path), "sqlite", "select", "insert", "update ", "begin", "pragma", "trigger", "canary",
		} {
			assert.NotContains(t, said, canary, "printed with %s", verb)
		}
	}
	assert.Equal(t, message, err.Error())
	require.Error(t, re.Cause())
	assert.Contains(t, re.Cause().Error(), cause)
	return re
}

func TestOpenFailures(t *testing.T) {
	database := func(statements string) func(t *testing.T) string {
		return func(t *testing.T) string {
			path := file(t)
			_, err := raw(t, path).ExecContext(t.Context(), statements)
			require.NoError(t, err)
			return path
		}
	}
	tests := map[string]struct {
		path           func(t *testing.T) string
		message, cause string
		is             error
	}{
		"no directory": {
			path:    func(t *testing.T) string { return filepath.Join(t.TempDir(), "missing", "sessions.db") },
			message: "The session store cannot be opened.", cause: "unable to open",
		},
		"a directory": {
			path:    func(t *testing.T) string { return t.TempDir() },
			message: "The session store cannot be opened.", cause: "unable to open",
		},
		"not a database": {
			path: func(t *testing.T) string {
				path := file(t)
				require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("canary text ", 500)), 0o600))
				return path
			},
			message: "The session store is damaged, or is not a session store.", cause: "not a database",
		},
		"another program's tables": {
			path:    database(`CREATE TABLE sessions (canary TEXT)`),
			message: "The session store's file belongs to another program.", cause: "another program",
			is: sqlitestore.ErrForeignFile,
		},
		"another program's mark": {
			path:    database(`PRAGMA application_id = 7`),
			message: "The session store's file belongs to another program.", cause: "another program",
			is: sqlitestore.ErrForeignFile,
		},
		"another program's version": {
			path:    database(`PRAGMA user_version = 1`),
			message: "The session store's file belongs to another program.", cause: "another program",
			is: sqlitestore.ErrForeignFile,
		},
		"a newer version": {
			path:    database(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = 99`, sqlitestore.ApplicationID)),
			message: "The session store was made by a newer version of this program.", cause: "schema version 99",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := tt.path(t)
			before, _ := os.ReadFile(path)
			s, err := sqlitestore.Open(t.Context(), path)
			require.Nil(t, s)
			re := backend(t, err, path, tt.message, tt.cause)
			assert.Equal(t, toolerr.GuidanceNone, re.Guidance)
			assert.Equal(t, toolerr.EffectNone, re.Detail().Effect())
			if tt.is != nil {
				assert.ErrorIs(t, err, tt.is)
			}
			if version, ok := errors.AsType[*sqlitestore.VersionError](err); assert.Equal(t, name == "a newer version", ok) && ok {
				assert.Equal(t, sqlitestore.VersionError{Found: 99, Known: len(sqlitestore.Migrations())}, *version)
			}
			after, _ := os.ReadFile(path)
			assert.Equal(t, before, after, "the file was left as it was")
		})
	}
}

func TestOpenOfNoPath(t *testing.T) {
	for _, path := range []string{"", "a\x00b"} {
		_, err := sqlitestore.Open(t.Context(), path)
		assert.ErrorIs(t, err, agent.ErrInvalidInput, "%q", path)
	}
}

// prepared returns a store with a session that has one event.
func prepared(t *testing.T, path string, opts ...sqlitestore.Option) (*sqlitestore.Store, *agent.Session) {
	t.Helper()
	s := open(t, path, opts...)
	return s, storecase.Prepared(t, s)
}

func TestClosedStore(t *testing.T) {
	path := file(t)
	s, session := prepared(t, path)
	require.NoError(t, s.Close())
	for name, call := range storecase.Calls(s, session.Version) {
		t.Run(name, func(t *testing.T) {
			backend(t, call(t.Context()), path, "The session could not be read or written.", "closed")
		})
	}
}

func TestDeadContext(t *testing.T) {
	for _, path := range []string{file(t), sqlitestore.InMemory} {
		storecase.DeadContext(t, open(t, path))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := sqlitestore.Open(ctx, path)
		assert.Equal(t, context.Canceled, err)
	}
}

// At any time of a cancellation, the append either succeeds and reports that, or has no
// effect.
func TestCancelInTheMiddle(t *testing.T) {
	for name, path := range map[string]string{"in a file": file(t), "in memory": sqlitestore.InMemory} {
		t.Run(name, func(t *testing.T) {
			s, session := prepared(t, path, sqlitestore.WithRelaxedSync())
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
		})
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
	s, session := prepared(t, path, sqlitestore.WithBusyTimeout(30*time.Millisecond))
	release := locker(t, path)
	for name, call := range storecase.Calls(s, session.Version) {
		t.Run(name, func(t *testing.T) {
			err := call(t.Context())
			if name == "Get" || name == "List" || name == "Recent" {
				require.NoError(t, err, "readers do not wait for a writer")
				return
			}
			re := backend(t, err, path, "The session store is in use by another writer.", "locked")
			assert.Equal(t, toolerr.GuidanceRetryWithBackoff, re.Guidance)
			assert.True(t, re.Detail().CanRetry())
			assert.Equal(t, toolerr.EffectNone, re.Detail().Effect())
			assert.Equal(t, "SQLITE_BUSY", re.Detail().Report().Extra.VendorCode)
		})
	}
	again := open(t, path) // an up-to-date store opens without the lock
	assert.Equal(t, session, get(t, again, ada))
	release()
	assert.Equal(t, session, get(t, s, ada))
	for _, name := range []string{"Create", "Append"} {
		assert.NoError(t, storecase.Calls(s, session.Version)[name](t.Context()), "%s after the lock", name)
	}
}

func TestWaitForTheLock(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s, session := prepared(t, path, sqlitestore.WithBusyTimeout(time.Hour))
		release := locker(t, path)
		done := make(chan error, 1)
		go func() {
			_, err := s.Append(t.Context(), ada, session.Version, text("new", "new", nil))
			done <- err
		}()
		synctest.Wait()
		assert.Empty(t, done, "the append waits")
		release()
		require.NoError(t, <-done)
		assert.Equal(t, []string{"old", "new"}, ids(get(t, s, ada).Events))
	})
}

func TestBusyTimeout(t *testing.T) {
	tests := map[string]struct {
		options  []sqlitestore.Option
		from, to time.Duration
	}{
		"default":  {nil, 5 * time.Second, 6 * time.Second},
		"longer":   {[]sqlitestore.Option{sqlitestore.WithBusyTimeout(time.Minute)}, time.Minute, 61 * time.Second},
		"none":     {[]sqlitestore.Option{sqlitestore.WithBusyTimeout(0)}, 0, 0},
		"negative": {[]sqlitestore.Option{sqlitestore.WithBusyTimeout(-time.Second)}, 0, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			synctest.Test(t, func(t *testing.T) {
				s, session := prepared(t, path, tt.options...)
				defer locker(t, path)()
				start := time.Now()
				err := storecase.Calls(s, session.Version)["Append"](t.Context())
				require.ErrorIs(t, err, agent.ErrBackend)
				assert.GreaterOrEqual(t, time.Since(start), tt.from)
				assert.LessOrEqual(t, time.Since(start), tt.to)
			})
		})
	}
}

// A store that would wait for an hour stops when its context ends.
func TestContextEndsTheWait(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s, session := prepared(t, path, sqlitestore.WithBusyTimeout(time.Hour))
		release := locker(t, path)
		for _, name := range []string{"Create", "Append", "Delete", "Rollback"} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			start := time.Now()
			assert.Equal(t, context.DeadlineExceeded, storecase.Calls(s, session.Version)[name](ctx), name)
			assert.Equal(t, time.Second, time.Since(start), name)
			cancel()
		}
		release()
		assert.Equal(t, session, get(t, s, ada))
	})
}

func TestContextEndsTheWaitForTheOneWriter(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s, session := prepared(t, path)
		tx, err := s.Writer().BeginTx(t.Context(), nil)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.Equal(t, context.DeadlineExceeded, storecase.Calls(s, session.Version)["Append"](ctx))
		require.NoError(t, tx.Rollback())
		assert.NoError(t, storecase.Calls(s, session.Version)["Append"](t.Context()))
	})
}

func TestFailureInTheMiddleOfAnAppend(t *testing.T) {
	tests := map[string]string{
		"at a later event": `CREATE TRIGGER boom BEFORE INSERT ON events WHEN NEW.invocation = 'boom'
			BEGIN SELECT RAISE(ABORT, 'canary'); END`,
		"at the state":   `CREATE TRIGGER boom BEFORE UPDATE ON user_state BEGIN SELECT RAISE(ABORT, 'canary'); END`,
		"at the version": `CREATE TRIGGER boom BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'canary'); END`,
	}
	for name, trigger := range tests {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s, session := prepared(t, path)
			_, err := s.Writer().ExecContext(t.Context(), trigger)
			require.NoError(t, err)
			delta := agent.State{"k": "new", "user:k": "new"}
			_, err = s.Append(t.Context(), ada, session.Version, text("a", "new", delta), text("b", "boom", nil))
			backend(t, err, path, "The session could not be read or written.", "canary")
			assert.Equal(t, session, get(t, s, ada), "nothing changed")

			_, err = s.Writer().ExecContext(t.Context(), `DROP TRIGGER boom`)
			require.NoError(t, err)
			_, err = s.Append(t.Context(), ada, session.Version, text("a", "new", delta), text("b", "boom", nil))
			require.NoError(t, err, "the version is still the one to append to")
			assert.Equal(t, []string{"old", "a", "b"}, ids(get(t, s, ada).Events))
		})
	}
}

func TestFullDisk(t *testing.T) {
	path := file(t)
	s, session := prepared(t, path)
	_, err := s.Writer().ExecContext(t.Context(), `PRAGMA max_page_count = 1`) // SQLite raises it to the current number
	require.NoError(t, err)
	big := text("big", "big", agent.State{"k": strings.Repeat("x", 100_000)})
	_, err = s.Append(t.Context(), ada, session.Version, big)
	backend(t, err, path, "The session store has no space left.", "full")
	assert.Equal(t, session, get(t, s, ada))
	_, err = s.Writer().ExecContext(t.Context(), `PRAGMA max_page_count = 1000000`)
	require.NoError(t, err)
	_, err = s.Append(t.Context(), ada, session.Version, big)
	assert.NoError(t, err)
}

func TestDamagedFile(t *testing.T) {
	path := file(t)
	s, err := sqlitestore.Open(t.Context(), path)
	require.NoError(t, err)
	version := create(t, s, ada, nil).Version
	for i := range 50 {
		version, err = s.Append(t.Context(), ada, version, text(fmt.Sprint(i), "i", agent.State{"k": strings.Repeat("x", 3000)}))
		require.NoError(t, err)
	}
	require.NoError(t, s.Close())
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := 4096; i < len(content); i++ { // all but the first page, which has the schema
		content[i] = 0xa5
	}
	require.NoError(t, os.WriteFile(path, content, 0o600))

	damaged := open(t, path)
	_, err = damaged.Get(t.Context(), ada)
	backend(t, err, path, "The session store is damaged, or is not a session store.", "malformed")
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
			backend(t, err, path, "The session could not be read or written.", "stored")
		})
	}
}
