package pgstore_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/pgstore"
)

// The benchmarks use a server on the same machine, which writes to the disk before it
// responds: PGSTORE_FSYNC=on go test -run xxx -bench .

// stores runs a benchmark with each store.
func stores(b *testing.B, run func(b *testing.B, s agent.Store)) {
	b.Run("store=memorystore", func(b *testing.B) { run(b, agent.NewMemoryStore()) })
	b.Run("store=postgres", func(b *testing.B) { run(b, open(b, database(b))) })
}

// BenchmarkRun executes a run with one tool call, in an existing session.
func BenchmarkRun(b *testing.B) {
	stores(b, func(b *testing.B, s agent.Store) {
		r, n := askingRunner(b, s), 0
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			n++
			ref := sessionOf(n)
			create(b, s, ref, nil)
			b.StartTimer()
			ask(b, r, ref)
		}
	})
}

// BenchmarkAppend appends one event.
func BenchmarkAppend(b *testing.B) {
	for name, delta := range map[string]agent.State{"state=none": nil, "state=one": {"k": 1}} {
		b.Run(name, func(b *testing.B) {
			stores(b, func(b *testing.B, s agent.Store) {
				version, e := create(b, s, ada, nil).Version, text("e", "i", delta)
				b.ReportAllocs()
				for b.Loop() {
					var err error
					version, err = s.Append(b.Context(), ada, version, e)
					require.NoError(b, err)
				}
			})
		})
	}
}

// BenchmarkRead reads a session of 10 events, and one of 10,000 that was compacted before
// the last 10.
func BenchmarkRead(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			s := open(b, database(b))
			version := create(b, s, ada, nil).Version
			var events []*agent.Event
			for i := range n {
				events = append(events, text(fmt.Sprint(i), "i", nil))
			}
			last := text("last", "i", nil)
			last.Actions.Compaction = &agent.Compaction{Before: fmt.Sprint(n - 10)}
			_, err := s.Append(b.Context(), ada, version, append(events, last)...)
			require.NoError(b, err)
			for b.Loop() {
				session, err := s.Recent(b.Context(), ada)
				require.NoError(b, err)
				require.Len(b, session.Events, 11)
			}
		})
	}
}

// BenchmarkClaim claims and releases a session.
func BenchmarkClaim(b *testing.B) {
	s := open(b, database(b))
	create(b, s, ada, nil)
	for b.Loop() {
		_, release, err := s.Claim(b.Context(), ada)
		require.NoError(b, err)
		release()
	}
}

// BenchmarkSessions appends to 100 sessions concurrently, through 16 connections.
func BenchmarkSessions(b *testing.B) {
	s, err := pgstore.Open(b.Context(), connect(b, database(b), func(cfg *pgxpool.Config) { cfg.MaxConns = 16 }))
	require.NoError(b, err)
	var versions [100]int64
	for i := range versions {
		versions[i] = create(b, s, sessionOf(i), nil).Version
	}
	e := text("e", "i", nil)
	b.ResetTimer()
	var group sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(b.N))
	start := time.Now()
	for i, version := range versions {
		group.Go(func() {
			for left.Add(-1) >= 0 {
				var err error
				if version, err = s.Append(b.Context(), sessionOf(i), version, e); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "appends/s")
}

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
