package redact

import "strings"

// statement checks the quotation mark at i, which may begin the password of an SQL
// statement, or of a server's quotation of one: IDENTIFIED BY 'x', PASSWORD 'x',
// PASSWORD('x') (MySQL 8.4, 15.7.1; PostgreSQL 18, CREATE ROLE).
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
		return sc.paired(i, from)
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

// paired checks the quotation at i, whose backslashes begin at from: it may be the value of
// a pair ("password", "x"), or the argument of a function for credentials (WithToken("x")).
// It has to look random.
func (sc *scanner) paired(i, from int) bool {
	s := sc.s
	end := from
	for end > sc.floor && s[end-1] == ' ' {
		end--
	}
	if end == sc.floor || s[end-1] != ',' && (s[end-1] != '(' || end < from) {
		return false
	}
	pair := s[end-1] == ','
	end--
	if pair {
		if end == sc.floor || s[end-1] != s[i] {
			return false
		}
		end--
		for end > sc.floor && s[end-1] == '\\' {
			end--
		}
	}
	name := end
	for name > sc.floor && end-name < maxName && is(s, name-1, inName) {
		name--
	}
	if first := strings.LastIndexByte(s[max(sc.floor, end-maxName):end], s[i]); pair && first >= 0 {
		// the password after a user: BasicAuth("bob", "x")
		open := max(sc.floor, end-maxName) + first
		if at(s, open-1, '(') && (endsIn(s[:open-1], "auth") || endsIn(s[:open-1], "auth=") || endsIn(s[:open-1], "login") || endsIn(s[:open-1], "credentials") || endsIn(s[:open-1], "credential")) {
			to, ok := sc.closing(i)
			return ok && to > i+1 && secretive(s[i+1:to]) && strings.IndexByte(s[i+1:to], ' ') < 0 && sc.found(i+1, to)
		}
	}
	k := kindOf(s[name:end])
	if k == ordinary || pair && !at(s, name-1, s[i]) {
		return false
	}
	to, ok := sc.closing(i)
	if !ok || to <= i+1 {
		return false
	}
	if k != header && !secretive(s[i+1:to]) || kindOf(s[i+1:min(to, i+1+maxName)]) != ordinary || strings.IndexByte(s[i+1:to], ' ') >= 0 && k != header {
		return false
	}
	f := field{kind: k}
	return !f.harmless(s, i+1, to) && sc.secretOf(i+1, to)
}

// afterQuote follows the closing mark of a server's quotation of a statement: near
// 'IDENTIFIED BY ' at line 1 (MySQL 8.4, ER_PARSE_ERROR).
const afterQuote = " at line "

// clause is the maximum distance of a password from the words that name it.
const clause = 80

// passwordClause reports whether the value after a text, in the given quotation marks, is
// the password of a statement.
func passwordClause(before string, mark byte) bool {
	switch {
	case endsIn(before, "by "):
		begun := len(before) == len("by ") || is(before, len(before)-len("by ")-1, blank|quote)
		return begun && (strings.Contains(strings.ToLower(before), "ident") || endsIn(before, "near 'by "))
	case mark == '\'':
		return endsIn(before, "password ") || strings.HasSuffix(before, "SECRET ") || strings.HasSuffix(before, "TOKEN ") || endsIn(before, "password(") ||
			endsIn(before, "= ") && strings.Contains(strings.ToUpper(before), "PASSWORD FOR ") // MySQL 8.4, 15.7.1.10
	}
	return false
}

// endsIn reports whether s ends in suffix, in any letter case.
//
//go:noinline
func endsIn(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// maxKey is the maximum length of the names in a key.
const maxKey = 256

// keyed checks the = at i, which may be between the names and the values of a key: Key
// (email, password)=(x, y) already exists.
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
	from = i + len("=(")
	line, _, _ := strings.Cut(s[from:], "\n")
	sc.left -= len(line)
	if end := strings.LastIndexByte(line, ')'); end >= 0 {
		return sc.found(from, from+end)
	}
	return sc.found(from, from+len(line))
}

// secretKey reports whether one of several names is that of a credential.
func secretKey(names string) bool {
	for _, name := range strings.Split(names, ",") {
		name = strings.Trim(name, ` "\`)
		if len(name) <= maxName && kindOf(name) != ordinary {
			return true
		}
	}
	return false
}
