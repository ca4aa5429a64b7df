package redact

import "strings"

// statement looks at the quotation mark at i, which may begin the password of a
// statement of SQL, or what a server repeats of one: IDENTIFIED BY 'x', PASSWORD
// 'x', PASSWORD('x') (MySQL 8.4, 15.7.1; PostgreSQL 18, CREATE ROLE).
func (sc *scanner) statement(i int) bool {
	s := sc.s
	if sc.bare || i < sc.urlEnd || s[i] == '`' || strings.HasPrefix(s[i+1:], afterQuote) {
		return false
	}
	from := i
	for from > sc.floor && s[from-1] == '\\' {
		from--
	}
	if !passwordClause(s[max(sc.floor, from-clause):from], s[i]) {
		return false
	}
	end, ok := sc.closing(i)
	if !ok {
		end = i + 1
		for end < len(s) && s[end] != '\n' {
			end++
		}
	}
	return !isProse(s[i+1:end]) && sc.found(i+1, end)
}

// afterQuote stands behind the mark that ends what a server quotes of a statement:
// near 'IDENTIFIED BY ' at line 1 (MySQL 8.4, ER_PARSE_ERROR).
const afterQuote = " at line "

// clause is how far before a password the words are that name it.
const clause = 80

// passwordClause reports whether the value behind a text, in the given quotation
// marks, is the password of a statement.
func passwordClause(before string, mark byte) bool {
	switch {
	case endsIn(before, "by "):
		begun := len(before) == len("by ") || is(before, len(before)-len("by ")-1, blank|quote)
		return begun && identifies(before[:len(before)-len("by ")])
	case mark == '\'':
		return endsIn(before, "password ") || endsIn(before, "password(")
	}
	return false
}

// identifies reports whether text has a word of identifying in it, well spelt or
// not, or is all that a server quotes of the statement before it.
func identifies(text string) bool {
	const ident = "ident"
	for i := 0; i+len(ident) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(ident)], ident) {
			return true
		}
	}
	return strings.HasSuffix(text, "near '")
}

// endsIn reports whether s ends in suffix, in any letter case.
func endsIn(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// maxKey is how long the names in a key may be.
const maxKey = 256

// verdicts are what PostgreSQL says behind the values of a key (PostgreSQL 18,
// nbtinsert.c and ri_triggers.c).
var verdicts = []string{") already exists", ") is not present", ") is still referenced", ") conflicts with"}

// keyed looks at the = at i, which may stand between the names and the values of
// a key: Key (email, password)=(x, y) already exists.
func (sc *scanner) keyed(i int) bool {
	s := sc.s
	if sc.bare || !at(s, i-1, ')') || !at(s, i+1, '(') || strings.HasPrefix(s[i+1:], mark) {
		return false
	}
	from := i - 1
	for from > sc.floor && i-from < maxKey && s[from-1] != '(' && s[from-1] != '\n' {
		from--
	}
	if !at(s, from-1, '(') || !secretKey(s[from:i-1]) {
		return false
	}
	if strings.HasPrefix(s[i+2:], mark) {
		return sc.found(i+2, i+2+len(mark))
	}
	line, _, _ := strings.Cut(s[i+2:], "\n")
	end := strings.LastIndexByte(line, ')')
	for _, verdict := range verdicts {
		if n := strings.Index(line, verdict); n >= 0 {
			end = n
			break
		}
	}
	if end < 0 {
		end = len(line)
	}
	return sc.found(i+2, i+2+end)
}

// secretKey reports whether one of several names is a credential's.
func secretKey(names string) bool {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.Trim(name, ` "\`)
		if len(name) <= maxName && kindOf(name) != ordinary {
			return true
		}
	}
	return false
}

// refusals stand between the name of a field and the value that Kubernetes
// refused (apimachinery v0.37.2, util/validation/field).
var refusals = []string{"Invalid value: ", "Unsupported value: ", "Duplicate value: ", "Not found: ", "Too long: "}

// refused goes on to the value that was refused, if one was.
func (f *field) refused(s string) {
	if f.sign != ':' {
		return
	}
	for _, words := range refusals {
		if strings.HasPrefix(s[f.value:], words) {
			f.value += len(words)
			f.kind, f.tight, f.quoted = certain, false, true
			return
		}
	}
}
