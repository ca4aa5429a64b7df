package protowire

import "unicode/utf8"

// A Schema says of the fields of a message what their bytes are: a text, or, with
// a schema of its own, a message. Other fields are anything.
type Schema map[uint64]Schema

// Fits reports whether the bytes of every field are what they have to be.
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
