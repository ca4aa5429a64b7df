package jsonvalue

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// A Scanner walks over the values of a JSON text. The text must be valid: otherwise a
// Scanner may panic.
type Scanner struct {
	text []byte
	at   int
}

// Scan returns a Scanner at the beginning of text.
func Scan(text []byte) Scanner { return Scanner{text: text} }

// Next skips white space, colons and commas, and returns the byte after them: the first
// byte of a value, or a closing bracket.
func (s *Scanner) Next() byte {
	for {
		switch c := s.text[s.at]; c {
		case ' ', '\t', '\r', '\n', ':', ',':
			s.at++
		default:
			return c
		}
	}
}

// Step skips the bracket that Next returned.
func (s *Scanner) Step() { s.at++ }

// Take skips the value whose first byte Next returned, and returns its text.
func (s *Scanner) Take() []byte {
	start := s.at
	switch s.text[start] {
	case '"':
		s.at = stringEnd(s.text, start)
	case '{', '[':
		s.at, _ = brackets(s.text, start)
	default:
		s.at = len(s.text)
		if n := bytes.IndexAny(s.text[start:], ",:]} \t\r\n"); n >= 0 {
			s.at = start + n
		}
	}
	return s.text[start:s.at]
}

// Depth returns the nesting depth of a valid JSON text.
func Depth(text []byte) int {
	_, deepest := brackets(text, 0)
	return deepest
}

// InRange reports whether a float64 can hold every number of a valid JSON text, as most
// JSON readers need (RFC 8259 section 6).
func InRange(text []byte) bool {
	const short = 300 // a number out of range without an exponent has more digits
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			at = stringEnd(text, at) - 1
		case c == '-' || '0' <= c && c <= '9':
			start := at
			for at < len(text) && isNumber[text[at]] {
				at++
			}
			number := text[start:at]
			if len(number) > short || bytes.ContainsAny(number, "eE") {
				if _, err := strconv.ParseFloat(string(number), 64); err != nil {
					return false
				}
			}
			at--
		}
	}
	return true
}

// isNumber has the bytes of numbers.
var isNumber = func() (set [256]bool) {
	for _, c := range "+-.0123456789Ee" {
		set[c] = true
	}
	return set
}()

// brackets returns the end of the first object or array at or after at, and its nesting
// depth.
func brackets(text []byte, at int) (end, deepest int) {
	for depth := 0; at < len(text); at++ {
		switch text[at] {
		case '"':
			at = stringEnd(text, at) - 1
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1, deepest
			}
		}
	}
	return at, deepest
}

// stringEnd returns the end of the string that begins at at.
func stringEnd(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// Unquote returns the text of a JSON string.
func Unquote(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // always valid
	return s
}
