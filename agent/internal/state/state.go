// Package state holds the values of a session during a run.
package state

import (
	"maps"
	"strings"
	"sync"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// Normal returns s as a store returns it, and the keys whose values cannot be encoded,
// which are omitted.
func Normal(s map[string]any) (out map[string]any, unusable []string) {
	if len(s) == 0 {
		return nil, nil
	}
	out = make(map[string]any, len(s))
	for k, v := range s {
		n, err := jsonvalue.Of(v)
		if err != nil {
			unusable = append(unusable, k)
			continue
		}
		out[jsonvalue.Text(k)] = n
	}
	return out, unusable
}

// Without returns s without the keys that have the prefix.
func Without(s map[string]any, prefix string) map[string]any {
	has := func(k string, _ any) bool { return strings.HasPrefix(k, prefix) }
	for k := range s {
		if has(k, nil) {
			kept := maps.Clone(s)
			maps.DeleteFunc(kept, has)
			return kept
		}
	}
	return s
}

// Apply applies the changes of delta to values; a nil value deletes its key.
func Apply(values, delta map[string]any) {
	for k, x := range delta {
		set(values, k, x)
	}
}

func set(values map[string]any, key string, value any) {
	if value == nil {
		delete(values, key)
		return
	}
	values[key] = value
}

// A View is the state of a run, which tools read while it runs.
type View struct {
	mu     sync.RWMutex
	values map[string]any
}

// Reset replaces all values.
func (v *View) Reset(values map[string]any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values = values
}

// Get returns a copy of a value.
func (v *View) Get(key string) (any, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	x, ok := v.values[key]
	return jsonvalue.Clone(x), ok
}

// Apply applies the changes of delta; a nil value deletes its key.
func (v *View) Apply(delta map[string]any) {
	if len(delta) == 0 {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.values == nil {
		v.values = map[string]any{}
	}
	Apply(v.values, delta)
}

// Copy returns a shallow copy.
func (v *View) Copy() map[string]any {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if v.values == nil {
		return map[string]any{}
	}
	return maps.Clone(v.values)
}

// Only returns copies of the values whose keys have the prefix; nil if there are none.
func (v *View) Only(prefix string) map[string]any {
	v.mu.RLock()
	defer v.mu.RUnlock()
	var kept map[string]any
	for k, x := range v.values {
		if strings.HasPrefix(k, prefix) {
			if kept == nil {
				kept = map[string]any{}
			}
			kept[k] = jsonvalue.Clone(x)
		}
	}
	return kept
}
