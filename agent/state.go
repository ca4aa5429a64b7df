package agent

import (
	"errors"

	"github.com/errand-go/errand/agent/internal/state"
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
func normalState(s State) (State, []string) { return state.Normal(s) }

// clone returns a copy that shares nothing that changes.
func (s State) clone() State {
	c, _ := jsonvalue.Clone(map[string]any(s)).(map[string]any) // it is one
	return c
}

// withoutTemp returns s without the keys that are never stored.
func (s State) withoutTemp() State { return state.Without(s, TempPrefix) }
