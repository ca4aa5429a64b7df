package redact

import "strings"

// RowAt returns the name of the row that recognises the beginning of s.
func RowAt(s string) string {
	rows := index[s[0]]
	for _, p := range probes {
		for _, m := range p.marks {
			if len(s) > p.at && strings.HasPrefix(s[p.at:], m.text) && m.row.match(s, 0, p.at+len(m.text)) >= 0 {
				return m.row.name
			}
		}
	}
	for _, e := range rows {
		if strings.HasPrefix(s, e.text) && e.row.match(s, 0, len(e.text)) >= 0 {
			return e.row.name
		}
	}
	return ""
}

// GivenUp reports whether the result of Text for s is only the mark.
func GivenUp(s string) bool {
	_, ok := settle(s, nil)
	return !ok
}

// Kept returns the part of a row's example that is not secret.
func Kept(name string) string {
	for _, r := range shapes {
		if start, _, _ := strings.Cut(r.starts, " "); r.name == name && r.keep {
			return start
		}
	}
	return ""
}

// Starts returns the beginnings of all rows.
func Starts() []string {
	var out []string
	for _, r := range shapes {
		out = append(out, strings.Fields(r.starts)...)
	}
	return out
}

// HeaderNames returns the names in the table of headers.
func HeaderNames() []string {
	var out []string
	for h := range headers {
		out = append(out, h)
	}
	return out
}

// NameEndings returns the endings of names of credentials.
func NameEndings() []string {
	var out []string
	for _, group := range endings {
		for _, e := range group {
			out = append(out, e.text)
		}
	}
	return out
}

// Escape is the byte that stands for an invisible character.
const Escape = escape

// Unit returns the character that is encoded at the beginning of s.
func Unit(s string) string {
	if c, n := unit(s, 0); n > 0 {
		return string(rune(c))
	}
	return ""
}
