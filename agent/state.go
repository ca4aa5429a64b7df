package agent

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

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

// stateValue is v as a store would return it.
func stateValue(v any) (any, error) {
	switch x := v.(type) {
	case nil, bool, int64:
		return v, nil
	case string:
		return validText(x), nil
	}
	raw, err := encodeSafely(v)
	if err != nil {
		return nil, err
	}
	return jsonvalue.Decode(raw)
}

// validText is s as JSON would return it.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// normalState is s as a store would return it; what cannot be encoded is left
// out and named.
func normalState(s State) (out State, unusable []string) {
	if len(s) == 0 {
		return nil, nil
	}
	out = make(State, len(s))
	for k, v := range s {
		n, err := stateValue(v)
		if err != nil {
			unusable = append(unusable, k)
			continue
		}
		out[validText(k)] = n
	}
	return out, unusable
}

// clone returns a copy that shares nothing that changes.
func (s State) clone() State {
	c := maps.Clone(s)
	for k, v := range c {
		c[k] = cloneValue(v)
	}
	return c
}

func cloneValue(v any) any {
	switch x := v.(type) {
	case map[string]any:
		return map[string]any(State(x).clone())
	case []any:
		c := slices.Clone(x)
		for i, e := range c {
			c[i] = cloneValue(e)
		}
		return c
	}
	return v
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

var errUnencodable = errors.New("cannot be encoded as JSON")

// encodeSafely is json.Marshal for values of other people.
func encodeSafely(v any) (raw json.RawMessage, err error) {
	defer func() {
		if recover() != nil {
			raw, err = nil, errUnencodable
		}
	}()
	return json.Marshal(v)
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
	return cloneValue(x), ok
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
			kept[k] = cloneValue(x)
		}
	}
	return kept
}
