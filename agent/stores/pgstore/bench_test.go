package pgstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkSize measures the stored size of 200 runs with one tool call.
func BenchmarkSize(b *testing.B) {
	const runs = 200
	dsn := database(b)
	s, pool := open(b, dsn), connect(b, dsn)
	r := askingRunner(b, s)
	for i := range runs / 10 {
		create(b, s, sessionOf(i), nil)
	}
	size := func() (wal, rows, bytes int64) {
		err := pool.QueryRow(b.Context(), `SELECT pg_current_wal_insert_lsn() - '0/0', (SELECT count(*) FROM errand_events),
			pg_total_relation_size('errand_events') + pg_total_relation_size('errand_sessions')`).Scan(&wal, &rows, &bytes)
		require.NoError(b, err)
		return wal, rows, bytes
	}
	for b.Loop() {
		wal, rows, bytes := size()
		for i := range runs {
			ask(b, r, sessionOf(i/10))
		}
		walAfter, rowsAfter, bytesAfter := size()
		b.ReportMetric(float64(walAfter-wal)/runs, "WAL-bytes/run")
		b.ReportMetric(float64(rowsAfter-rows)/runs, "rows/run")
		b.ReportMetric(float64(bytesAfter-bytes)/runs, "table-bytes/run")
	}
}
