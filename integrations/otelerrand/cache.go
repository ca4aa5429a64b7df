package otelerrand

import "sync"

// maxCached is the maximum number of entries in a cache. Tools, kinds and adapters are few;
// invented names only make their own calls slower.
const maxCached = 4096

// A cache stores a value per key. The zero value is empty.
type cache[K comparable, V any] struct {
	mu   sync.RWMutex
	made map[K]V
}

func (c *cache[K, V]) get(key K, of func(K) V) V {
	c.mu.RLock()
	v, ok := c.made[key]
	c.mu.RUnlock()
	if ok {
		return v
	}
	v = of(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil {
		c.made = map[K]V{}
	}
	if len(c.made) < maxCached {
		c.made[key] = v
	}
	return v
}
