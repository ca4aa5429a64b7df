package jsonvalue

import "unicode/utf8"

// Cut returns JSON of about limit bytes that begins like raw. Values that do not fit are
// left out, and a string is cut at a rune.
func Cut(raw []byte, limit int) []byte {
	c := cutter{Scanner: Scan(raw), left: limit}
	c.value()
	return c.out
}

type cutter struct {
	Scanner
	out  []byte
	left int
}

func (c *cutter) write(s ...byte) {
	c.out = append(c.out, s...)
	c.left -= len(s)
}

// value copies the next value, and reports whether there is room for more.
func (c *cutter) value() bool {
	switch first := c.Next(); first {
	case '{', '[':
		return c.container(first)
	case '"':
		return c.text(c.Take())
	default:
		word := c.Take()
		if len(word) > max(c.left, len("false")) {
			word = []byte("null") // half a number is a different number
		}
		c.write(word...)
		return c.left > 0
	}
}

// text copies as much of a string as there is room for.
func (c *cutter) text(quoted []byte) bool {
	if len(quoted) <= c.left {
		c.write(quoted...)
		return c.left > 0
	}
	const mark = "…"
	room := c.left - len(mark) - 1
	n := 1
	for {
		step := escapeLength(quoted[n:])
		if n+step > room {
			break
		}
		n += step
	}
	c.write(quoted[:n]...)
	c.write([]byte(mark + `"`)...)
	return false
}

// escapeLength returns the length of the rune at the beginning of s, or of its escape
// sequence.
func escapeLength(s []byte) int {
	if s[0] != '\\' {
		_, n := utf8.DecodeRune(s)
		return n
	}
	const escape = len(`\u0000`)
	switch {
	case s[1] != 'u':
		return len(`\n`)
	case (s[2] == 'd' || s[2] == 'D') && len(s) > 2*escape && s[escape] == '\\': // half of a surrogate pair
		return 2 * escape
	}
	return escape
}

func (c *cutter) container(open byte) bool {
	end := open + 2 // for both kinds
	c.Step()
	c.write(open)
	room, first := c.left > 0, true
	for room && c.Next() != end {
		var name []byte
		if open == '{' {
			if name = c.Take(); len(name) >= c.left {
				room = false
				break
			}
			c.Next()
		}
		if !first {
			c.write(',')
		}
		first = false
		if open == '{' {
			c.write(name...)
			c.write(':')
		}
		room = c.value()
	}
	c.write(end)
	if !room {
		return false
	}
	c.Step()
	return c.left > 0
}
