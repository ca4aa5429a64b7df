// Package record has what the stores of this module have in common: the stored form of
// events and states, and which errors a caller gets as they are.
package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// Encode returns v as one line of JSON. It does not escape <, > and &, so that arguments
// and responses are read as they were stored, byte for byte.
func Encode(v any) (text string, err error) {
	defer func() {
		if recover() != nil { // a foreign MarshalJSON
			text, err = "", errUnencodable
		}
	}()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

var errUnencodable = errors.New("cannot be encoded as JSON")

// Normal returns s as every store returns it: as JSON, without keys with the prefix temp:
// and without values that cannot be encoded. It returns nil if nothing remains.
func Normal(s agent.State) agent.State {
	var out agent.State
	for k, v := range s {
		if strings.HasPrefix(k, agent.TempPrefix) {
			continue
		}
		text, err := Encode(map[string]any{k: v})
		if err != nil {
			continue
		}
		one, err := DecodeState([]byte(text))
		if err != nil { // nested too deep
			continue
		}
		if out == nil {
			out = make(agent.State, len(s))
		}
		maps.Copy(out, one)
	}
	return out
}

// Own returns the part of s that belongs only to the session.
func Own(s agent.State) agent.State {
	own := agent.State{}
	maps.Copy(own, s)
	maps.DeleteFunc(own, func(k string, _ any) bool {
		return strings.HasPrefix(k, agent.AppPrefix) || strings.HasPrefix(k, agent.UserPrefix)
	})
	return own
}

// Apply applies the changes of delta to s.
func Apply(s, delta agent.State) {
	maps.Copy(s, delta)
	maps.DeleteFunc(s, func(_ string, v any) bool { return v == nil })
}

// An Event is the stored form of an event.
type Event struct {
	ID, Invocation, Body string
	Delta                *string // the changes of the session's own state; nil if there are none
	Before               string  // of a compaction: the id of the first event that models still see
}

// Events returns the stored form of events, and their combined changes of the state. Its
// error is that of [Unstorable].
func Events(events []*agent.Event) (rows []Event, delta agent.State, err error) {
	rows, delta = make([]Event, len(events)), agent.State{}
	for i, e := range events {
		if rows[i], err = event(e, delta); err != nil {
			return nil, nil, Unstorable(err)
		}
	}
	return rows, delta, nil
}

// event also adds the event's changes of the state to all.
func event(e *agent.Event, all agent.State) (row Event, err error) {
	if e == nil {
		return row, errors.New("a nil event")
	}
	kept := *e
	kept.Actions.StateDelta = Normal(e.Actions.StateDelta)
	maps.Copy(all, kept.Actions.StateDelta)
	row.ID, row.Invocation = e.ID, e.InvocationID
	if row.Body, err = Encode(&kept); err != nil {
		return row, err
	}
	// The stored event must be decodable. An argument whose depth is just allowed can be too
	// deep inside its event.
	if !json.Valid([]byte(row.Body)) {
		return row, errors.New("the event is nested too deeply")
	}
	if c := e.Actions.Compaction; c != nil {
		row.Before = c.Before
	}
	if own := Own(kept.Actions.StateDelta); len(own) > 0 {
		text, err := Encode(own)
		if err != nil {
			return row, err
		}
		row.Delta = &text
	}
	return row, nil
}

// Unstorable returns the error of an event or a state that cannot be stored.
func Unstorable(cause error) error {
	return agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("An event cannot be stored."), cause)
}

// DecodeEvent returns a stored event.
func DecodeEvent(body []byte) (*agent.Event, error) {
	e := &agent.Event{}
	if err := json.Unmarshal(body, e); err != nil {
		return nil, fmt.Errorf("a stored event: %w", err)
	}
	return e, nil
}

// DecodeState returns a stored state.
func DecodeState(text []byte) (agent.State, error) {
	s := agent.State{}
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("a stored state: %w", err)
	}
	return s, nil
}

// DecodeValue adds a stored value to s.
func DecodeValue(s agent.State, key string, value []byte) error {
	one, err := DecodeState(fmt.Appendf(nil, `{"":%s}`, value))
	if err != nil {
		return err
	}
	s[key] = one[""]
	return nil
}

// Owner returns the name of the session to which an artifact belongs; "" if it belongs to
// all sessions of the user.
func Owner(ref agent.SessionRef, name string) string {
	if strings.HasPrefix(name, agent.UserPrefix) {
		return ""
	}
	return ref.ID
}

// given returns the error that a caller gets as it is: the agent's own, or the context's.
// It returns nil for an error of the database.
func given(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*agent.RunError](err); ok {
		return err
	}
	if kind, ok := errors.AsType[agent.ErrorKind](err); ok {
		return kind
	}
	return ctx.Err()
}

// Failure returns the error for a caller: the agent's own error, the context's, or the
// backend's, with sqladapter's facts and a fixed text.
func Failure(ctx context.Context, op string, err error) error {
	if own := given(ctx, err); own != nil {
		return own
	}
	chain := adapter.NewChain(sqladapter.Adapter{EOF: true}, httpadapter.Adapter{}, stdadapter.Adapter{})
	return agent.NewRunError(agent.ErrBackend, toolerr.Message{}, chain.Adapt(ctx, fmt.Errorf("%s: %w", op, err)))
}

// Refused returns the error of a database that the store did not change.
func Refused(msg toolerr.Message, developers string) error {
	return agent.NewRunError(agent.ErrBackend, msg, toolerr.Fatal(msg, toolerr.WithEffect(toolerr.EffectNone), toolerr.WithDeveloperMessage(developers)))
}

// Newer returns the error of a store that a newer version of its package made.
func Newer(found, known int) error {
	return Refused(toolerr.Msg("The session store was made by a newer version of this program."),
		fmt.Sprintf("the schema has version %d; this package knows versions up to %d", found, known))
}
