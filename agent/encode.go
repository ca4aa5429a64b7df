package agent

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// encode turns what a tool returned into a payload of bounded size. It runs on
// the tool's goroutine, because values may encode themselves.
func (r *run) encode(out any, err error) *result {
	p := toolerr.Result(out, err)
	raw, _ := p.MarshalJSON() // never fails
	raw = wellFormed(raw)     // a tool can return JSON as it is
	e := &result{raw: raw, outcome: OutcomeOK}
	if p.IsError() {
		e.err, e.outcome = p.Err(), OutcomeFailed
	}
	if len(raw) > r.limits.ResultBytes {
		total := len(raw)
		e.rest = cut(toolsOwn(raw), r.limits.ResultBytes/2)
		var err error
		if e.err != nil {
			err = e.err
		}
		e.raw = payload(shortened{Truncated: true, TotalBytes: total, Data: e.rest}, err)
		if e.err != nil {
			e.rest, _ = json.Marshal(shortened{Truncated: true, TotalBytes: total, Data: e.rest}) // holds JSON already
		}
		return e
	}
	if e.err != nil && out != nil {
		if own := toolsOwn(raw); string(own) != "{}" {
			e.rest = own
		}
	}
	return e
}

// shortened is a result that was too large.
type shortened struct {
	Truncated  bool            `json:"truncated"`
	TotalBytes int             `json:"total_bytes"`
	Data       json.RawMessage `json:"data"`
}

// contractKeys are the keys of a payload that are not the tool's own.
var contractKeys = map[string]bool{
	"success": true, "error": true, "error_code": true, "kind": true, "can_retry": true, "retry_after_ms": true,
	"status_code": true, "service": true, "vendor_code": true, "effect": true, "requires_user_action": true,
	"hint": true, "problems": true,
}

// toolsOwn returns what the tool itself said in a payload.
func toolsOwn(raw json.RawMessage) json.RawMessage {
	p := walker{raw: raw, at: 1} // a payload is an object
	own := []byte{'{'}
	count, data := 0, json.RawMessage(nil)
	for p.next() != '}' {
		name := p.take()
		p.next()
		value := p.take()
		key := string(name[1 : len(name)-1])
		if contractKeys[key] {
			continue
		}
		if count++; count == 1 && key == "data" {
			data = value // and not copied, if there is nothing else
			continue
		}
		if len(own) > 1 {
			own = append(own, ',')
		}
		own = append(append(append(own, name...), ':'), value...)
	}
	if count == 1 && data != nil {
		return data
	}
	if data != nil {
		own = append(append(own, `,"data":`...), data...)
	}
	return append(own, '}')
}

// onlyData reports whether a result is an object that has the key "data" and no
// other, which its payload does not show: what is no object stands under the same
// key.
func onlyData(out any) (only bool) {
	defer func() {
		if recover() != nil {
			only = false
		}
	}()
	raw, err := json.Marshal(out)
	if err != nil || raw[0] != '{' {
		return false
	}
	p := walker{raw: raw, at: 1}
	if p.next() == '}' || string(p.take()) != `"data"` {
		return false
	}
	p.next()
	p.take()
	return p.next() == '}'
}

// walker walks over valid JSON.
type walker struct {
	raw []byte
	at  int
}

// next passes white space and punctuation, and returns the byte behind them.
func (p *walker) next() byte {
	for {
		switch c := p.raw[p.at]; c {
		case ' ', '\t', '\r', '\n', ':', ',':
			p.at++
		default:
			return c
		}
	}
}

// take returns the value that begins here, as it is written.
func (p *walker) take() []byte {
	start, depth := p.at, 0
	for p.at < len(p.raw) {
		switch p.raw[p.at] {
		case '"':
			p.passText()
		case '{', '[':
			depth++
			p.at++
		case '}', ']':
			if depth == 0 {
				return p.raw[start:p.at]
			}
			depth--
			p.at++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return p.raw[start:p.at]
			}
			p.at++
			continue
		default:
			p.at++
			continue
		}
		if depth == 0 {
			break
		}
	}
	return p.raw[start:p.at]
}

func (p *walker) passText() {
	for p.at++; p.raw[p.at] != '"'; p.at++ {
		if p.raw[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
}

// cut returns JSON of about limit bytes that begins like raw: what does not fit
// is left out, and a string is cut at a rune.
func cut(raw json.RawMessage, limit int) json.RawMessage {
	c := cutter{walker: walker{raw: raw}, left: limit}
	c.value()
	return c.out
}

type cutter struct {
	walker
	out  []byte
	left int
}

func (c *cutter) write(s ...byte) {
	c.out = append(c.out, s...)
	c.left -= len(s)
}

// value copies the next value, and reports whether there is room for more.
func (c *cutter) value() bool {
	switch first := c.next(); first {
	case '{', '[':
		return c.container(first)
	case '"':
		return c.text(c.take())
	default:
		word := c.take()
		if len(word) > max(c.left, len("false")) {
			word = []byte("null") // half a number is another number
		}
		c.write(word...)
		return c.left > 0
	}
}

// text copies a string, as far as there is room.
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

// escapeLength is the length of the rune at the beginning of s, or of the
// escape sequence that stands for it.
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
	end := open + 2 // of both kinds
	c.at++
	c.write(open)
	room, first := c.left > 0, true
	for room && c.next() != end {
		var name []byte
		if open == '{' {
			if name = c.take(); len(name) >= c.left {
				room = false
				break
			}
			c.next()
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
	c.at++
	return c.left > 0
}
