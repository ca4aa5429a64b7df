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
	table atomic.Pointer[table[V]]
	mu    sync.Mutex // held by writers, which replace the table
}

// A table is a hash table with linear probing. Its length is a power of two, and at least
// half of it is empty.
type table[V any] []entry[V]

// An entry is the value of one Go type; the zero entry is empty.
type entry[V any] struct {
	address uintptr // of the Go type; comparing it is faster than comparing the type
	value   V
}

// New returns a cache that calls value once for each Go type.
func New[V any](value func(reflect.Type) V) *Cache[V] {
	c := &Cache[V]{value: value}
	c.table.Store(&table[V]{{}})
	return c
}

// OfType returns the value of a Go type.
func (c *Cache[V]) OfType(t reflect.Type) V {
	address := reflect.ValueOf(t).Pointer()
	if e := c.table.Load().at(address); e.address != 0 {
		return e.value
	}
	return c.add(address, c.value(t))
}

// Of returns the value of the dynamic type of x, and the zero V for nil.
func (c *Cache[V]) Of(x any) (value V) {
	if t := reflect.TypeOf(x); t != nil {
		value = c.OfType(t)
	}
	return value
}

// at returns the entry of an address, or the empty one in which it belongs.
func (t table[V]) at(address uintptr) *entry[V] {
	// After multiplication by a large odd number, addresses differ in their highest bits.
	for i := uint64(address) * 0x9e3779b97f4a7c15 >> 32; ; i++ {
		if e := &t[i&uint64(len(t)-1)]; e.address == address || e.address == 0 {
			return e
		}
	}
}

func (c *Cache[V]) add(address uintptr, value V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := *c.table.Load()
	if e := before.at(address); e.address != 0 { // another goroutine was faster
		return e.value
	}
	entries := []entry[V]{{address, value}}
	for _, e := range before {
		if e.address != 0 {
			entries = append(entries, e)
		}
	}
	size := len(before)
	if size < 2*len(entries) {
		size *= 2
	}
	after := make(table[V], size)
	for _, e := range entries {
		*after.at(e.address) = e
	}
	c.table.Store(&after)
	return value
}
