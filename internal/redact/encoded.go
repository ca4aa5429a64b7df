package redact

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// shortest is the minimum length of a run of letters and digits that is decoded as base64
// or hexadecimal digits.
const shortest = 16

// encoded checks the word at i, whose letters and digits end at end. It may be a whole text
// in base64 or hexadecimal digits. No text is decoded twice.
func (sc *scanner) encoded(i, end int) bool {
	if sc.bare || sc.inner || i < sc.decoded {
		return false
	}
	s := sc.s
	if all(s[i:i+shortest], hexDigit) {
		var head [shortest / 2]byte
		if _, err := hex.Decode(head[:], []byte(s[i:i+shortest])); err == nil && printable(head[:]) {
			to := run(s, i, hexDigit)
			sc.decoded = to
			text, _ := hex.DecodeString(s[i : i+(to-i)&^1])
			return sc.inside(i, to, text)
		}
	}
	var head [shortest / 4 * 3]byte
	if n := decode64(head[:], s[i:i+shortest]); n < len(head) || !printable(head[:]) {
		return false
	}
	to := run(s, end, b64url|pad)
	sc.decoded = to
	text := make([]byte, (to-i)/4*3+3)
	return sc.inside(i, to, text[:decode64(text, strings.TrimRight(s[i:to], "="))])
}

// inside makes s[from:to] the finding if its decoded text has one.
func (sc *scanner) inside(from, to int, text []byte) bool {
	inner := scanner{s: string(text), inner: true, left: ahead(string(text))}
	return inner.next() && sc.found(from, to)
}

// decode64 decodes as much as it can, in either alphabet of base64.
func decode64(dst []byte, s string) int {
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		encoding = base64.RawURLEncoding
	}
	n, _ := encoding.Decode(dst, []byte(s))
	return n
}

// printable reports whether a text is printable ASCII with white space.
func printable(text []byte) bool {
	for _, c := range text {
		if (c < ' ' || c > '~') && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}
