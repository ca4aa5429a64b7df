package sqlitestore_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// scan matches a query plan that reads a whole table, and sort one that sorts its results.
// The rows of a VIEW or a subquery are not a table's.
var (
	scan = regexp.MustCompile(`\bSCAN\b`)
	sort = regexp.MustCompile(`TEMP B-TREE`)
)

func TestEveryQueryUsesAnIndex(t *testing.T) {
	s := open(t, file(t))
	for query, params := range sqlitestore.Queries {
		t.Run(strings.Join(strings.Fields(query), " "), func(t *testing.T) {
			plan := explain(t, s, query, params)
			assert.NotRegexp(t, scan, plan)
			assert.NotRegexp(t, sort, plan)
			assert.Contains(t, plan, "SEARCH")
		})
	}
	assert.Contains(t, explain(t, s, sqlitestore.ReadRecent, 1), "compactions_of_session", "a session without a compaction is not searched")
	assert.Regexp(t, scan, explain(t, s, `SELECT body FROM events WHERE body = ?`, 1), "a query without an index is recognised")
	assert.Regexp(t, sort, explain(t, s, `SELECT body FROM events WHERE session = ? ORDER BY body`, 1), "a sort is recognised")
}

func explain(t *testing.T, s *sqlitestore.Store, query string, params int) string {
	t.Helper()
	args := make([]any, params)
	for i := range args {
		args[i] = 1
	}
	rows, err := s.Writer().QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+query, args...)
	require.NoError(t, err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
		plan.WriteString(detail + "\n")
	}
	require.NoError(t, rows.Err())
	return plan.String()
}
