package redact

import "strings"

// harmless reports whether the value s[v:end] of f is not a credential: a word of a
// sentence, a sign, a number that counts, a reference to a variable, code, or a form's
// message about its field.
func (f *field) harmless(s string, v, end int) bool {
	value := s[v:end]
	switch {
	case isProse(strings.Trim(value, "&*!?")), !telling(value), placeholder(s, v) && len(value) > 3 && all(value, upper|under|dash), reference(s, v) >= end:
		return true
	case f.kind == word && len(value) <= maxName && !hasDigit(value) && all(value, inName) && kindOf(value) != ordinary:
		return true // the name of another credential: secret: db-credentials
	case all(value, digit):
		return f.plural || f.kind != password && len(value) <= 4
	}
	return sentence(value)
}

// telling reports whether a value has a letter or a digit of any script, and is not a
// single character repeated (xxx).
func telling(s string) bool {
	if len(s) > 2 && strings.Count(s, s[:1]) == len(s) {
		return false
	}
	for i := range len(s) {
		if s[i] >= 0x80 || classes[s[i]]&alnum != 0 {
			return true
		}
	}
	return false
}

// references are the delimiters of variables and placeholders.
var references = []struct{ open, end string }{
	{"${{", "}}"}, {"${", "}"}, {"$(", ")"}, {"{{", "}}"}, {"<", ">"}, {"%(", ")s"},
}

// reference returns the end of the reference to a variable that begins at v, or of several
// with colons between them, or -1. It reads a few bytes only.
func reference(s string, v int) int {
	const longest = 64
	end := -1
	near := s[v:min(len(s), v+longest)]
	for _, r := range references {
		if !strings.HasPrefix(near, r.open) {
			continue
		}
		if n := strings.Index(near, r.end); n > len(r.open) && is(near, len(r.open), letter|under|blank) && !strings.ContainsAny(near[len(r.open):n], `"'=<`) {
			end = v + n + len(r.end)
		}
		break
	}
	if end < 0 && at(s, v, '$') {
		if n := runTo(s, v+1, longest, upper|digit|under); is(s, v+1, upper|under) && !is(s, n, lower) {
			end = n
		}
	}
	if end > 0 && at(s, end, ':') {
		return max(end, reference(s, end+1))
	}
	return end
}

// sentence reports whether a text is a form's message about its field: words, at least one
// of which states a problem, and none that looks random.
func sentence(s string) bool {
	const longest = 512
	if len(s) > longest || strings.IndexByte(s, ' ') < 0 {
		return false
	}
	said := false
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return r <= ' ' || strings.ContainsRune("\"[](),.;:\\", r) }) {
		if len(w) >= 6 && len(w) < 24 && secretive(w) && strings.IndexByte(w, '_') < 0 || len(w) >= 24 {
			return false
		}
		var buf [24]byte
		said = said || verdict[string(fold(buf[:], w))]
	}
	return said
}

// code reports whether the value at v is an expression of a program: a call, an index, the
// name of the field, or a credential's name after a dot. It reads a few bytes only.
func (f *field) code(s string, v int) bool {
	const longest = 64
	end := runTo(s, v, longest, alnum|under|dot)
	if !is(s, v, letter|under) {
		return false
	}
	path := s[v:end]
	name := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case at(s, end, '('):
		return is(s, end-1, alnum|under) && !hasDigit(path)
	case at(s, end, '['):
		return is(s, end+1, quote|letter)
	case at(s, end, '<'):
		return is(s, v, upper) && is(s, end+1, upper) && !f.tight
	case is(s, end, dash) || at(s, end, '@') || at(s, end, '!') || at(s, end, '$'):
		return false
	case len(name) < len(path), all(path, upper|under):
		return kindOf(name) != ordinary
	}
	return strings.EqualFold(path, f.text[strings.LastIndexByte(f.text, '.')+1:]) && !f.tight
}

// placeholder reports whether the text at v is the name of a value instead of a value:
// --token TOKEN.
func placeholder(s string, v int) bool {
	end := runTo(s, v, maxName, upper|under|dash)
	return end > v && !is(s, end, alnum) && kindOf(s[v:end]) != ordinary
}
