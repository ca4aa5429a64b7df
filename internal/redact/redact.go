// Package redact removes credentials from text for developers ([Text]), reports whether a
// value contains one ([HasCredential]), and reduces a URL to the part that a report may
// contain ([Endpoint]).
//
// It has three tables: the shapes that vendors give their credentials ([Shapes]), the names
// of credentials (in headers, parameters, fields, flags of commands), and the places for
// them in URLs, markup and configurations. It does not change anything else, so text
// without a credential is returned unchanged, byte for byte.
//
// A text is scanned from left to right, twice: decoded (escapes of JSON and URLs, entities,
// terminal colours), and as it is. Words in base64 or hexadecimal digits are also decoded.
package redact

// mark replaces a credential.
const mark = "(redacted)"

// maxPasses is the maximum number of passes over a text. In real texts, one pass finds
// everything and a second one confirms it. Only texts made for the purpose need a third.
const maxPasses = 6

// Text returns s with its credentials replaced by "(redacted)": the userinfo, query values
// and fragment of URLs, the values of headers, parameters and fields that are named like
// credentials, bearer and basic values, private keys, and every string of a shape in
// [Shapes]. Names, hosts, paths and the words around them stay.
//
// Text is idempotent, takes time in proportion to len(s), never panics, keeps valid UTF-8
// valid, and its result is at most about six times as long as s. A result never contains a
// text that [HasCredential] recognises: if that cannot be reached, it is only "(redacted)".
func Text(s string) string {
	if out, ok := settle(s); ok {
		return out
	}
	return mark
}

// settle rewrites s until a pass changes nothing. It gives up after maxPasses, or if a text
// still has a credential that no pass finds.
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

// HasCredential reports whether s contains a credential that can be recognised without a
// name: a string of a shape in [Shapes] (private keys included), the userinfo of a URL or
// data source name, or a bearer or basic value. It does not decode text, returns false for
// results of [Text], and allocates nothing.
func HasCredential(s string) bool {
	sc := scanner{s: s, bare: true, left: ahead(s)}
	for sc.next() {
		if s[sc.from:sc.to] != mark {
			return true
		}
	}
	return false
}

// ahead returns how many bytes the checks of a scan of s may read ahead of it, in all. A
// text for which that is not enough is hidden from there on.
func ahead(s string) int { return 4*len(s) + 1<<10 }

// pass replaces the findings in the view of s, and then those in the text itself, and
// reports whether there were any.
func pass(s string) (out string, found bool) {
	if v, ok := undo(s); ok {
		s, found = replace(s, &v)
	}
	out, also := replace(s, nil)
	return out, found || also
}

// replace replaces the findings of one scan of s, or of the view of it.
func replace(s string, v *view) (out string, found bool) {
	sc := scanner{s: s, left: ahead(s)}
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
