package redact

// RowAt returns the name of the row that recognises the beginning of s.
func RowAt(s string) string {
	for _, e := range index[s[0]] {
		if len(s) >= len(e.text) && s[:len(e.text)] == e.text && e.row.match(s, 0, len(e.text)) >= 0 {
			return e.row.Name
		}
	}
	for _, r := range anywhere {
		if s[r.probe] == r.has && r.find(s, 0, 0) >= 0 {
			return r.Name
		}
	}
	return ""
}

// GivenUp reports whether Text has no better answer for s than the mark alone.
func GivenUp(s string) bool {
	_, ok := settle(s)
	return !ok
}

// Kept returns the part of a row's example that is no secret.
func Kept(name string) string {
	for _, r := range shapes {
		if r.Name == name && r.keep {
			return r.starts[0]
		}
	}
	return ""
}

// Starts returns the beginnings of all rows.
func Starts() []string {
	var out []string
	for _, r := range shapes {
		out = append(out, r.starts...)
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
