package redact

import "strings"

// A role is the effect of a name on others around it.
type role uint8

const (
	noRole    role = iota
	carrier        // its value is the name of something: "name": "password"
	holder         // its value belongs to the name of a carrier: "value": "x"
	container      // the data of a Kubernetes Secret
)

// roleOf returns the role of a name.
func roleOf(name string) role {
	var buf [24]byte
	switch plain := string(fold(buf[:], name)); plain {
	case "name", "key", "header", "param", "parameter", "variable", "field", "id", "label", "title", "property", "attribute", "setting", "option", "k", "loc", "path", "var":
		return carrier
	case "value", "val", "values", "string", "v", "content", "text", "default", "input", "plaintext", "plain", "raw", "actual":
		return holder
	case "data", "stringdata":
		return container
	default:
		switch {
		case strings.HasSuffix(plain, "value"):
			return holder
		case strings.HasSuffix(plain, "name"), strings.HasSuffix(plain, "key"):
			return carrier
		}
	}
	return noRole
}

// near is the maximum distance of a value from the carrier with its name.
const near = 256

// carry reads the value of a carrier, which ends at the next finding or mark, and checks a
// part of a form, which may follow directly.
func (sc *scanner) carry(f field) bool {
	s, v := sc.s, f.value
	for at(s, v, '\\') && v < f.value+depths {
		v++
	}
	if is(s, v, quote) {
		v++
	}
	if at(s, v, '[') && is(s, v+1, quote) { // "loc": ["body", "password"]
		v = v + 1 + max(0, strings.IndexByte(s[v+1:min(len(s), v+near)], ']')-1)
		for v > f.value && is(s, v-1, inName) {
			v--
		}
	}
	end := runTo(s, v, maxName+1, inName)
	if end == sc.taken { // the name of the value before it
		return false
	}
	k := ordinary
	if n := end - v; n <= maxName && n > 0 && (!is(s, end, blank) || !is(s, v-1, quote)) {
		k = kindOf(s[v:end])
	}
	sc.named, sc.namedAt = k, end
	if sc.named == ordinary || f.sign != '=' || !strings.Contains(s[max(sc.floor, f.name-near):f.name], "form-data") {
		return false
	}
	return sc.part(end)
}

// namedAfter returns the kind of the quoted value of f if its name follows it:
// {"value":"x","name":"password"}.
func (sc *scanner) namedAfter(f field) kind {
	s, v := sc.s, f.value
	if !is(s, v, quote) {
		return ordinary
	}
	to, ok := sc.closing(v)
	if !ok || !at(s, to+1, ',') {
		return ordinary
	}
	const signs = " \"':=\t"
	skip := func(i int) int {
		for i < len(s) && i < to+near && strings.IndexByte(signs, s[i]) >= 0 {
			i++
		}
		return i
	}
	from := skip(to + 2)
	end := runTo(s, from, maxName, inName)
	if roleOf(s[from:end]) != carrier {
		return ordinary
	}
	from = skip(end)
	sc.taken = runTo(s, from, maxName, inName)
	return kindOf(s[from:sc.taken])
}

// part checks the part of a form whose name ends at i (RFC 7578 section 4).
func (sc *scanner) part(i int) bool {
	s := sc.s
	head := s[i:min(len(s), i+near)]
	n, blankLine := strings.Index(head, "\n\r\n"), len("\n\r\n")
	if m := strings.Index(head, "\n\n"); m >= 0 && (n < 0 || m < n) {
		n, blankLine = m, len("\n\n")
	}
	if n < 0 {
		return false
	}
	v := i + n + blankLine
	to := v
	for to < len(s) && s[to] != '\n' && s[to] != '\r' {
		to++
	}
	sc.named = ordinary
	return sc.found(v, to)
}

// tag checks the < at i, which may begin an XML element that is named like a credential, or
// has an attribute with a credential or its name.
func (sc *scanner) tag(i int) bool {
	s := sc.s
	if sc.bare {
		return false
	}
	name := i + 1
	end := runTo(s, name, maxName, inName)
	if at(s, end, ':') {
		name = end + 1
		end = runTo(s, name, maxName, inName)
	}
	if end == name {
		return false
	}
	last := end
	for last < len(s) && last < end+near && s[last] != '>' && s[last] != '<' {
		last++
	}
	if !at(s, last, '>') {
		return false
	}
	if kindOf(s[name:end]) != ordinary {
		sc.named, sc.namedAt = password, end // <password value="x"/>
		if at(s, last-1, '/') {
			return false
		}
		return sc.content(last + 1)
	}
	switch s[name:end] {
	case "a", "button", "form", "label", "option", "select": // their text is shown to every user
		sc.shown = last
	}
	switch roleOf(s[name:end]) {
	case carrier:
		if to := runTo(s, last+1, maxName, inName); at(s, to, '<') && kindOf(s[last+1:to]) != ordinary {
			sc.shown = last
			sc.named, sc.namedAt = kindOf(s[last+1:to]), to
		}
	case holder:
		if sc.named != ordinary && i-sc.namedAt < near {
			return sc.content(last + 1)
		}
	case noRole, container:
	}
	return false
}

