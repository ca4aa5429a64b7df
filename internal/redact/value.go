package redact

import "strings"

// assigned checks the = or : at i, the sign between a name and a value.
func (sc *scanner) assigned(i int) bool {
	if sc.bare {
		return false
	}
	f := sc.fieldAt(i)
	if f.kind == ordinary {
		switch {
		case f.text == "":
			return false
		case f.name > sc.data && f.name < sc.dataEnd:
			f.kind, f.quoted = certain, true
		case f.name > sc.held && f.name < sc.heldEnd && byLot(f.text):
			return sc.found(f.name, f.name+len(f.text)) // "tokens": {"x": true}
		case f.name > sc.held && f.name < sc.heldEnd && roleOf(f.text) == noRole:
			return sc.drawn(f)
		default:
			switch roleOf(f.text) {
			case carrier:
				return sc.carry(f) || (hints(f.text) || f.quoted && strings.EqualFold(f.text, "key")) && sc.drawn(f)
			case container:
				sc.enter(f)
				if sc.named == ordinary || f.name-sc.namedAt > near {
					return false
				}
				f.kind, sc.named = sc.named, ordinary
			case holder:
				if sc.named == ordinary || f.name-sc.namedAt > near {
					sc.named = sc.namedAfter(f)
				}
				if sc.named == ordinary {
					return false
				}
				f.kind, sc.named, f.quoted = sc.named, ordinary, true
			case noRole:
				return hints(f.text) && sc.drawn(f)
			}
		}
	}
	s := sc.s
	f.unwrap(s)
	v := f.value
	if masked(s, v) {
		return false
	}
	for _, list := range []string{"[]string{", "["} {
		if strings.HasPrefix(s[v:], list) && !at(s, v+len(list), '{') && (f.listed() || is(s, v+len(list), quote)) {
			return sc.list(v + len(list))
		}
	}
	for at(s, v, '\\') && v < f.value+depths {
		v++
	}
	switch {
	case !is(s, v, quote):
		return sc.bareValue(f)
	case !f.quoted && f.tight && at(s, f.name-1, s[v]):
		return false // the mark closes the quotation that begins before the name: use `token=` here
	}
	return sc.quotedValue(f, v)
}

// drawn checks the value of a name that is not that of a credential for certain. It has to
// seem drawn by lot.
func (sc *scanner) drawn(f field) bool {
	s := sc.s
	v, end, _ := sc.valueAt(f.value)
	value := s[v:end]
	if strings.EqualFold(f.text, "code") && len(value) < 20 || strings.EqualFold(f.text, "key") && (len(value) < 24 || all(value, lower|digit|dash|under)) {
		return false // code=E1234, key=users
	}
	return !at(s, v, '/') && all(value, b64url|pad|dot|wide|inRoute) && !strings.ContainsAny(value, "{}[]$,") && uuid(s, v) < 0 && byLot(value) && sc.found(v, end)
}

// valueAt returns the range of the value at v, without its quotation marks.
func (sc *scanner) valueAt(v int) (from, to int, quoted bool) {
	s := sc.s
	for n := 0; n < depths && at(s, v, '\\'); n++ {
		v++
	}
	if !is(s, v, quote) {
		return v, sc.bareEnd(v), false
	}
	to, ok := sc.closing(v)
	if !ok {
		to = sc.bareEnd(v + 1)
	}
	return v + 1, max(v+1, to), true
}

// list checks the list whose first element begins at v, as Go and JSON write the values of
// a header.
func (sc *scanner) list(v int) bool {
	s := sc.s
	end := v
	for end < len(s) && s[end] != ']' && s[end] != '}' && s[end] != '\n' {
		if is(s, end, quote) {
			if c, ok := sc.closing(end); ok {
				end = c
			}
		}
		end++
	}
	end = min(end, len(s))
	sc.left -= end - v
	if end-v < 2*near && sentence(s[v:end]) {
		return false
	}
	if !is(s, v, quote) && !at(s, v, '\\') {
		return sc.secretOf(v, end)
	}
	for at(s, v, '\\') {
		v++
	}
	last := end
	for last > v+1 && !is(s, last-1, quote) {
		last--
	}
	last--
	for last > v+1 && s[last-1] == '\\' {
		last--
	}
	return sc.secretOf(v+1, last)
}

// quotedValue checks a value whose quotation mark is at v.
func (sc *scanner) quotedValue(f field, v int) bool {
	end, ok := sc.closing(v)
	if !ok {
		end = v + 1
		for end < len(sc.s) && sc.s[end] != '\n' {
			end++
		}
	}
	if v+1 >= end || f.harmless(sc.s, v+1, end) && (!isProse(sc.s[v+1:end]) || f.kind == word && !f.quoted && f.sign == ':') {
		return false
	}
	if f.kind == header || f.kind == word && f.schemed() {
		return sc.secretOf(v+1, end)
	}
	return sc.found(v+1, end)
}

