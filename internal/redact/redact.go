// Package redact takes credentials out of text that developers read ([Text]),
// tells whether a value holds one ([HasCredential]), and keeps of a URL what a
// report may say ([Endpoint]).
//
// It knows three things, each a table: the shapes that vendors give their
// credentials ([Shapes]), the names under which credentials are written down
// (headers, parameters, fields, flags of commands), and the places where URLs,
// markup and configurations carry them. What it does not know it leaves alone,
// so text without a credential comes back as it was, byte for byte.
//
// A text is scanned from left to right, twice: with its encodings undone (escapes
// of JSON and URLs, entities, the colours of a terminal), and as it is. Words in
// base64 or in hexadecimal digits are looked into.
package redact

// mark stands where a credential stood.
const mark = "(redacted)"

// maxPasses is how often a text may be rewritten before it is given up. One
// pass finds everything in real texts and a second one confirms it; only texts
// made for the purpose need a third.
const maxPasses = 6

// Text returns s with its credentials replaced by "(redacted)": the userinfo,
// query values and fragment of URLs, the values of headers, parameters and
// fields that are named like credentials, bearer and basic values, private
// keys, and every string of a shape in [Shapes]. Names, hosts, paths and the
// words around them stay.
//
// Text is idempotent, takes time in proportion to len(s), never panics, keeps
// valid UTF-8 valid, and its result is at most about six times as long as s. A
// result never holds what [HasCredential] recognises: a text that cannot be
// brought that far is "(redacted)" as a whole.
func Text(s string) string {
	if out, ok := settle(s); ok {
		return out
	}
	return mark
}

// settle rewrites s until a pass changes nothing. It gives up after maxPasses,
// and on a text that has findings and still a credential besides them.
func settle(s string) (string, bool) {
	for range maxPasses {
		out, found := pass(s)
		if !found {
			return s, true
		}
		if out == s {
			return s, !HasCredential(s)
		}
		s = out
	}
	return "", false
}

// HasCredential reports whether s holds a credential that needs no name to be
// recognised: a string of a shape in [Shapes] (private keys included), the
// userinfo of a URL or data source name, or a bearer or basic value. It does not
// look into encodings, is false for what [Text] returns, and allocates nothing.
func HasCredential(s string) bool {
	sc := scanner{s: s, bare: true}
	for sc.next() {
		if s[sc.from:sc.to] != mark {
			return true
		}
	}
	return false
}

// pass replaces what a scan of the view of s finds, and then what a scan of the
// text finds, and reports whether they found anything.
func pass(s string) (out string, found bool) {
	if v, ok := undo(s); ok {
		s, found = replace(s, &v)
	}
	out, also := replace(s, nil)
	return out, found || also
}

// replace replaces what one scan of s, or of the view of it, finds.
func replace(s string, v *view) (out string, found bool) {
	sc := scanner{s: s}
	if v != nil {
		sc.s = v.text
	}
	var b []byte
	done, jump := 0, 0
	for sc.next() {
		found = true
		if sc.s[sc.from:sc.to] == mark {
			continue
		}
		if b == nil {
			b = make([]byte, 0, len(s)+8*len(mark))
		}
		from, to := sc.from, sc.to
		if v != nil {
			from, to = v.span(from, to, &jump)
		}
		b = append(b, s[done:from]...)
		b = append(b, mark...)
		done = to
	}
	if b == nil {
		return s, found
	}
	return string(append(b, s[done:]...)), found
}
