package redact

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A view is a text in decoded form: without escapes of JSON (\u0022, \n), entities
// (&quot;), escapes of URLs (%22) and terminal colours. A finding in it is replaced in the
// text itself.
type view struct {
	text  string
	jumps []jump
}

// A jump is the end of an encoded byte. From the offset in the view on, bytes have the same
// distance from the offset in the text, up to the next jump.
type jump struct {
	view, text int
	byte       bool // the byte before was encoded
}

// undo returns the view of s, and false if s has nothing to decode.
func undo(s string) (view, bool) {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '&') < 0 &&
		strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, escape) < 0 && !disguised(s) {
		return view{}, false
	}
	var v view
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		c, n := unit(s, i)
		if n == 0 {
			i++
			continue
		}
		if v.jumps == nil {
			b.Grow(len(s))
		}
		b.WriteString(s[done:i])
		i += n
		if c == escape {
			if s[i-1] < 0x80 { // not an invisible character
				i = sequence(s, i)
			}
		} else {
			b.WriteByte(c)
		}
		done = i
		v.jumps = append(v.jumps, jump{b.Len(), i, c != escape})
	}
	if v.jumps == nil {
		return view{}, false
	}
	b.WriteString(s[done:])
	v.text = b.String()
	return v, true
}

// span returns the range in the text for the bytes of the view between from and to. It
// continues from the jump at *next, because findings come in order.
func (v *view) span(from, to int, next *int) (int, int) {
	origin := func(i int) int {
		for *next < len(v.jumps) && v.jumps[*next].view <= i {
			*next++
		}
		if *next == 0 {
			return i
		}
		j := v.jumps[*next-1]
		return j.text + i - j.view
	}
	start, end := origin(from), origin(to-1)+1
	if *next < len(v.jumps) && v.jumps[*next].view == to && v.jumps[*next].byte {
		end = v.jumps[*next].text
	}
	return start, end
}

// escape begins a control sequence for terminal colours (ECMA-48 section 5.4).
const escape = 0x1b

// sequence returns the end of the control sequence whose ESC is before i.
func sequence(s string, i int) int {
	const longest = 32
	if !at(s, i, '[') {
		return i
	}
	for j := i + 1; j < len(s) && j < i+longest; j++ {
		if '@' <= s[j] && s[j] <= '~' {
			return j + 1
		}
	}
	return i
}

// unit returns the byte that is encoded at i and the length of its encoding, or 0. Nested
// encodings (%2522, &amp;quot;, \\u0022) are decoded at once.
func unit(s string, i int) (c byte, n int) {
	if s[i] >= 0x80 {
		return narrow(s, i)
	}
	switch s[i] {
	case escape:
		return escape, 1
	case '%':
		j := i + 1
		for strings.HasPrefix(s[j:], "25") && is(s, j+2, hexDigit) && is(s, j+3, hexDigit) {
			j += 2
		}
		if is(s, j, hexDigit) && is(s, j+1, hexDigit) {
			return shownByte(nibble(s[j])<<4|nibble(s[j+1]), j+2-i)
		}
	case '&':
		j := i + 1
		for strings.HasPrefix(s[j:], "amp;") {
			j += len("amp;")
		}
		if n := strings.IndexByte(s[j:min(len(s), j+8)], ';'); n > 0 {
			return shownByte(entity(s[j:j+n]), j+n+1-i)
		}
	case '\\':
		j := i + 1
		for j < i+depths && at(s, j, '\\') {
			j++
		}
		switch {
		case j >= len(s):
		case s[j] == 'n', s[j] == 'r':
			return '\n', j + 1 - i
		case s[j] == 't':
			return '\t', j + 1 - i
		case s[j] == '/': // as PHP writes JSON
			return '/', j + 1 - i
		case s[j] == 'u' && j+5 <= len(s) && s[j+1] == '0' && s[j+2] == '0' && is(s, j+3, hexDigit) && is(s, j+4, hexDigit):
			return shownByte(nibble(s[j+3])<<4|nibble(s[j+4]), j+5-i)
		case s[j] == 'x' && is(s, j+1, hexDigit) && is(s, j+2, hexDigit):
			return shownByte(nibble(s[j+1])<<4|nibble(s[j+2]), j+3-i)
		case strings.HasPrefix(s[j:], "033"):
			return escape, j + 3 - i
		}
	}
	return 0, 0
}

// entities are the character references of HTML 5 that are ASCII, each before its character.
// Package html has all, and 65 kB of them.
const entities = " Tab;\t NewLine;\n excl;! quot;\" QUOT;\" num;# dollar;$ percnt;% amp;& AMP;& apos;' lpar;( rpar;) ast;* midast;* plus;+ comma;, period;. sol;/ colon;: semi;; lt;< LT;< equals;= gt;> GT;> quest;? commat;@ lsqb;[ lbrack;[ bsol;\\ rsqb;] rbrack;] Hat;^ lowbar;_ grave;` lcub;{ lbrace;{ verbar;| vert;| rcub;} rbrace;} nbsp; "

// entity returns the ASCII character of a reference, or 0.
func entity(name string) byte {
	if number, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if at(number, 0, 'x') || at(number, 0, 'X') {
			number, base = number[1:], 16
		}
		n, _ := strconv.ParseUint(number, base, 64)
		if n != 0xa0 {
			return byte(min(n, 0x7f)) // the last one is not shown
		}
		name = "nbsp"
	}
	if i := strings.Index(entities, " "+name+";"); i >= 0 {
		return entities[i+len(name)+2]
	}
	return 0
}

// narrow returns the ASCII character for a full-width one (Unicode 17, block FF00), and
// [escape] for an invisible one, which is left out.
func narrow(s string, i int) (c byte, n int) {
	switch r, size := utf8.DecodeRuneInString(s[i:]); {
	case '！' <= r && r <= '～':
		return byte(r - '！' + '!'), size
	case r == '\u3000', r == '\u00a0':
		return ' ', size
	case r == '\u00ad', '\u200b' <= r && r <= '\u200f', '\u202a' <= r && r <= '\u202e', '\u2060' <= r && r <= '\u2064', r == '\ufeff':
		return escape, size
	}
	return 0, 0
}

// disguised reports whether s has characters that narrow changes.
func disguised(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			if _, n := narrow(s, i); n > 0 {
				return true
			}
		}
	}
	return false
}

// straight returns s with narrow characters and without invisible ones.
func straight(s string) string {
	return strings.Map(func(r rune) rune {
		if c, n := narrow(string(r), 0); n > 0 && c == escape {
			return -1
		} else if n > 0 {
			return rune(c)
		}
		return r
	}, s)
}

// shownByte returns a decoded byte if it is text, and 0 for other bytes, which stay
// encoded.
func shownByte(c byte, n int) (byte, int) {
	if c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t' || c == escape {
		return c, n
	}
	return 0, 0
}

func nibble(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}
