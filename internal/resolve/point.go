package resolve

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

// mayShow reports whether a word belongs to the call and may be shown.
func (v *view) mayShow(word string) bool {
	return v.call.mayShow(word) || word != "" && word == v.literal
}

// point replaces words of a finding that the call has in another form. A value may be
// shown if a text of the call has it in quotation marks. A word becomes the token at
// the position, if a single text has a token there and the service's message contains
// that token: in other letter case, qualified, or in another language. Position or
// message alone are not enough: a tool may put the text into another one, and a
// message has many words.
func (v *view) point(f *toolerr.Finding) {
	if tail := v.call.tail(f.Value); tail != "" {
		f.Value = tail
		return
	}
	if v.literal == "" && v.call.hasIn(f.Value, literals) {
		v.literal = f.Value // only as a whole: it may have many words
	}
	if word := cmp.Or(f.Word, f.Value); v.literal == "" && v.call.hasIn(word, spelled) {
		v.literal = word // a path or an operator
	}
	if f.Value == "" {
		if word := v.call.tokenAt(f.At); mentions(v.message, word) {
			f.Word = word
		}
	}
}

// tokenAt returns the token at a position, if one text alone has a token there.
func (c *Call) tokenAt(at toolerr.Position) string {
	if at == (toolerr.Position{}) {
		return ""
	}
	word := ""
	for n := range c.values {
		p := &c.values[n]
		if p.kind != '"' || p.secret {
			continue
		}
		i, ok := byteAt(p.text, at.Line, at.Column, at.Offset)
		before, _ := utf8.DecodeLastRuneInString(p.text[:max(i, 0)])
		if !ok || !outside(p.text, i) || i > 0 && inWord(before) {
			continue
		}
		if word != "" {
			return ""
		}
		for start, token := range tokens(p.text[i:]) {
			token = strings.TrimRight(token, ".-")
			if start <= 1 && stands(p.text, i, token) { // after a quotation mark
				word = token
			}
			break
		}
	}
	return word
}

// tail returns the only argument that is the end of a path: a tool may put a folder
// before the model's path.
func (c *Call) tail(path string) string {
	if path == "" {
		return ""
	}
	found := ""
	for i := range c.values {
		p := &c.values[i]
		value := strings.TrimLeft(strings.TrimPrefix(p.text, "./"), "/")
		if p.kind != '"' || p.secret || value == "" || !strings.HasSuffix(path, "/"+value) {
			continue
		}
		if found != "" && found != p.text {
			return ""
		}
		found = p.text
	}
	if !c.mayShow(found) {
		return ""
	}
	return found
}

// hasIn reports whether a text of the call has a value that may be shown, as find searches it.
func (c *Call) hasIn(value string, find func(text, value string) []int) bool {
	return value != "" && fits(value) && !c.denies(value) && !redact.HasCredential(value) && c.some(func(p *place) bool {
		return p.kind == '"' && !p.secret && len(find(p.text, value)) > 0 && len(find(p.clean, value)) > 0
	})
}

// spelled returns the offsets of a word with signs in a text where it is not a part of a longer
// word, at most two.
func spelled(text, word string) (at []int) {
	if word == "" || strings.ContainsAny(word, " \t\r\n\"'") || strings.IndexFunc(word, func(r rune) bool { return !inToken(r) }) < 0 {
		return nil
	}
	for start := 0; start < len(text) && len(at) < 2; {
		i := strings.Index(text[start:], word)
		if i < 0 {
			break
		}
		i += start
		start = i + len(word)
		first, _ := utf8.DecodeRuneInString(word)
		last, _ := utf8.DecodeLastRuneInString(word)
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[start:])
		if (i == 0 || !inToken(first) || !inToken(before) && before != '/') && (start == len(text) || !inToken(last) || !inToken(after) && after != '/') {
			at = append(at, i)
		}
	}
	return at
}

// literals returns the offsets of a value in quotation marks in a text, at most two.
func literals(text, value string) (at []int) {
	for _, quote := range [...]string{"'", `"`} {
		quoted := quote + value + quote
		for start, end := range code(text) {
			for start < end {
				i := strings.Index(text[start:min(end+len(quoted)-1, len(text))], quoted)
				if i < 0 {
					break
				}
				if at = append(at, start+i); len(at) == 2 {
					return at
				}
				start += i + 1
			}
		}
	}
	return at
}

// mentions reports whether a message has a token, or the part of it before or after its
// last full stop, as a whole word.
func mentions(message, token string) bool {
	message, token = strings.ToLower(message[:min(len(message), maxMessage)]), strings.ToLower(token)
	parts := []string{token}
	if i := strings.LastIndexByte(token, '.'); i > 0 {
		parts = append(parts, token[:i], token[i+1:])
	}
	for _, part := range parts {
		for from := 0; part != ""; {
			i := strings.Index(message[from:], part)
			if i < 0 {
				break
			}
			start, end := from+i, from+i+len(part)
			if !partOfWord(message, start-1) && !partOfWord(message, end) {
				return true
			}
			from = end
		}
	}
	return false
}

// partOfWord reports whether a byte of a message belongs to a word of a statement. Letters
// of other scripts may follow a word without a space.
func partOfWord(message string, i int) bool {
	if i < 0 || i >= len(message) || message[i] >= utf8.RuneSelf {
		return false
	}
	return inToken(rune(message[i])) && !strings.ContainsRune(".-@", rune(message[i]))
}
