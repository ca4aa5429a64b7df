package agent

import (
	"errors"

	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// State has the values of a session, by key. Keys that begin with app: belong to all
// sessions of an app, and those with user: to all sessions of a user in an app. Those with
// temp: exist until the run ends, and in the runs that continue it after a pause. Values
// are decoded from JSON: integers as int64, other numbers as float64, and numbers for which
// both would lose digits as json.Number. They are the same in every store.
type State map[string]any

// The prefixes of keys that do not belong to the session alone.
const (
	AppPrefix  = "app:"
	UserPrefix = "user:"
	TempPrefix = "temp:"
)

// UnmarshalJSON decodes a state, and keeps integers exact.
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

var errNoObject = errors.New("a state must be a JSON object")

// maxStateBytes limits the values that are set at once, because a store keeps each of them
// several times.
const maxStateBytes = 1 << 20

// Checked returns s as a store returns it. If a value cannot be encoded as JSON, or if the
// values have more than 1 MiB, the error is of [ErrInvalidInput].
func (s State) Checked() (State, error) {
	if len(s) == 0 {
		return nil, nil
	}
	kept, unusable := normalState(s)
	for _, key := range unusable {
		return nil, NewRunError(ErrInvalidInput, toolerr.Msgf("The value of %s in the state cannot be stored.", toolerr.Ident(key)), nil)
	}
	if raw, err := jsonvalue.Encode(kept); err != nil || len(raw) > maxStateBytes {
		return nil, NewRunError(ErrInvalidInput, toolerr.Msgf(
			"The values to set in the state have more than %s bytes. Keep large data in an artifact.", toolerr.Int(maxStateBytes)), err)
	}
	return kept, nil
}

// normalState returns s as a store returns it, and the keys whose values cannot be encoded.
func normalState(s State) (State, []string) { return state.Normal(s) }

// clone returns a deep copy.
func (s State) clone() State {
	c, _ := jsonvalue.Clone(map[string]any(s)).(map[string]any) // the clone has the same type
	return c
}

// withoutTemp returns s without the keys that are never stored.
func (s State) withoutTemp() State { return state.Without(s, TempPrefix) }
