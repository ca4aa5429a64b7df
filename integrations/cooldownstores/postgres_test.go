package cooldownstores_test

import (
	"database/sql"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/cooldownstores/pgcooldown"
)

// openPostgres returns a pool.
func openPostgres(t *testing.T, url string) *sql.DB {
	t.Helper()
	return openWith(t, "pgx", url)
}

func openWith(t *testing.T, driver, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newPostgres(t *testing.T, db *sql.DB) *pgcooldown.Store {
	t.Helper()
	s, err := pgcooldown.New(db)
	require.NoError(t, err)
	return s
}

// createTable returns a pool on a server with the table.
func createTable(t *testing.T) (*sql.DB, string) {
	t.Helper()
	url := testenv.Postgres(t)
	db := openPostgres(t, url)
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(8)
	for range 2 {
		_, err := db.ExecContext(t.Context(), pgcooldown.Schema)
		require.NoError(t, err)
	}
	return db, url
}

func TestPostgres(t *testing.T) {
	db, url := createTable(t)
	s := newPostgres(t, db)
	for name, other := range map[string]*sql.DB{
		"pgx":                                db,
		"pgx, as through a pooler":           openPostgres(t, url+"&default_query_exec_mode=exec"),
		"pgx, as through a pooler, in texts": openPostgres(t, url+"&default_query_exec_mode=simple_protocol"),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := db.ExecContext(t.Context(), `TRUNCATE errand_cooldowns`)
			require.NoError(t, err)
			laws(t, newPostgres(t, other))
		})
	}
	t.Run("rows that are over are deleted", func(t *testing.T) {
		_, err := db.ExecContext(t.Context(), `INSERT INTO errand_cooldowns SELECT 'old' || n, '', now() - interval '1 s' FROM generate_series(1, 150) n`)
		require.NoError(t, err)
		for range 2 {
			require.NoError(t, s.Set(t.Context(), "x", "v", time.Minute))
		}
		var left int
		require.NoError(t, db.QueryRowContext(t.Context(), `SELECT count(*) FROM errand_cooldowns WHERE until < now()`).Scan(&left))
		assert.Zero(t, left)
	})
	t.Run("replicas", func(t *testing.T) {
		shared(t, func(t *testing.T) adapter.CooldownStore {
			_, err := db.ExecContext(t.Context(), `TRUNCATE errand_cooldowns`)
			require.NoError(t, err)
			return newPostgres(t, openPostgres(t, url))
		})
	})
}

func TestPostgresThatDoesNotAnswer(t *testing.T) {
	unanswered(t, func(t *testing.T, addr string) (adapter.CooldownStore, func()) {
		db := openPostgres(t, "postgres://errand@"+addr+"/x?sslmode=disable")
		return newPostgres(t, db), func() { _ = db.Close() }
	}, func(t *testing.T) adapter.CooldownStore {
		db, _ := createTable(t)
		db.SetMaxOpenConns(1)
		var pid int
		require.NoError(t, db.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid))
		suspend(t, pid)
		return newPostgres(t, db)
	})
}

// With lib/pq, a call waits without limit for a suspended server.
func TestPostgresDrivers(t *testing.T) {
	connector, err := pq.NewConnector("")
	require.NoError(t, err)
	for name, db := range map[string]*sql.DB{"a name": openWith(t, "postgres", ""), "a connector": sql.OpenDB(connector)} {
		_, err := pgcooldown.New(db)
		assert.Error(t, err, name)
	}
}
