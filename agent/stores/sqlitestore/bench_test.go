package sqlitestore_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// stores runs a benchmark with each store.
func stores(b *testing.B, run func(b *testing.B, s agent.Store)) {
	b.Run("store=file", func(b *testing.B) { run(b, open(b, file(b))) })
	b.Run("store=relaxed", func(b *testing.B) { run(b, open(b, file(b), sqlitestore.WithRelaxedSync())) })
	b.Run("store=inmemory", func(b *testing.B) { run(b, open(b, sqlitestore.InMemory)) })
	b.Run("store=memorystore", func(b *testing.B) { run(b, agent.NewMemoryStore()) })
}

// BenchmarkAppend appends one event with one change of the state, to a new session and to
// one with 10,000 events.
func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{0, large} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			stores(b, func(b *testing.B, s agent.Store) {
				version := history(b, s, ada, n)
				e := text("e", "i", agent.State{"k": 1})
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

// BenchmarkGet reads a session of 10,000 events.
func BenchmarkGet(b *testing.B) {
	for _, n := range []int{10, large} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			stores(b, func(b *testing.B, s agent.Store) {
				history(b, s, ada, n)
				b.ReportAllocs()
				for b.Loop() {
					session, err := s.Get(b.Context(), ada)
					require.NoError(b, err)
					require.Len(b, session.Events, n)
				}
			})
		})
	}
}
