package pgstore_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/pgstore"
	"github.com/errand-go/errand/toolerr"
)

func TestOpenOfAnEmptyDatabaseByManyAtOnce(t *testing.T) {
	dsn := database(t)
	var group sync.WaitGroup
	for i := range 20 {
		pool := connect(t, dsn, func(cfg *pgxpool.Config) { cfg.MaxConns = 1 })
		group.Go(func() {
			s, err := pgstore.Open(t.Context(), pool)
			if !assert.NoError(t, err) {
				return
			}
			_, err = s.Create(t.Context(), agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint(i)}, nil)
			assert.NoError(t, err)
		})
	}
	group.Wait()
	list, err := open(t, dsn).List(t.Context(), "app", "ada")
	require.NoError(t, err)
	assert.Len(t, list, 20)
}

func TestMigrations(t *testing.T) {
	dsn := database(t)
	s, pool := open(t, dsn), connect(t, dsn)
	create(t, s, ada, agent.State{"k": "v"})
	steps := fstest.MapFS{
		"00001_sessions.sql": {Data: []byte("-- +goose Up\nSELECT 1 / 0;")}, // it was applied
		"00002_title.sql":    {Data: []byte("-- +goose Up\nALTER TABLE errand_sessions ADD COLUMN title text;")},
		"00003_half.sql":     {Data: []byte("-- +goose Up\nCREATE TABLE half (x int);\nCREATE TABLE half (x int);")},
	}
	require.Error(t, pgstore.Migrate(t.Context(), pool, steps))
	_, err := pool.Exec(t.Context(), `SELECT title FROM errand_sessions`)
	require.NoError(t, err, "what comes before the step that fails is kept")
	_, err = pool.Exec(t.Context(), `SELECT x FROM half`)
	require.Error(t, err, "a step that fails changes nothing")
	delete(steps, "00003_half.sql")
	for range 2 { // the second time there is nothing to do
		require.NoError(t, pgstore.Migrate(t.Context(), pool, steps))
	}
	assert.Equal(t, agent.State{"k": "v"}, get(t, s, ada).State)

	_, err = pgstore.Open(t.Context(), pool)
	re := backend(t, err, "The session store was made by a newer version of this program.", toolerr.GuidanceNone)
	require.Error(t, re.Cause())
	version := &pgstore.VersionError{}
	require.ErrorAs(t, err, &version)
	assert.Equal(t, pgstore.VersionError{Found: 2, Known: 1}, *version)
}

var (
	parameter = regexp.MustCompile(`\$(\d+)`)
	scan      = regexp.MustCompile(`Seq Scan on errand_`)
	sort      = regexp.MustCompile(`Sort Key: .*number`)
)

// TestEveryQueryUsesAnIndex: none reads a whole table, and none sorts events.
func TestEveryQueryUsesAnIndex(t *testing.T) {
	dsn := database(t)
	open(t, dsn)
	pool := connect(t, dsn+"&enable_seqscan=off&enable_bitmapscan=off&plan_cache_mode=force_generic_plan")
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	for i, query := range pgstore.Queries {
		params := 0
		for _, found := range parameter.FindAllStringSubmatch(query, -1) {
			n, err := strconv.Atoi(found[1])
			require.NoError(t, err)
			params = max(params, n)
		}
		results, err := conn.Conn().PgConn().Exec(t.Context(), fmt.Sprintf(`PREPARE q%d AS %s; EXPLAIN EXECUTE q%[1]d(NULL%[3]s)`,
			i, query, strings.Repeat(`, NULL`, params-1))).ReadAll()
		require.NoError(t, err, query)
		var plan strings.Builder
		for _, row := range results[1].Rows {
			plan.WriteString(string(row[0]) + "\n")
		}
		assert.NotRegexp(t, scan, plan.String(), query)
		assert.NotRegexp(t, sort, plan.String(), query)
		assert.Contains(t, plan.String(), "Index", query)
	}
}
