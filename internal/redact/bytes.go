package redact

import "strings"

// A class is a set of bytes. A byte can be in several classes.
type class uint16

const (
	digit class = 1 << iota
	upper
	lower
	hexDigit // digits and the letters a to f in either case
	dash     // -
	under    // _
	dot      // .
	pad      // + / =
	inRoute  // the other unescaped bytes of a URL path
	trigger  // one of the triggers
	blank    // white space and control characters
	quote    // " ' `
	dollar   // $
	tilde    // ~
	wide     // bytes of characters that are not ASCII

	letter = upper | lower
	alnum  = letter | digit
	b64url = alnum | dash | under
	b64    = alnum | pad
	inPath = b64url | dot | pad | inRoute
	inName = b64url | dot | wide
)

var classes = func() (t [256]class) {
	for _, set := range []struct {
		k       class
		members string
	}{
		{digit | hexDigit, "0123456789"},
		{lower | hexDigit, "abcdef"},
		{upper | hexDigit, "ABCDEF"},
		{lower, "ghijklmnopqrstuvwxyz"},
		{upper, "GHIJKLMNOPQRSTUVWXYZ"},
		{dash, "-"},
		{under, "_"},
		{dot, "."},
		{pad, "+/="},
		{quote, "\"'`"},
		{inRoute, "%:@,!*;&|^[]{}"},
		{inRoute | dollar, "$"},
		{inRoute | tilde, "~"},
		{trigger, triggers},
	} {
		for i := range len(set.members) {
			t[set.members[i]] |= set.k
		}
	}
	for c := range 256 {
		if c >= 0x80 {
			t[c] = wide
		} else if c <= ' ' || c == 0x7f {
			t[c] = blank
		}
	}
	return t
}()

// is reports whether s has a byte of class k at i.
func is(s string, i int, k class) bool {
	return i >= 0 && i < len(s) && classes[s[i]]&k != 0
}

// at reports whether s has the byte c at i.
func at(s string, i int, c byte) bool { return i >= 0 && i < len(s) && s[i] == c }

func isAlnum(r rune) bool { return r < 0x80 && classes[r]&alnum != 0 }

// run returns the end of the run of bytes of class k that begins at i.
func run(s string, i int, k class) int {
	for i < len(s) && classes[s[i]]&k != 0 {
		i++
	}
	return i
}

// runTo is run, limited to n bytes.
func runTo(s string, i, n int, k class) int { return run(s[:min(len(s), i+n)], i, k) }

// all reports whether s has bytes of class k only.
func all(s string, k class) bool { return run(s, 0, k) == len(s) }

// trim returns the end of s[from:to] without the punctuation of the sentence around it. The
// parenthesis of a mark is not such punctuation.
func trim(s string, from, to int) int {
	for to > from && strings.IndexByte(".,;:)]}>\"'`", s[to-1]) >= 0 {
		if strings.HasSuffix(s[from:to], mark) {
			break
		}
		to--
	}
	return to
}

// fold writes s with ASCII letters in lower case to buf, and returns the part that fits.
func fold(buf []byte, s string) []byte {
	n := 0
	for n < len(s) && n < len(buf) {
		c := s[n]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[n] = c
		n++
	}
	return buf[:n]
}
