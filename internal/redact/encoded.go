package redact

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// shortest is how long a run of letters and digits is that is looked into for a
// credential in base64 or in hexadecimal digits.
const shortest = 16

// encoded looks at the word at i, whose letters and digits end at end: it may be
// a whole text in base64 or in hexadecimal digits. Nothing is decoded twice.
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

// inside makes s[from:to] the finding if the text that it stands for has one.
func (sc *scanner) inside(from, to int, text []byte) bool {
	inner := scanner{s: string(text), inner: true}
	return inner.next() && sc.found(from, to)
}

// decode64 decodes what it can of either alphabet of base64.
func decode64(dst []byte, s string) int {
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		encoding = base64.RawURLEncoding
	}
	n, _ := encoding.Decode(dst, []byte(s))
	return n
}

// printable reports whether a text is in ASCII.
func printable(text []byte) bool {
	for _, c := range text {
		if (c < ' ' || c > '~') && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}
