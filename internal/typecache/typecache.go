// Package typecache caches properties of Go types.
package typecache

import (
	"maps"
	"reflect"
	"sync"
	"sync/atomic"
)

// A Cache holds one value for each Go type that was looked up, and forgets none: Go types
// are never freed. Make one with [New] and keep it, since each new type copies the map. It
// is safe for concurrent use.
type Cache[V any] struct{ cache }

// New returns a cache that calls value once for each Go type, or a few times if goroutines
// look it up at the same time.
func New[V any](value func(reflect.Type) V) *Cache[V] {
	c := &Cache[V]{cache{value: func(t reflect.Type) any { return value(t) }}}
	c.seen.Store(&map[uintptr]any{})
	return c
}

// OfType returns the value of a Go type.
func (c *Cache[V]) OfType(t reflect.Type) V {
	value, _ := c.ofType(t).(V)
	return value
}

// Of returns the value of the dynamic type of x, and the zero V for nil.
func (c *Cache[V]) Of(x any) (value V) {
	if t := reflect.TypeOf(x); t != nil {
		value = c.OfType(t)
	}
	return value
}

// A cache is what caches of any type of values share.
type cache struct {
	value func(reflect.Type) any
	// seen maps the address of a Go type, which is faster to find than the type, to its
	// value. A map is never changed: a new type replaces it.
	seen atomic.Pointer[map[uintptr]any]
	mu   sync.Mutex // held while seen is replaced
}

func (c *cache) ofType(t reflect.Type) any {
	address := reflect.ValueOf(t).Pointer()
	value, ok := (*c.seen.Load())[address]
	if ok {
		return value
	}
	value = c.value(t)
	c.mu.Lock()
	defer c.mu.Unlock()
	seen := maps.Clone(*c.seen.Load())
	seen[address] = value
	c.seen.Store(&seen)
	return value
}
