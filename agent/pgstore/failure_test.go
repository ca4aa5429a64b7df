package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/pgstore"
	"github.com/errand-go/errand/toolerr"
)

// backend checks that err is the backend's, and shows nothing of server, query and rows in
// any way it can be printed, nor a password to developers.
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

// calls is every method of a store, on a session that exists.
func calls(version int64) map[string]func(context.Context, *pgstore.Store) error {
	return map[string]func(context.Context, *pgstore.Store) error{
		"Create": func(ctx context.Context, s *pgstore.Store) error {
			_, err := s.Create(ctx, agent.SessionRef{App: "app", User: "ada", ID: "new"}, nil)
			return err
		},
		"Get":    func(ctx context.Context, s *pgstore.Store) error { _, err := s.Get(ctx, ada); return err },
		"Recent": func(ctx context.Context, s *pgstore.Store) error { _, err := s.Recent(ctx, ada); return err },
		"List": func(ctx context.Context, s *pgstore.Store) error {
			_, err := s.List(ctx, ada.App, ada.User)
			return err
		},
		"Delete": func(ctx context.Context, s *pgstore.Store) error { return s.Delete(ctx, ada) },
		"Append": func(ctx context.Context, s *pgstore.Store) error {
			_, err := s.Append(ctx, ada, version, text("new", "new", agent.State{"k": "new", "user:k": "new"}))
			return err
		},
		"Rollback": func(ctx context.Context, s *pgstore.Store) error {
			_, err := s.Rollback(ctx, ada, version, "old")
			return err
		},
		"Claim": func(ctx context.Context, s *pgstore.Store) error { _, _, err := s.Claim(ctx, ada); return err },
	}
}

// prepared is a session that has one event.
func prepared(t *testing.T, s *pgstore.Store) *agent.Session {
	t.Helper()
	version := create(t, s, ada, agent.State{"k": "old", "user:k": "old"}).Version
	_, err := s.Append(t.Context(), ada, version, text("old", "old", agent.State{"k": "older"}))
	require.NoError(t, err)
	return get(t, s, ada)
}

func TestDeadContext(t *testing.T) {
	s := open(t, database(t))
	session := prepared(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls(session.Version) {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, context.Canceled, call(ctx, s))
			assert.Equal(t, session, get(t, s, ada), "nothing changed")
		})
	}
	_, err := pgstore.Open(ctx, connect(t, database(t)))
	assert.Equal(t, context.Canceled, err)
}

func TestClosedPool(t *testing.T) {
	dsn := database(t)
	pool := connect(t, dsn)
	s, err := pgstore.Open(t.Context(), pool)
	require.NoError(t, err)
	session := prepared(t, s)
	pool.Close()
	for name, call := range calls(session.Version) {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, call(t.Context(), s), agent.ErrBackend)
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
		"nobody listens":   {strings.Replace(dsn, "host=", "host=/canary", 1), "", toolerr.GuidanceRetryWithBackoff},
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

// TestFailureInTheMiddleOfAnAppend: nothing of it is stored.
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
			session := prepared(t, s)
			_, err := pool.Exec(t.Context(), `CREATE FUNCTION boom() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'canary' USING ERRCODE = '23514', DETAIL = 'row with canary', HINT = 'canary'; END $$`)
			require.NoError(t, err)
			_, err = pool.Exec(t.Context(), `CREATE TRIGGER boom `+when+` EXECUTE FUNCTION boom()`)
			require.NoError(t, err)
			delta := agent.State{"k": "new", "user:k": "new"}
			_, err = s.Append(t.Context(), ada, session.Version, text("a", "new", delta), text("b", "new", nil))
			re := backend(t, err, unusable, toolerr.GuidanceNone)
			assert.Equal(t, "23514", re.Detail().VendorCode())
			assert.Contains(t, re.Cause().Error(), "canary", "developers learn the cause")
			assert.Equal(t, session, get(t, s, ada), "nothing changed")
		})
	}
}

// TestConnectionsBreakOff: whatever broke, the next call has another connection.
func TestConnectionsBreakOff(t *testing.T) {
	c := &cable{}
	s, err := pgstore.Open(t.Context(), connect(t, database(t), func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc = c.dial }))
	require.NoError(t, err)
	session := prepared(t, s)
	for name, call := range calls(session.Version) {
		c.set(true)
		backend(t, call(t.Context(), s), unusable, toolerr.GuidanceRetryWithBackoff)
		c.set(false)
		assert.Equal(t, session, get(t, s, ada), name)
	}
}
