// Package protowire reads messages of protocol buffers from their bytes (protobuf.dev,
// Encoding), for adapters that need only a few messages and none of the modules that define
// them.
//
// It accepts the same messages as the protobuf module, up to a number of fields that no
// real message exceeds. It does not panic on any input.
package protowire

import (
	"encoding/binary"
	"iter"
	"slices"
)

// A Message is the bytes of a message that [Decode] has checked. The zero value is an empty
// message.
type Message struct{ body []byte }

const (
	maxFields = 4096  // fields that are read of a message
	maxGroups = 10000 // nested groups, as in the protobuf module
)

// Decode checks the bytes of a message, and reports whether they are one. The message keeps
// the bytes, which must not be changed.
func Decode(body []byte) (m Message, ok bool) {
	rest := body
	for n := 0; len(rest) > 0; n++ {
		var f field
		if f, rest, ok = next(rest, maxGroups); !ok || f.wire == wireEnd || n == maxFields {
			return Message{}, false
		}
	}
	return Message{body}, true
}

// Text returns the text in a field, or "". Of several, the last is used.
func (m Message) Text(number uint64) string {
	var last []byte
	for f := range m.fields() {
		if f.number == number && f.wire == wireBytes {
			last = f.bytes
		}
	}
	return string(last)
}

// Messages yields the messages in a field.
func (m Message) Messages(number uint64) iter.Seq[Message] {
	return func(yield func(Message) bool) {
		for f := range m.fields() {
			if f.number != number || f.wire != wireBytes {
				continue
			}
			if inner, ok := Decode(f.bytes); ok && !yield(inner) {
				return
			}
		}
	}
}

// One returns the message in a field, and reports whether there is one. Several occurrences
// are parts of the same message.
func (m Message) One(number uint64) (whole Message, ok bool) {
	for part := range m.Messages(number) {
		if !ok {
			whole, ok = Message{slices.Clip(part.body)}, true // so that append does not overwrite the bytes after it
			continue
		}
		whole.body = append(whole.body, part.body...)
	}
	return whole, ok
}

// Entry returns the value of a key in a field that is a map of texts, or "". Of several,
// the last is used.
func (m Message) Entry(number uint64, key string) (value string) {
	for entry := range m.Messages(number) {
		if entry.Text(1) == key {
			value = entry.Text(2)
		}
	}
	return value
}

// A field is a number, or bytes, or of a type that is not needed here.
type field struct {
	number uint64
	wire   uint64
	value  uint64
	bytes  []byte
}

// The types of fields. Groups are skipped, because they have been obsolete for years.
const (
	wireNumber = 0
	wire64     = 1
	wireBytes  = 2
	wireGroup  = 3
	wireEnd    = 4
	wire32     = 5
)

func (m Message) fields() iter.Seq[field] {
	return func(yield func(field) bool) {
		for body := m.body; len(body) > 0; {
			f, rest, ok := next(body, maxGroups)
			if !ok || !yield(f) {
				return
			}
			body = rest
		}
	}
}

// next parses the first field of a body. The end of a group counts as a field.
func next(body []byte, groups int) (f field, rest []byte, ok bool) {
	tag, n := binary.Uvarint(body)
	if n <= 0 || tag>>3 == 0 || tag>>3 >= 1<<29 {
		return f, nil, false
	}
	f.number, f.wire, body = tag>>3, tag&7, body[n:]
	size := 0
	switch f.wire {
	case wireNumber:
		f.value, size = binary.Uvarint(body)
		if size <= 0 {
			return f, nil, false
		}
		return f, body[size:], true
	case wire64:
		size = 8
	case wire32:
		size = 4
	case wireBytes: // a length and that many bytes
		length, n := binary.Uvarint(body)
		if n <= 0 || length > uint64(len(body)-n) {
			return f, nil, false
		}
		size, body = int(length), body[n:] //nolint:gosec // not longer than the body
	case wireGroup:
		rest, ok = afterGroup(f.number, body, groups-1)
		return f, rest, ok
	case wireEnd:
		return f, body, true
	default:
		return f, nil, false
	}
	if len(body) < size {
		return f, nil, false
	}
	f.bytes = body[:size:size]
	return f, body[size:], true
}

// afterGroup returns the bytes after a group, which ends with its own number.
func afterGroup(number uint64, body []byte, groups int) (rest []byte, ok bool) {
	if groups < 0 {
		return nil, false
	}
	for {
		var f field
		if f, body, ok = next(body, groups); !ok {
			return nil, false
		}
		if f.wire == wireEnd {
			return body, f.number == number
		}
	}
}
