package protowire

import "unicode/utf8"

// A Schema describes the fields of a message that have bytes: a text, or, with a schema, a
// message. Other fields may have any content.
type Schema map[uint64]Schema

// Fits reports whether the bytes of every field match the schema.
func (s Schema) Fits(m Message) bool {
	for f := range m.fields() {
		inner, known := s[f.number]
		switch {
		case !known || f.wire != wireBytes:
		case inner == nil:
			if !utf8.Valid(f.bytes) {
				return false
			}
		default:
			if held, ok := Decode(f.bytes); !ok || !inner.Fits(held) {
				return false
			}
		}
	}
	return true
}
