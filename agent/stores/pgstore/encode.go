package pgstore

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// encode returns v as one line of JSON in valid UTF-8.
func encode(v any) (string, error) {
	text, err := record.Encode(v)
	return valid(text), err
}

func valid(text string) string { return strings.ToValidUTF8(text, string(utf8.RuneError)) }

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
	rows, state, err := record.Events(events)
	if err != nil {
		return batch{}, err
	}
	b := batch{ids: []string{}, invocations: []string{}, bodies: []string{}, deltas: []*string{}, before: []*string{}, places: []*int64{}}
	for _, row := range rows {
		b.keep(row.Before)
		if row.Delta != nil {
			*row.Delta = valid(*row.Delta)
		}
		b.ids, b.invocations = append(b.ids, escape(row.ID)), append(b.invocations, escape(row.Invocation))
		b.bodies, b.deltas = append(b.bodies, valid(row.Body)), append(b.deltas, row.Delta)
	}
	if b.state, err = encodeDelta(state); err != nil {
		return batch{}, record.Unstorable(err)
	}
	return b, nil
}

// keep adds the first event that a compaction keeps to the batch, by its id. If there is
// no compaction, it adds NULL.
func (b *batch) keep(first string) {
	var before *string
	var place *int64
	if first != "" {
		id := escape(first)
		before = &id
		if i := slices.Index(b.ids, id); i >= 0 {
			n := int64(i) + 1
			place = &n
		}
	}
	b.before, b.places = append(b.before, before), append(b.places, place)
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
