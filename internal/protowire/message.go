// Package protowire reads messages of protocol buffers from their bytes (protobuf.dev,
// Encoding), for adapters that need only a few messages and none of the modules that define
// them.
//
// It accepts the messages that the protobuf module accepts, except those with groups, which
// have been obsolete for years, and up to a number of fields that no real message exceeds.
// It does not check the schema. It does not panic on any input.
package protowire

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"
)

// A Message is the bytes of a message that [Decode] has checked. The zero value is an empty
// message.
type Message struct{ body []byte }

// maxFields is the number of fields that are read of a message.
const maxFields = 4096

// Decode checks the bytes of a message, and reports whether they are one. The message keeps
// the bytes, which must not be changed.
func Decode(body []byte) (m Message, ok bool) {
	rest := body
	for n := 0; len(rest) > 0; n++ {
		if _, rest, ok = next(rest); !ok || n == maxFields {
			return Message{}, false
		}
	}
	return Message{body}, true
}

// Text returns the text in a field, in valid UTF-8, or "". Of several, the last is used.
func (m Message) Text(number uint64) string {
	var last []byte
	for f := range m.fields() {
		if f.number == number && f.wire == wireBytes {
			last = f.bytes
		}
	}
	return strings.ToValidUTF8(string(last), "\uFFFD")
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

// The types of fields.
const (
	wireNumber = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

func (m Message) fields() iter.Seq[field] {
	return func(yield func(field) bool) {
		for body := m.body; len(body) > 0; {
			f, rest, ok := next(body)
			if !ok || !yield(f) {
				return
			}
			body = rest
		}
	}
}

// next parses the first field of a body.
func next(body []byte) (f field, rest []byte, ok bool) {
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
	default:
		return f, nil, false
	}
	if len(body) < size {
		return f, nil, false
	}
	f.bytes = body[:size:size]
	return f, body[size:], true
}
