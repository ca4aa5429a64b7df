package pgstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// encode returns v as one line of JSON in valid UTF-8. It does not escape <, > and &, so
// that arguments and responses are read as they were stored, byte for byte.
func encode(v any) (text string, err error) {
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
	return strings.ToValidUTF8(strings.TrimSuffix(b.String(), "\n"), string(utf8.RuneError)), nil
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
		text, err := encode(map[string]any{k: v})
		if err != nil {
			continue
		}
		one, err := decodeState(text)
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

// partOf returns the part of the state that has the key.
func partOf(key string) int64 {
	switch {
	case strings.HasPrefix(key, agent.AppPrefix):
		return ofApp
	case strings.HasPrefix(key, agent.UserPrefix):
		return ofUser
	}
	return ofOwn
}

// ownState returns the part of s that belongs only to the session.
func ownState(s agent.State) agent.State {
	own := agent.State{}
	maps.Copy(own, s)
	maps.DeleteFunc(own, func(k string, _ any) bool { return partOf(k) != ofOwn })
	return own
}

// apply applies the changes of delta to s.
func apply(s, delta agent.State) {
	maps.Copy(s, delta)
	maps.DeleteFunc(s, func(_ string, v any) bool { return v == nil })
}

// A delta has the parameters of setState. A nil value deletes the key.
type delta struct {
	parts  []int64
	keys   []string
	values []*string
}

func encodeDelta(s agent.State) (delta, error) {
	d := delta{parts: []int64{}, keys: []string{}, values: []*string{}}
	for _, k := range slices.Sorted(maps.Keys(s)) {
		var value *string
		if v := s[k]; v != nil {
			text, err := encode(v)
			if err != nil {
				return delta{}, err
			}
			value = &text
		}
		d.parts, d.keys, d.values = append(d.parts, partOf(k)), append(d.keys, escape(k)), append(d.values, value)
	}
	return d, nil
}

// batch has the parameters of appendEvents.
type batch struct {
	invocations, bodies, ids []string
	deltas                   []*string // changes of the own state
	before                   []*string // of a compaction: the id of the first event it keeps
	places                   []*int64  // of a compaction that keeps an event of the batch: its position, from 1 on
	state                    delta     // of all events together
}

func encodeEvents(events []*agent.Event) (batch, error) {
	b := batch{ids: []string{}, invocations: []string{}, bodies: []string{}, deltas: []*string{}, before: []*string{}, places: []*int64{}}
	all := agent.State{}
	for _, e := range events {
		if e == nil {
			return batch{}, errors.New("pgstore: a nil event")
		}
		kept := *e
		kept.Actions.StateDelta = normalState(e.Actions.StateDelta)
		maps.Copy(all, kept.Actions.StateDelta)
		body, err := encode(&kept)
		if err != nil {
			return batch{}, err
		}
		// The stored event must be decodable. An argument whose depth is just allowed can
		// be too deep inside its event.
		if !json.Valid([]byte(body)) {
			return batch{}, errors.New("pgstore: the event is nested too deeply")
		}
		var changed *string
		if own := ownState(kept.Actions.StateDelta); len(own) > 0 {
			text, err := encode(own)
			if err != nil {
				return batch{}, err
			}
			changed = &text
		}
		b.keep(e.Actions.Compaction)
		b.ids, b.invocations = append(b.ids, escape(e.ID)), append(b.invocations, escape(e.InvocationID))
		b.bodies, b.deltas = append(b.bodies, body), append(b.deltas, changed)
	}
	var err error
	b.state, err = encodeDelta(all)
	return b, err
}

// keep adds the first event that c keeps to the batch, or NULL if c is nil.
func (b *batch) keep(c *agent.Compaction) {
	var before *string
	var place *int64
	if c != nil {
		id := escape(c.Before)
		before = &id
		if i := slices.Index(b.ids, id); i >= 0 {
			n := int64(i) + 1
			place = &n
		}
	}
	b.before, b.places = append(b.before, before), append(b.places, place)
}

func unstorable(cause error) error {
	return agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("An event cannot be stored."), cause)
}

func decodeEvent(body string) (*agent.Event, error) {
	e := &agent.Event{}
	if err := json.Unmarshal([]byte(body), e); err != nil {
		return nil, fmt.Errorf("a stored event: %w", err)
	}
	return e, nil
}

func decodeState(text string) (agent.State, error) {
	s := agent.State{}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("a stored state: %w", err)
	}
	return s, nil
}

// decodeValue adds a stored value to s.
func decodeValue(s agent.State, key, value string) error {
	one, err := decodeState(`{"":` + value + `}`)
	if err != nil {
		return err
	}
	s[unescape(key)] = one[""]
	return nil
}

// escape returns a name in a form that PostgreSQL can store: a backslash is doubled, and
// NUL and invalid UTF-8 bytes become \x and two digits. Other names, which is all that
// programs use, are unchanged.
func escape(name string) string {
	if utf8.ValidString(name) && !strings.ContainsAny(name, "\x00\\") {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == 0, r == utf8.RuneError && !strings.HasPrefix(name[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, name[i])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unescape reverses escape.
func unescape(text string) string {
	var b strings.Builder
	for {
		plain, rest, ok := strings.Cut(text, `\`)
		b.WriteString(plain)
		switch {
		case !ok:
			return b.String()
		case len(rest) >= 3 && rest[0] == 'x':
			n, _ := strconv.ParseUint(rest[1:3], 16, 8)
			b.WriteByte(byte(n))
			text = rest[3:]
		default:
			b.WriteByte('\\')
			text = strings.TrimPrefix(rest, `\`)
		}
	}
}
