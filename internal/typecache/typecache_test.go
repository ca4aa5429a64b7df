package typecache_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/typecache"
)

// The race detector runs this test: goroutines look up new and known types.
func TestCache(t *testing.T) {
	lengths := typecache.New(func(t reflect.Type) int { return t.Len() })
	assert.Zero(t, lengths.Of(nil))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for round := range 2 {
				for n := range 300 {
					x := reflect.Zero(reflect.ArrayOf(n, reflect.TypeFor[byte]())).Interface()
					assert.Equal(t, n, lengths.Of(x), round)
				}
			}
		})
	}
	group.Wait()
}

func TestAKnownTypeIsNotReadAgain(t *testing.T) {
	read := 0
	names := typecache.New(func(t reflect.Type) string { read++; return t.Name() })
	for range 3 {
		assert.Equal(t, "int", names.Of(1))
		assert.Equal(t, "string", names.Of(""))
	}
	assert.Equal(t, 2, read)
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = names.Of(1) }))
}