// tagEnd checks the > at i, which may end a tag with an attribute that names the content:
// <entry key="password">.
func (sc *scanner) tagEnd(i int) bool {
	const attributes = 64
	if sc.bare || sc.named == ordinary || i == sc.shown || i-sc.namedAt > attributes || at(sc.s, i-1, '/') || at(sc.s, i-1, '=') || at(sc.s, i-1, '-') {
		return false
	}
	return sc.content(i + 1)
}

// content makes the content of the element that begins at v the finding.
func (sc *scanner) content(v int) bool {
	s := sc.s
	const cdata = "<![CDATA["
	v = run(s, v, blank)
	if strings.HasPrefix(s[v:], cdata) {
		v += len(cdata)
		n := strings.Index(s[v:], "]]>")
		if n < 0 {
			n = len(s) - v
		}
		sc.named = ordinary
		return sc.found(v, v+n)
	}
	if sc.nextTag < v {
		sc.nextTag = len(s)
		if n := strings.IndexByte(s[v:], '<'); n >= 0 {
			sc.nextTag = v + n
		}
	}
	to := sc.nextTag
	if !at(s, to+1, '/') || to == v {
		return false
	}
	f := field{kind: password}
	if to-v < near && f.harmless(s, v, to) {
		return false
	}
	sc.named = ordinary
	return sc.found(v, to)
}

// enter records the range of the data of a Secret, if the text has one: every value in it
// is a credential, usually in base64.
func (sc *scanner) enter(f field) {
	s, v := sc.s, f.value
	if v < sc.dataEnd || !sc.holdsSecret() {
		return
	}
	sc.data = v
	if at(s, v, '{') {
		sc.dataEnd = sc.objectEnd(v)
		return
	}
	sc.dataEnd = sc.blockEnd(f)
}

// objectEnd returns the offset of the brace that closes the one at i.
func (sc *scanner) objectEnd(i int) int {
	s, end, depth := sc.s, i, 0
	for ; end < len(s); end++ {
		if s[end] == '{' {
			depth++
		} else if s[end] == '}' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	sc.left -= end - i
	return end
}

// holdsSecret reports whether the text has an object of the kind Secret.
func (sc *scanner) holdsSecret() bool {
	if sc.secret == 0 {
		sc.secret = -1
		for i := 0; ; {
			n := strings.Index(sc.s[i:], "Secret")
			if n < 0 {
				break
			}
			before := strings.TrimRight(sc.s[max(0, i+n-16):i+n], "\"' :\\")
			if strings.HasSuffix(before, "kind") || strings.HasSuffix(before, "Kind") {
				sc.secret = 1
				break
			}
			i += n + len("Secret")
		}
	}
	return sc.secret > 0
}

// blockEnd returns the end of the lines below f that have a larger indentation than the
// line of f.
func (sc *scanner) blockEnd(f field) int {
	s := sc.s
	line := f.name
	for line > 0 && f.name-line < near && s[line-1] != '\n' {
		line--
	}
	indent := indentation(s, line)
	end := len(s)
	if n := strings.IndexByte(s[f.value:], '\n'); n >= 0 {
		end = f.value + n
	}
	for end < len(s) {
		next := end + 1
		to := len(s)
		if n := strings.IndexByte(s[next:], '\n'); n >= 0 {
			to = next + n
		}
		if run(s, next, blank) < to && indentation(s, next) <= indent {
			break
		}
		end = to
	}
	sc.left -= end - f.value
	return end
}

// indentation returns the number of spaces, and dashes of a list, at the beginning of a
// line.
func indentation(s string, i int) int {
	from := i
	for at(s, i, ' ') || at(s, i, '-') && at(s, i+1, ' ') {
		i++
	}
	return i - from
}

// block checks a YAML value on the lines below its field (YAML 1.2.2 section 8.1).
func (sc *scanner) block(f field) bool {
	s, v := sc.s, f.value
	if f.sign != ':' || !at(s, v, '|') && !at(s, v, '>') {
		return false
	}
	v++
	for at(s, v, '-') || at(s, v, '+') || is(s, v, digit) {
		v++
	}
	for at(s, v, ' ') || at(s, v, '\r') {
		v++
	}
	if !at(s, v, '\n') {
		return false
	}
	from := run(s, v, blank)
	to := sc.blockEnd(f)
	for to > from && classes[s[to-1]]&blank != 0 {
		to--
	}
	return sc.found(from, to)
}
