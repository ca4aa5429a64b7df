package agent

import (
	"errors"
	"maps"
	"strings"
	"sync"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// State is what a session remembers beside its events: values by key. Keys that
// begin with app: belong to all sessions of an app, those with user: to all of
// a user in an app; those with temp: live as long as the run. Values are what
// JSON makes of them, with whole numbers as int64, others as float64, and numbers that
// neither can hold without losing digits as json.Number, the same whichever store they
// went through.
type State map[string]any

// The prefixes of keys that do not belong to the session alone.
const (
	AppPrefix  = "app:"
	UserPrefix = "user:"
	TempPrefix = "temp:"
)

// UnmarshalJSON keeps whole numbers whole.
func (s *State) UnmarshalJSON(raw []byte) error {
	v, err := jsonvalue.Decode(raw)
	if err != nil {
		return err
	}
	m, ok := v.(map[string]any)
	if !ok && v != nil {
		return errNoObject
	}
	*s = m
	return nil
}

var errNoObject = errors.New("a state is a JSON object")

// normalState is s as a store would return it; what cannot be encoded is left
// out and named.
func normalState(s State) (out State, unusable []string) {
	if len(s) == 0 {
		return nil, nil
	}
	out = make(State, len(s))
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

// clone returns a copy that shares nothing that changes.
func (s State) clone() State {
	c, _ := jsonvalue.Clone(map[string]any(s)).(map[string]any) // it is one
	return c
}

// withoutTemp returns s without the keys that are never stored.
func (s State) withoutTemp() State {
	for k := range s {
		if strings.HasPrefix(k, TempPrefix) {
			kept := maps.Clone(s)
			maps.DeleteFunc(kept, func(k string, _ any) bool { return strings.HasPrefix(k, TempPrefix) })
			return kept
		}
	}
	return s
}

// stateView is the state of a run, which tools read while it runs.
type stateView struct {
	mu     sync.RWMutex
	values State
}

func (v *stateView) get(key string) (any, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	x, ok := v.values[key]
	return jsonvalue.Clone(x), ok
}

func (v *stateView) apply(delta State) {
	if len(delta) == 0 {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.values == nil {
		v.values = State{}
	}
	for k, x := range delta {
		if x == nil {
			delete(v.values, k)
			continue
		}
		v.values[k] = x
	}
}

func (v *stateView) copy() State {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if v.values == nil {
		return State{}
	}
	return maps.Clone(v.values)
}

// temporary returns the keys that are never stored as state; nil if there are none.
func (v *stateView) temporary() State {
	v.mu.RLock()
	defer v.mu.RUnlock()
	var kept State
	for k, x := range v.values {
		if strings.HasPrefix(k, TempPrefix) {
			if kept == nil {
				kept = State{}
			}
			kept[k] = jsonvalue.Clone(x)
		}
	}
	return kept
}
