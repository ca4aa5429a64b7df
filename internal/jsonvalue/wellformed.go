package jsonvalue

import (
	"bytes"
	"strconv"
)

// WellFormed returns valid JSON in which each half of a surrogate pair (RFC 8259, section
// 8.2) is replaced by \ufffd: encoding/json decodes them as that, and some providers reject
// the whole request because of one. Other JSON is returned unchanged.
func WellFormed(raw []byte) []byte {
	const escape = len(`\u0000`)
	var out []byte
	done := 0 // the part of raw that is in out
	for at := 0; ; {
		i := bytes.IndexByte(raw[at:], '\\')
		if i < 0 {
			break
		}
		at += i
		switch c := escaped(raw[at:]); {
		case c < 0xD800 || c > 0xDFFF:
			at += 2 // an escaped backslash begins no escape
		case c < 0xDC00 && escaped(raw[at+escape:])&^0x3FF == 0xDC00:
			at += 2 * escape
		default:
			out = append(append(out, raw[done:at]...), `\ufffd`...)
			at += escape
			done = at
		}
	}
	if done == 0 {
		return raw
	}
	return append(out, raw[done:]...)
}

// escaped returns the UTF-16 unit at the beginning of s in the form \uXXXX, or 0.
func escaped(s []byte) uint64 {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(s[2:6]), 16, 16) // 0 if invalid
	return n
}
