package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/pgstore"
	"github.com/errand-go/errand/toolerr"
)

// backend checks that err is ErrBackend, that no form of it contains anything of server,
// query and rows, and that developers see no password.
func backend(t *testing.T, err error, message string, guidance toolerr.Guidance) *agent.RunError {
	t.Helper()
	require.ErrorIs(t, err, agent.ErrBackend)
	re, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		said := strings.ToLower(fmt.Sprintf(verb, err) + re.Detail().Payload().String())
		for _, canary := range []string{role, password, "/pgstore", "errand_", "select", "insert", "canary", "postgres:"} {
			assert.NotContains(t, said, canary, "printed with %s", verb)
		}
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Error("failed", "err", re)
	assert.NotContains(t, log.String(), password)
	assert.Equal(t, message, err.Error())
	assert.Equal(t, guidance, re.Guidance)
	return re
}

const unusable = "The session could not be read or written."

func TestDeadContext(t *testing.T) {
	storecase.DeadContext(t, open(t, database(t)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := pgstore.Open(ctx, connect(t, database(t)))
	assert.Equal(t, context.Canceled, err)
}

func TestClosedPool(t *testing.T) {
	dsn := database(t)
	pool := connect(t, dsn)
	s, err := pgstore.Open(t.Context(), pool)
	require.NoError(t, err)
	session := storecase.Prepared(t, s)
	pool.Close()
	for name, call := range storecase.Calls(s, session.Version) {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, call(t.Context()), agent.ErrBackend)
		})
	}
}

func TestOpenFailures(t *testing.T) {
	dsn := database(t)
	tests := map[string]struct {
		dsn      string
		code     string
		guidance toolerr.Guidance
	}{
		"a wrong password": {strings.Replace(dsn, password, "canary-"+password, 1), "28P01", toolerr.GuidanceNone},
		"no database":      {strings.Replace(dsn, "postgres:///postgres", "postgres:///canary", 1), "3D000", toolerr.GuidanceNone},
		"no schema":        {strings.Replace(dsn, "search_path=", "search_path=canary_", 1), "3F000", toolerr.GuidanceNone},
		"no server":        {strings.Replace(dsn, "host=", "host=/canary", 1), "", toolerr.GuidanceRetryWithBackoff},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := pgstore.Open(t.Context(), connect(t, tt.dsn))
			re := backend(t, err, unusable, tt.guidance)
			assert.Equal(t, tt.code, re.Detail().VendorCode())
			assert.Equal(t, toolerr.EffectNone, re.Detail().Effect())
		})
	}
}

// Nothing of the append is stored.
func TestFailureInTheMiddleOfAnAppend(t *testing.T) {
	tests := map[string]string{
		"at a later event": `BEFORE INSERT ON errand_events FOR EACH ROW WHEN (NEW.id = 'b')`,
		"at the state":     `BEFORE UPDATE ON errand_user_state FOR EACH ROW`,
		"at the version":   `BEFORE UPDATE ON errand_sessions FOR EACH ROW`,
	}
	for name, when := range tests {
		t.Run(name, func(t *testing.T) {
			dsn := database(t)
			s, pool := open(t, dsn), connect(t, dsn)
			session := storecase.Prepared(t, s)
			_, err := pool.Exec(t.Context(), `CREATE FUNCTION boom() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'canary' USING ERRCODE = '23514', DETAIL = 'row with canary', HINT = 'canary'; END $$`)
			require.NoError(t, err)
			_, err = pool.Exec(t.Context(), `CREATE TRIGGER boom `+when+` EXECUTE FUNCTION boom()`)
			require.NoError(t, err)
			delta := agent.State{"k": "new", "user:k": "new"}
			_, err = s.Append(t.Context(), ada, session.Version, text("a", "new", delta), text("b", "new", nil))
			re := backend(t, err, unusable, toolerr.GuidanceNone)
			assert.Equal(t, "23514", re.Detail().VendorCode())
			assert.Contains(t, re.Cause().Error(), "canary", "developers see the cause")
			assert.Equal(t, session, get(t, s, ada), "nothing changed")
		})
	}
}

// After any failure of a connection, the next call uses another one.
func TestConnectionsBreakOff(t *testing.T) {
	c := &cable{}
	s, err := pgstore.Open(t.Context(), connect(t, database(t), func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc = c.dial }))
	require.NoError(t, err)
	session := storecase.Prepared(t, s)
	for name, call := range storecase.Calls(s, session.Version) {
		c.set(true)
		backend(t, call(t.Context()), unusable, toolerr.GuidanceRetryWithBackoff)
		c.set(false)
		assert.Equal(t, session, get(t, s, ada), name)
	}
}

// The change may have been made, and the error reports that.
func TestTheAnswerIsLost(t *testing.T) {
	dsn, c := database(t), &cable{}
	s, err := pgstore.Open(t.Context(), connect(t, dsn, func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc, cfg.MaxConns = c.dial, 1 }))
	require.NoError(t, err)
	session := storecase.Prepared(t, s)
	version, err := s.Append(t.Context(), ada, session.Version, text("e", "new", nil)) // prepares the statement
	require.NoError(t, err)
	c.lose.Store(true)
	_, err = s.Append(t.Context(), ada, version, text("f", "new", nil))
	re := backend(t, err, unusable, toolerr.GuidanceRetryWithBackoff)
	assert.Equal(t, toolerr.EffectUnknown, re.Detail().Effect())
	assert.Len(t, get(t, s, ada).Events, 3, "the append was made")
}

