// Package typecache caches properties of Go types.
package typecache

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// A Cache holds one value for each Go type. Make one with [New] and keep it in a package
// variable. It is safe for concurrent use.
type Cache[V any] struct {
	value func(reflect.Type) V
	seen  sync.Map                    // reflect.Type → *entry[V]
	last  [8]atomic.Pointer[entry[V]] // some of them, for lookups that are three times as fast
}

// An entry is the value of one Go type.
type entry[V any] struct {
	address uintptr // of the Go type; comparing it is faster than comparing the type
	value   V
}

// New returns a cache that calls value once for each Go type.
func New[V any](value func(reflect.Type) V) *Cache[V] { return &Cache[V]{value: value} }

// OfType returns the value of a Go type.
func (c *Cache[V]) OfType(t reflect.Type) V { return c.look(t, reflect.ValueOf(t).Pointer()).value }

// Of returns the value of the dynamic type of x, and the zero V for nil.
func (c *Cache[V]) Of(x any) V {
	t := reflect.TypeOf(x)
	if t == nil {
		var zero V
		return zero
	}
	// After multiplication by a large odd number, addresses differ in their highest bits.
	address := reflect.ValueOf(t).Pointer()
	last := &c.last[uint64(address)*0x9e3779b97f4a7c15>>61]
	if e := last.Load(); e != nil && e.address == address {
		return e.value
	}
	e := c.look(t, address)
	last.Store(e)
	return e.value
}

func (c *Cache[V]) look(t reflect.Type, address uintptr) *entry[V] {
	known, ok := c.seen.Load(t)
	if !ok {
		known, _ = c.seen.LoadOrStore(t, &entry[V]{address: address, value: c.value(t)})
	}
	e, _ := known.(*entry[V])
	return e
}
