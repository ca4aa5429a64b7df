package sqlitestore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// encode returns v as one line of JSON. It does not escape <, > and &, so that arguments
// and responses are read as they were stored, byte for byte.
func encode(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil { // a foreign MarshalJSON
			raw, err = nil, errUnencodable
		}
	}()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

var errUnencodable = errors.New("cannot be encoded as JSON")

// normalState returns s as every store returns it: as JSON, without keys with the prefix
// temp: and without values that cannot be encoded. It returns nil if nothing remains.
func normalState(s agent.State) agent.State {
	var out agent.State
	for k, v := range s {
		if strings.HasPrefix(k, agent.TempPrefix) {
			continue
		}
		raw, err := encode(map[string]any{k: v})
		if err != nil {
			continue
		}
		var one agent.State
		if json.Unmarshal(raw, &one) != nil { // nested too deep
			continue
		}
		for k, v := range one {
			if out == nil {
				out = make(agent.State, len(s))
			}
			out[k] = v
		}
	}
	return out
}

// ownState returns the part of s that belongs only to the session.
func ownState(s agent.State) agent.State {
	out := make(agent.State, len(s))
	for k, v := range s {
		if !strings.HasPrefix(k, agent.AppPrefix) && !strings.HasPrefix(k, agent.UserPrefix) {
			out[k] = v
		}
	}
	return out
}

// apply applies the changes of delta to s.
func apply(s, delta agent.State) {
	for k, v := range delta {
		if v == nil {
			delete(s, k)
			continue
		}
		s[k] = v
	}
}

// An eventRow is the stored form of an event.
type eventRow struct {
	invocation string
	delta      any // changes of the own state, or nil for NULL
	body       string
	before     string // of a compaction: the id of the first event that models still see
}

// encodeEvents returns the rows of events and their combined changes of the state.
func encodeEvents(events []*agent.Event) (rows []eventRow, delta agent.State, err error) {
	rows, delta = make([]eventRow, len(events)), agent.State{}
	for i, e := range events {
		if e == nil {
			return nil, nil, unstorable(errors.New("sqlitestore: a nil event"))
		}
		kept := *e
		kept.Actions.StateDelta = normalState(e.Actions.StateDelta)
		maps.Copy(delta, kept.Actions.StateDelta)
		body, err := encode(&kept)
		if err != nil {
			return nil, nil, unstorable(err)
		}
		// The stored event must be decodable. An argument whose depth is just allowed can
		// be too deep inside its event.
		if !json.Valid(body) {
			return nil, nil, unstorable(errors.New("sqlitestore: the event is nested too deeply"))
		}
		rows[i] = eventRow{invocation: e.InvocationID, body: string(body)}
		if c := e.Actions.Compaction; c != nil {
			rows[i].before = c.Before
		}
		if own := ownState(kept.Actions.StateDelta); len(own) > 0 {
			raw, err := encode(own)
			if err != nil {
				return nil, nil, unstorable(err)
			}
			rows[i].delta = string(raw)
		}
	}
	return rows, delta, nil
}

func unstorable(cause error) error {
	return agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("An event cannot be stored."), cause)
}

func decodeEvent(body []byte) (*agent.Event, error) {
	e := &agent.Event{}
	if err := json.Unmarshal(body, e); err != nil {
		return nil, fmt.Errorf("a stored event: %w", err)
	}
	return e, nil
}

func decodeState(raw []byte) (agent.State, error) {
	s := agent.State{}
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("a stored state: %w", err)
	}
	return s, nil
}

// decodeValue adds a stored value to s.
func decodeValue(s agent.State, key string, value []byte) error {
	raw := make([]byte, 0, len(value)+len(`{"":}`))
	raw = append(raw, `{"":`...)
	raw = append(raw, value...)
	raw = append(raw, '}')
	one, err := decodeState(raw)
	if err != nil {
		return err
	}
	s[key] = one[""]
	return nil
}
