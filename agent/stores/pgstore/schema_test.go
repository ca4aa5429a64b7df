package pgstore_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/pgstore"
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
	steps := []string{`SELECT 1 / 0`, `SELECT 1 / 0`, `ALTER TABLE errand_sessions ADD COLUMN title text`} // the first two were applied, so they are not run
	require.Error(t, pgstore.Migrate(t.Context(), pool, append(steps, `CREATE TABLE half (x int); CREATE TABLE half (x int)`)))
	for _, query := range []string{`SELECT title FROM errand_sessions`, `SELECT x FROM half`} {
		_, err := pool.Exec(t.Context(), query)
		require.Error(t, err, "a migration that fails changes nothing")
	}
	for range 2 { // the second Open changes nothing
		require.NoError(t, pgstore.Migrate(t.Context(), pool, steps))
	}
	assert.Equal(t, agent.State{"k": "v"}, get(t, s, ada).State)

	_, err := pgstore.Open(t.Context(), pool)
	re := backend(t, err, "The session store was made by a newer version of this program.", toolerr.GuidanceNone)
	assert.Contains(t, re.Detail().DeveloperMessage(), "version 3")
}

// The tables are in the current schema, however it was chosen, and whatever tables other
// schemas have.
func TestTablesAreInTheCurrentSchema(t *testing.T) {
	other := database(t)
	create(t, open(t, other), ada, nil)
	admin := connect(t, server(t).dsn("public"))
	for _, schema := range []string{`"Odd ""Schema"""`, `"a,b"`, `"$x"`, `"ünï"`, `"select"`} {
		for how, choose := range map[string]func(*pgxpool.Config){
			"a parameter": func(cfg *pgxpool.Config) {
				cfg.ConnConfig.RuntimeParams["search_path"] += "," + schema + "," + schemaOf(other)
			},
			"a function": func(cfg *pgxpool.Config) {
				cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
					_, err := c.Exec(ctx, `SET search_path TO `+schema+`,`+schemaOf(other))
					return err
				}
			},
		} {
			t.Run(schema+" by "+how, func(t *testing.T) {
				_, err := admin.Exec(t.Context(), `CREATE SCHEMA `+schema)
				require.NoError(t, err)
				defer func() {
					_, err := admin.Exec(t.Context(), `DROP SCHEMA `+schema+` CASCADE`)
					require.NoError(t, err)
				}()
				pool := connect(t, server(t).dsn("none"), choose)
				for range 2 { // the second Open changes nothing
					s, err := pgstore.Open(t.Context(), pool)
					require.NoError(t, err)
					_, err = s.Get(t.Context(), ada)
					require.ErrorIs(t, err, agent.ErrSessionNotFound)
				}
				_, err = admin.Exec(t.Context(), `SELECT FROM `+schema+`.errand_sessions`)
				require.NoError(t, err)
			})
		}
	}
}

func schemaOf(dsn string) string { return dsn[strings.LastIndex(dsn, "=")+1:] }

var (
	parameter = regexp.MustCompile(`\$(\d+)`)
	scan      = regexp.MustCompile(`Seq Scan on errand_`)
	sort      = regexp.MustCompile(`Sort Key: .*number`)
)

// No query reads a whole table, and none sorts events.
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
