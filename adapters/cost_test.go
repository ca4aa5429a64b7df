package adapters_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters"
)

// foreign is an error that is nobody's.
func foreign() error { return fmt.Errorf("x: %w", fmt.Errorf("y: %w", errors.New("z"))) }

// TestAForeignErrorCostsNothing: no adapter allocates to say that an error is
// not its own.
func TestAForeignErrorCostsNothing(t *testing.T) {
	err := foreign()
	for _, a := range adapters.All() {
		assert.Nil(t, a.FromError(err), a.Slug())
		assert.Zero(t, testing.AllocsPerRun(100, func() { _ = a.FromError(err) }), a.Slug())
	}
}

// TestAnUnknownErrorIsCheap: through all adapters together, and with the answer
// that it gets all the same.
func TestAnUnknownErrorIsCheap(t *testing.T) {
	err, chain, ctx := foreign(), adapters.Default().For("tool"), t.Context()
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = chain.Adapt(ctx, err) }), 5.0)
}

// BenchmarkAll is what all adapters together take: for an error that is
// nobody's, and for one that the last of them knows.
func BenchmarkAll(b *testing.B) {
	ctx, chain := b.Context(), adapters.Default().For("tool")
	b.Run("unknown", func(b *testing.B) {
		err := foreign()
		b.ReportAllocs()
		for b.Loop() {
			_ = chain.Adapt(ctx, err)
		}
	})
	for _, known := range errorsOf(b) {
		if known.answers == "" {
			continue
		}
		b.Run(known.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = chain.Adapt(ctx, known.err)
			}
		})
	}
}