// bareValue checks a value without quotation marks.
func (sc *scanner) bareValue(f field) bool {
	s, v := sc.s, f.value
	switch {
	case at(s, v, '{'):
		if f.kind == password && f.sign == '=' && f.tight && !is(s, v+1, quote|blank) {
			return sc.braces(v)
		}
		if f.quoted || f.kind != word {
			sc.named, sc.namedAt = f.kind, v
		}
		if f.plural && v >= sc.heldEnd {
			sc.held, sc.heldEnd = v, sc.objectEnd(v)
		}
		return false
	case at(s, v, '['), at(s, v, '(') && is(s, v+1, quote): // the elements have names
		return false
	case f.kind == header, f.kind <= certain && f.kind != password && f.schemed() && schemeEnd(s[v:]) > 0:
		return sc.headerValue(f)
	case sc.block(f):
		return true
	case f.code(s, v):
		return false
	}
	end := sc.bareEnd(v)
	if words := strings.TrimSpace(s[v:run(s, v, lower|blank)]); len(words) > 40 && (endsIn(f.text, "mnemonic") || endsIn(f.text, "phrase")) { // BIP 39
		end = v + len(words)
	}
	if v == end || f.harmless(s, v, end) {
		return false
	}
	value := s[v:end]
	sure := f.quoted || f.tight || f.kind == certain || f.sign == '=' || sc.alone(f, end)
	if f.walrus && !secretive(value) || !f.tight && strings.EqualFold(f.text, "pass") && all(value, letter|under) {
		return false // code, and tests that pass
	}
	if sure || f.kind == password || secretive(value) {
		return sc.found(v, end)
	}
	return false
}

// braces checks a value in braces in a connection string: PWD={a;b}
// (https://learn.microsoft.com/en-us/openspecs/sql_server_protocols/ms-odbcstr).
func (sc *scanner) braces(v int) bool {
	s := sc.s
	if begins(s, v+1) {
		return false
	}
	const longest = 256
	for end := v + 1; end < min(len(s), v+longest) && s[end] != '\n'; end++ {
		if s[end] != '}' {
			continue
		}
		if at(s, end+1, '}') {
			end++
			continue
		}
		if to := end + 1; to == len(s) || s[to] == ';' || is(s, to, blank|quote) {
			return sc.found(v+1, end)
		}
	}
	return sc.found(v, sc.bareEnd(v+1))
}

// alone reports whether f is alone on its line or between its separators, as in a
// configuration, and its value ends at end.
func (sc *scanner) alone(f field, end int) bool {
	s := sc.s
	i := f.name
	for i > 0 && (s[i-1] == ' ' || s[i-1] == '\t') {
		i--
	}
	before := i == 0 || strings.IndexByte("\n\r{[(,;&|", s[i-1]) >= 0
	after := end == len(s) || strings.IndexByte("\n\r}]),;&|", s[end]) >= 0
	return before && after
}

// bareEnd returns the end of the unquoted value that begins at v: white space, or a byte
// that can only end something around the value.
func (sc *scanner) bareEnd(v int) int {
	s, i := sc.s, v
	if strings.HasPrefix(s[v:], mark) {
		i += len(mark)
	}
scan:
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'', '`':
			if closes(s, i+1) {
				break scan
			}
		case '\\':
			n := i + 1
			for at(s, n, '\\') {
				n++
			}
			if is(s, n, quote) && closes(s, n+1) || is(s, n, lower) && escapedLine(s, n) {
				break scan
			}
			i = n - 1
		case '&', ';', ',':
			if i+1 == len(s) || is(s, i+1, blank|quote) || at(s, i+1, '\\') || begins(s, i+1) {
				break scan
			}
		case '<':
			if i > v {
				break scan
			}
		default:
			if classes[c]&blank != 0 {
				break scan
			}
		}
	}
	sc.left -= i - v
	return trim(s, v, i)
}

// closes reports whether a quotation mark right before i is a closing one.
func closes(s string, i int) bool {
	return i >= len(s) || is(s, i, blank|quote) || strings.IndexByte(",;:)]}>&.\\", s[i]) >= 0
}

// escapedLine reports whether the letter at i, after a backslash, ends a line that is
// followed by a header, a line of text or nothing.
func escapedLine(s string, i int) bool {
	return (s[i] == 'n' || s[i] == 'r') && (i+1 == len(s) || is(s, i+1, upper|blank|quote) || at(s, i+1, '\\'))
}

// begins reports whether a name and its sign begin at i.
func begins(s string, i int) bool {
	end := i
	for end < len(s) && end-i <= maxName && is(s, end, inName) {
		end++
	}
	return end > i && (at(s, end, '=') || at(s, end, ':'))
}
