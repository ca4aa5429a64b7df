package grpcadapter

import (
	"encoding/binary"
	"iter"
	"time"
	"unicode/utf8"
)

// A message is the fields of a message of protocol buffers, in the wire format
// (protobuf.dev, Encoding).
type message []field

// A field is a number, or bytes, or something that nobody here reads.
type field struct {
	number uint64
	wire   uint64
	value  uint64
	bytes  []byte
}

// The types of fields. Groups are passed over: nothing has used them for years.
const (
	wireNumber = 0
	wire64     = 1
	wireBytes  = 2
	wireGroup  = 3
	wireEnd    = 4
	wire32     = 5
)

const (
	maxFields = 4096  // that are read of a message
	maxGroups = 10000 // inside each other, as the protobuf module has it
)

// decode reads a message, and reports whether it is one.
func decode(body []byte) (m message, ok bool) {
	for len(body) > 0 {
		var f field
		if f, body, ok = next(body, maxGroups); !ok || f.wire == wireEnd || len(m) == maxFields {
			return nil, false
		}
		m = append(m, f)
	}
	return m, true
}

// next reads the first field of a body; the end of a group counts as one.
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
	case wireBytes: // a length and so many bytes
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

// afterGroup returns what follows a group, which ends by its own number.
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

// A schema says of the fields of a message what their bytes are: a text, or, with
// a schema of its own, a message. Other fields are anything.
type schema map[uint64]schema

// fits reports whether the bytes of every field are what they have to be.
func (s schema) fits(m message) bool {
	for _, f := range m {
		inner, known := s[f.number]
		switch {
		case !known || f.wire != wireBytes:
		case inner == nil:
			if !utf8.Valid(f.bytes) {
				return false
			}
		default:
			if held, ok := decode(f.bytes); !ok || !inner.fits(held) {
				return false
			}
		}
	}
	return true
}

// text returns the text in a field, "" if there is none.
func (m message) text(number uint64) (text string) {
	for _, f := range m {
		if f.number == number && f.wire == wireBytes {
			text = string(f.bytes)
		}
	}
	return text
}

// messages yields the messages in a field.
func (m message) messages(number uint64) iter.Seq[message] {
	return func(yield func(message) bool) {
		for _, f := range m {
			if f.number != number || f.wire != wireBytes {
				continue
			}
			if inner, ok := decode(f.bytes); ok && !yield(inner) {
				return
			}
		}
	}
}

// The limits of a google.protobuf.Duration: ten thousand years.
const (
	maxDurationSeconds = 315_576_000_000
	maxTimeSeconds     = int64(1<<63-1) / int64(time.Second)
)

// duration reads a google.protobuf.Duration. A negative one, or one that is out
// of range, is unknown; one that a time.Duration cannot hold is the longest.
func (m message) duration() (time.Duration, bool) {
	var seconds, nanos int64
	for _, f := range m {
		switch {
		case f.wire != wireNumber:
		case f.number == 1:
			seconds = int64(f.value) //nolint:gosec // two's complement is how the wire has it
		case f.number == 2:
			nanos = int64(int32(f.value)) //nolint:gosec // two's complement is how the wire has it
		}
	}
	if seconds < 0 || seconds > maxDurationSeconds || nanos < 0 || nanos >= int64(time.Second) {
		return 0, false
	}
	if seconds >= maxTimeSeconds {
		return 1<<63 - 1, true
	}
	return time.Duration(seconds)*time.Second + time.Duration(nanos), true
}
