// Package redact removes credentials from text for developers ([Text]), reports whether a
// value contains one ([HasCredential]), and reduces a URL to the part that a report may
// contain ([Endpoint]).
//
// It has three tables: the shapes that vendors give their credentials ([Shapes]), the names
// of credentials (in headers, parameters, fields, flags of commands, columns of tables,
// sentences), and the places for them in URLs, markup and configurations. It does not change
// anything else, so text without a credential is returned unchanged, byte for byte.
//
// A text is scanned from left to right, twice: decoded (escapes of JSON and URLs, entities,
// terminal colours, full-width and invisible characters), and as it is. One scan is not
// enough: a name and its sign may be visible in the decoded text only (%22password%22%3A), and
// the end of a value in the text as it is only (a password with a %20 in it). Words in base64
// or hexadecimal digits are also decoded. A check may read ahead of the scan, but all checks
// together only in proportion to the text; where a text uses that up, the rest is hidden.
package redact

import "strings"

// mark replaces a credential.
const mark = "(redacted)"

// maxScans is the maximum number of scans of a text. In real texts, two find everything and
// the next ones confirm it. Only texts made for the purpose need more.
const maxScans = 12

// Text returns s with its credentials replaced by "(redacted)": the userinfo, query values
// and fragment of URLs, the values of headers, parameters and fields that are named like
// credentials, bearer and basic values, private keys, and every string of a shape in
// [Shapes]. A credential with a digit or of random letters is also replaced where it stands
// again without a name. Names, hosts, paths and the words around them stay.
//
// Text is idempotent, takes time in proportion to len(s), never panics, keeps valid UTF-8
// valid, and its result is at most about six times as long as s. A result never contains a
// text that [HasCredential] recognises: if that cannot be reached, it is only "(redacted)".
func Text(s string) string {
	var secrets []string
	out, ok := settle(s, &secrets)
	if again := without(out, secrets); again != out {
		out, ok = settle(again, nil)
	}
	if !ok {
		return mark
	}
	return out
}

// without returns s without further occurrences of its credentials. Only the first ones are
// looked for, so that a text takes linear time.
func without(s string, secrets []string) string {
	const most, shortest = 8, 8
	for _, secret := range secrets[:min(len(secrets), most)] {
		if len(secret) >= shortest && (hasDigit(secret) || byLot(secret)) {
			s = strings.ReplaceAll(s, secret, mark)
		}
	}
	return s
}

// Secrets returns s with its credentials replaced, and these, for a caller that hides them
// elsewhere, too. It scans s only once, so that s may have up to twice the cost of its
// reading; the first result may still have a credential that [HasCredential] recognises.
func Secrets(s string) (clean string, secrets []string) {
	clean, _ = scan(s, true, &secrets)
	clean, _ = scan(clean, false, &secrets)
	return clean, secrets
}

// collect adds a finding to secrets, and the part of it that is one for certain: the
// password after a user, the value of a cookie.
func (sc *scanner) collect(secrets *[]string) {
	const shortest = 4
	value := sc.s[sc.from:sc.to]
	if secrets == nil || value == mark || sc.weak && !byLot(value) {
		return
	}
	if user, password, ok := strings.Cut(value, ":"); ok && all(user, b64url|dot|inRoute) && len(password) >= shortest {
		*secrets = append(*secrets, password)
	} else if name, cookie, ok := strings.Cut(value, "="); ok && all(name, inName) && len(cookie) >= shortest {
		*secrets = append(*secrets, cookie)
	}
	if len(value) >= shortest {
		*secrets = append(*secrets, value)
	}
}

// settle scans the view of s and s itself in turn, until neither changes it. It gives up
// after maxScans, or if a text still has a credential that no scan finds.
func settle(s string, secrets *[]string) (string, bool) {
	marked, unchanged := false, 0
	for range maxScans / 2 {
		for _, decoded := range []bool{true, false} {
			out, found := scan(s, decoded, secrets)
			marked = marked || found
			if unchanged++; out != s {
				s, unchanged = out, 0
			} else if unchanged > 1 {
				return s, !marked || !HasCredential(s)
			}
		}
	}
	return "", false
}

// HasCredential reports whether s contains a credential that can be recognised without a
// name: a string of a shape in [Shapes] (private keys included), the userinfo of a URL or
// data source name, or a bearer or basic value. It does not decode text, returns false for
// results of [Text], and allocates nothing.
func HasCredential(s string) bool {
	if disguised(s) {
		s = straight(s)
	}
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

// scan replaces the findings in s, or in the view of it, and reports whether there were any.
func scan(s string, decoded bool, secrets *[]string) (out string, found bool) {
	if !decoded {
		return replace(s, nil, secrets)
	}
	if v, ok := undo(s); ok {
		return replace(s, &v, secrets)
	}
	return s, false
}

// replace replaces the findings of one scan of s, or of the view of it.
func replace(s string, v *view, secrets *[]string) (out string, found bool) {
	sc := scanner{s: s, left: ahead(s)}
	if v != nil {
		sc.s = v.text
	}
	var b strings.Builder
	done, jump := 0, 0
	for sc.next() {
		found = true
		if sc.s[sc.from:sc.to] == mark {
			continue
		}
		sc.collect(secrets)
		if b.Len() == 0 {
			b.Grow(len(s) + 8*len(mark))
		}
		from, to := sc.from, sc.to
		if v != nil {
			from, to = v.span(from, to, &jump)
		}
		b.WriteString(s[done:from])
		b.WriteString(mark)
		done = to
	}
	if b.Len() == 0 {
		return s, found
	}
	b.WriteString(s[done:])
	return b.String(), found
}
