package cooldownstores_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
)

// bench measures the cost of a store for a tool call, and how many times a second
// concurrent clients can read and write one key.
func bench(b *testing.B, s adapter.CooldownStore) {
	ctx := b.Context()
	require.NoError(b, s.Set(ctx, "hot", "UPSTREAM_RUNTIME_RATE_LIMIT - 0", time.Hour))
	b.Run("get, none", func(b *testing.B) {
		for b.Loop() {
			_, _, _ = s.Get(ctx, "none")
		}
	})
	b.Run("get", func(b *testing.B) {
		for b.Loop() {
			_, _, _ = s.Get(ctx, "hot")
		}
	})
	b.Run("set", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			_ = s.Set(ctx, fmt.Sprint("set", i%100), "UPSTREAM_RUNTIME_RATE_LIMIT - 0", time.Minute)
		}
	})
	b.Run("hot key, get", func(b *testing.B) {
		b.SetParallelism(4)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, _, err := s.Get(ctx, "hot"); err != nil {
					b.Error(err)
				}
			}
		})
	})
	b.Run("hot key, set", func(b *testing.B) {
		var n atomic.Int64
		b.SetParallelism(4)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := s.Set(ctx, "hot", "UPSTREAM_RUNTIME_RATE_LIMIT - 0", time.Hour+time.Duration(n.Add(1))*time.Second); err != nil {
					b.Error(err)
				}
			}
		})
	})
}