// The error is the context's, the server stops the statement, and the connection is not used
// again. The context ends when the statement waits for a lock: PostgreSQL ignores a
// cancellation that arrives before the statement.
func TestTheContextEndsInTheMiddle(t *testing.T) {
	dsn := database(t)
	s, pool := open(t, dsn), connect(t, dsn)
	session := storecase.Prepared(t, s)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	// Otherwise the pool waits for the transaction, and the statements for its lock.
	unlock := sync.OnceValue(func() error { return tx.Rollback(context.WithoutCancel(t.Context())) })
	defer func() { _ = unlock() }()
	_, err = tx.Exec(t.Context(), `LOCK TABLE errand_sessions`)
	require.NoError(t, err)
	monitor := connect(t, dsn)
	limit, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	await := func(want int, what string) {
		t.Helper()
		for waiting := -1; waiting != want; pause(limit, 5*time.Millisecond) {
			require.NoError(t, monitor.QueryRow(limit, `SELECT count(*) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
				WHERE NOT granted AND relname = 'errand_sessions' AND relnamespace = to_regnamespace(current_schema())`).Scan(&waiting), what)
		}
	}
	for name, call := range storecase.Calls(s, session.Version) {
		ctx, cancel := context.WithCancel(limit)
		ended := make(chan error, 1)
		go func() { ended <- call(ctx) }()
		await(1, name+" waits for the lock")
		cancel()
		assert.Equal(t, context.Canceled, <-ended, name)
		await(0, name+" was stopped on the server")
	}
	require.NoError(t, unlock())
	assert.Equal(t, session, get(t, s, ada), "nothing changed")
	_, release := claim(t, s)
	release()
}

// Names and keys of the documented maximum size, and large events, can be stored.
func TestSizes(t *testing.T) {
	s := open(t, database(t))
	name := func(size int) string { // random, so that it does not compress
		r := rand.New(rand.NewPCG(1, 2))
		b := make([]byte, size)
		for i := range b {
			b[i] = byte('!' + r.IntN(90))
		}
		return strings.ReplaceAll(string(b), `\`, "x")
	}
	tooLong := func(err error) {
		t.Helper()
		require.ErrorIs(t, err, agent.ErrInvalidInput)
		require.Equal(t, "A name is too long for the session store.", err.Error())
	}
	ref := agent.SessionRef{App: "app", User: "ada", ID: name(2600 - len("appada"))}
	create(t, s, ref, nil)
	_, release, err := s.Claim(t.Context(), ref)
	require.NoError(t, err)
	release()
	_, err = s.Create(t.Context(), agent.SessionRef{ID: name(3000)}, nil)
	tooLong(err)
	_, _, err = s.Claim(t.Context(), agent.SessionRef{ID: name(3000)})
	tooLong(err)
	version := get(t, s, ref).Version
	for _, prefix := range []string{"", agent.UserPrefix, agent.AppPrefix} {
		key := prefix + name(2600-len("appada")-len(prefix))
		version, err = s.Append(t.Context(), ref, version, text("e", "i", agent.State{key: 1}))
		require.NoError(t, err)
		_, err = s.Append(t.Context(), ref, version, text("e", "i", agent.State{prefix + name(3000): 1}))
		tooLong(err)
	}
	large := text(name(5000), name(5000), nil)
	large.Content.Parts[0].Text = strings.Repeat("<€>\x00", 200_000)
	_, err = s.Append(t.Context(), ref, version, large)
	require.NoError(t, err)
	events := get(t, s, ref).Events
	assert.Equal(t, large.Content.Parts[0].Text, events[len(events)-1].Content.Parts[0].Text)
}

// Neither a claim nor Open leaves a goroutine.
func TestNoGoroutineIsLeft(t *testing.T) {
	dsn := database(t)
	pool := connect(t, dsn, func(cfg *pgxpool.Config) { cfg.MaxConns = 1 })
	require.NoError(t, pool.Ping(t.Context()))
	before := runtime.NumGoroutine() + 1 // Eventually uses a goroutine
	s, err := pgstore.Open(t.Context(), pool)
	require.NoError(t, err)
	for range 20 {
		_, release := claim(t, s)
		busy(t, s)
		release()
		ctx, cancel := context.WithCancel(t.Context())
		_, release, err := s.Claim(ctx, ada)
		require.NoError(t, err)
		cancel()
		release()
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before }, time.Minute, 10*time.Millisecond)
}

// Delete removes an expired claim, and no other.
func TestDeleteRemovesAnExpiredClaim(t *testing.T) {
	dsn := database(t)
	s, pool := open(t, dsn), connect(t, dsn)
	for until, kept := range map[string]int{"- interval '1 second'": 0, "+ interval '1 hour'": 1} {
		create(t, s, ada, nil)
		_, err := pool.Exec(t.Context(), `INSERT INTO errand_claims VALUES ($1, $2, $3, 'a process that was killed', now() `+until+`)`, ada.App, ada.User, ada.ID)
		require.NoError(t, err)
		require.NoError(t, s.Delete(t.Context(), ada))
		tag, err := pool.Exec(t.Context(), `DELETE FROM errand_claims`)
		require.NoError(t, err)
		assert.Equal(t, kept, int(tag.RowsAffected()))
	}
}
