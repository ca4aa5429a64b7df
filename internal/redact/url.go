package redact

import (
	"slices"
	"strings"
)

// webSchemes are schemes whose paths may contain an @. In URLs of data sources, an @ is the
// end of a userinfo that is not escaped.
var webSchemes = []string{"http", "https", "ws", "wss", "s3", "gs", "file", "oci", "docker"}

// url checks the "://" at i.
func (sc *scanner) url(i int) bool {
	sc.span(i)
	a := i + len("://")
	if from, to, ok := sc.authority(a); ok {
		return sc.found(from, to)
	}
	sc.i = a
	return false
}

// span sets the end of the URL whose "://" is at i. A URL inside another one ends with the
// outer one.
func (sc *scanner) span(i int) {
	if i < sc.urlEnd {
		return
	}
	start := sc.schemeStart(i)
	end, ok := 0, false
	if is(sc.s, start-1, quote) {
		end, ok = sc.closing(start - 1)
	}
	if !ok {
		end = urlEnd(sc.s, i)
	}
	sc.setSpan(start, end)
}

func (sc *scanner) setSpan(start, end int) {
	sc.urlEnd = end
	sc.left -= end - start
	sc.lastAt = -1
	if n := strings.LastIndexByte(sc.s[start:end], '@'); n >= 0 {
		sc.lastAt = start + n
	}
}

func (sc *scanner) schemeStart(i int) int {
	for i > sc.floor && (is(sc.s, i-1, b64url|dot) || at(sc.s, i-1, '+')) {
		i--
	}
	return i
}

// authority finds the userinfo in the authority that begins at a. An authority that is not
// a host and port is the beginning of a userinfo that contains a delimiter.
func (sc *scanner) authority(a int) (from, to int, ok bool) {
	s, end := sc.s, max(sc.urlEnd, a)
	ae := end
	if n := strings.IndexAny(s[a:end], "/?#\\"); n >= 0 {
		ae = a + n
	}
	if n := strings.LastIndexByte(s[a:ae], '@'); n >= 0 {
		return a, a + n, n > 0 && s[a:a+n] != "git" // ssh://git@github.com
	}
	port, numeric := portOf(s[a:ae])
	if port < 0 {
		return 0, 0, false
	}
	port += a
	if numeric {
		if sc.lastAt > ae && !sc.web(a) {
			return a, sc.lastAt, true
		}
		return 0, 0, false
	}
	if sc.lastAt > ae {
		return a, sc.lastAt, true
	}
	const ahead = 256 // the maximum length of a password with a space in it
	rest := s[ae:min(len(s), ae+ahead)]
	if n := strings.IndexAny(rest, "@\n"); n > 0 && rest[n] == '@' && is(rest, n+1, alnum) {
		return a, ae + n, true
	}
	// The host is not in the text, or the text was not a host.
	return a, ae, !strings.EqualFold(s[port:ae], "port")
}

// web reports whether the scheme before the authority at a is one of
// webSchemes.
func (sc *scanner) web(a int) bool {
	i := a - len("://")
	var buf [8]byte
	scheme := fold(buf[:], sc.s[sc.schemeStart(i):i])
	return slices.Contains(webSchemes, string(scheme))
}

// portOf returns the offset of the first port in an authority without userinfo, or -1, and
// whether all of its ports are numbers.
func portOf(hosts string) (port int, numeric bool) {
	port, numeric = -1, true
	for start := 0; start <= len(hosts); {
		end := len(hosts)
		if n := strings.IndexByte(hosts[start:], ','); n >= 0 {
			end = start + n
		}
		host := hosts[start:end]
		open := strings.IndexByte(host, ']') + 1 // the colons of [::1] do not begin a port
		if open == 0 && at(host, 0, '[') {
			open = len(host)
		}
		if n := strings.IndexByte(host[open:], ':'); n >= 0 {
			p := open + n + 1
			if port < 0 {
				port = start + p
			}
			digits := run(host, p, digit)
			if digits-p > 5 || strings.ContainsFunc(host[digits:], isAlnum) {
				return port, false
			}
		}
		start = end + 1
	}
	return port, numeric
}

// userinfo checks the @ at i for a user:password before it, as in data source names without
// a scheme, or for the user/password of Oracle.
func (sc *scanner) userinfo(i int) bool {
	s := sc.s
	driver := false // user:password@tcp(host:port)/name, where a password may contain any byte
	if is(s, i+1, lower) || at(s, i+1, '(') {
		for _, network := range []string{"tcp(", "tcp4(", "tcp6(", "unix(", "pipe(", "("} {
			driver = driver || strings.HasPrefix(s[i+1:], network)
		}
	}
	switch {
	case driver:
	case !is(s, i+1, alnum) && !at(s, i+1, '[') && !at(s, i+1, '/'),
		strings.HasPrefix(s[i+1:], "sha256:"), strings.HasPrefix(s[i+1:], "sha512:"):
		return false
	}
	const before = 256 // the maximum length of user and password
	from := i
	for from > sc.floor && !is(s, from-1, blank|quote) {
		if !driver && strings.IndexByte("/()[]{}<>,=;|\\@", s[from-1]) >= 0 {
			break
		}
		if from--; i-from > before {
			sc.left -= before
			return false
		}
	}
	if at(s, from-1, '/') && !at(s, from-2, '/') && !driver && from < i {
		return sc.oracle(from, i)
	}
	user, password, ok := strings.Cut(s[from:i], ":")
	if slash := strings.IndexByte(user, '/'); !ok && slash > 0 && strings.HasPrefix(s[i+1:], "(DESCRIPTION") {
		return sc.found(from+slash+1, i) // Oracle's address in full
	}
	if !ok || password == "" || !all(user, inName|inRoute) || user != "" && all(user, digit) {
		return false
	}
	switch user {
	case "mailto", "sip", "sips", "xmpp", "acct", "urn":
		return false
	}
	return sc.found(from, i)
}

// connects are the texts before user/password for Oracle (Oracle Database 23ai, SQL*Plus
// User's Guide, CONNECT; JDBC Developer's Guide, thin).
var connects = []string{"thin:", "oci:", "oci8:", "sqlplus ", "sqlplus -s ", "sqlplus -L ", "connect ", "CONNECT ", "conn ", "CONN ", "userid=", "USERID="}

// oracle checks the user/password before the @ at i, with the password at v.
func (sc *scanner) oracle(v, i int) bool {
	s := sc.s
	user := v - 1
	for user > sc.floor && v-user < maxName && is(s, user-1, alnum|under|dollar) {
		user--
	}
	if user == v-1 {
		return false
	}
	easy := strings.HasPrefix(s[i+1:], "//")
	if host := runTo(s, i+1, maxName, b64url|dot); at(s, host, ':') && is(s, host+1, digit) {
		port := runTo(s, host+1, 6, digit)
		easy = easy || at(s, port, '/') || at(s, port, ':')
	}
	known := easy && (user == 0 || is(s, user-1, blank|quote) || at(s, user-1, '='))
	for _, c := range connects {
		known = known || strings.HasSuffix(s[max(sc.floor, user-len(c)):user], c)
	}
	return known && sc.found(v, i)
}

// query checks the ? at i: the query of a URL, or of a path alone.
func (sc *scanner) query(i int) bool {
	s := sc.s
	if sc.bare {
		return false
	}
	if i >= sc.urlEnd {
		end := run(s, i+1, b64url|dot|inRoute)
		if is(s, i-1, blank) || i == 0 || end == i+1 || !at(s, end, '=') {
			return false
		}
		sc.setSpan(i, urlEnd(s, i))
	}
	sc.queryEnd = sc.urlEnd
	if n := strings.IndexByte(s[i:sc.urlEnd], '#'); n >= 0 {
		sc.queryEnd = i + n
	}
	sc.i = i + 1
	ok := sc.i < sc.queryEnd && sc.pair()
	sc.weak = ok
	return ok
}

// pair checks the query parameter that begins at sc.i. Its value is redacted unless it is
// harmless, and its name too unless it is an ordinary name.
func (sc *scanner) pair() bool {
	s, start := sc.s, sc.i
	end, next, eq := sc.queryEnd, sc.queryEnd, -1
scan:
	for i := start; i < sc.queryEnd; i++ {
		switch s[i] {
		case '=':
			if eq < 0 {
				eq = i
			}
		case '&':
			end, next = i, i+1
			break scan
		case '\\':
			if strings.HasPrefix(s[i:sc.queryEnd], `\u0026`) {
				end, next = i, i+len(`\u0026`)
				break scan
			}
		}
	}
	from := start
	if eq >= 0 && ordinaryKey(s[start:eq]) {
		from = eq + 1
	}
	ok := false
	if from == start || !harmlessValue(s[start:eq], s[from:end]) {
		ok = sc.found(from, end)
	}
	sc.i = max(sc.i, next)
	return ok
}

// The names of parameters for lists and searches.
var (
	numbered = []string{
		"page", "per_page", "perPage", "per-page", "pageSize", "page_size", "page[size]", "page[number]", "size", "limit", "offset", "skip", "count", "first", "last", "start",
		"max", "maxResults", "max_results", "timeoutSeconds",
	}
	worded = []string{"sort", "sort_by", "sortBy", "order", "order_by", "orderBy", "direction", "visibility", "type", "search_type", "subject", "next", "utm_source", "utm_medium", "utm_campaign", "q", "query", "search"}
)

// unescaped replaces the separators between the words of a search.
var unescaped = strings.NewReplacer("%20", "+", "%3A", "+", "%3a", "+", "%2B", "+", "%2b", "+")

// harmlessValue reports whether the value of a parameter can be shown: a number of a page,
// or the plain words of an order or a search.
func harmlessValue(name, value string) bool {
	switch {
	case value == "" || len(value) > 64 || strings.Contains(value, "--"):
		return false
	case slices.Contains(numbered, name):
		return len(value) <= 6 && all(value, digit)
	case !slices.Contains(worded, name) || HasCredential(value):
		return false
	}
	for part := range strings.FieldsFuncSeq(unescaped.Replace(value), func(r rune) bool { return strings.ContainsRune("+-_ :/", r) }) {
		if len(part) > 16 || !all(part, letter) || !pronounceable(part) {
			return false
		}
	}
	return true
}

// anchor reports whether a fragment is the name of a part of a page or of a file: words and
// numbers.
func anchor(s string) bool {
	const longest = 64
	if hash, ok := strings.CutPrefix(s, "diff-"); ok && all(hash, hexDigit) { // of GitHub
		return true
	}
	if len(s) > longest || strings.Contains(s, "--") || HasCredential(s) {
		return false
	}
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune("-_./!,", r) }) {
		letters := run(part, 0, letter)
		number := part[letters:]
		if !all(number, digit) || letters > 24 || len(number) > 10 || len(number) > 0 && letters > 1 && letters < 8 && len(number) > 3 || !pronounceable(part[:letters]) {
			return false
		}
	}
	return s != ""
}

// ordinaryKey reports whether the name of a parameter may be shown.
func ordinaryKey(s string) bool {
	return len(s) <= maxName && all(s, inName|inRoute) && strings.IndexByte(s, '@') < 0 && !HasCredential(s)
}

// urlEnd returns the end of the unquoted URL that contains i.
func urlEnd(s string, i int) int {
	end := i
scan:
	for ; end < len(s); end++ {
		switch c := s[end]; {
		case classes[c]&blank != 0, c == '"', c == '`', c == '<', c == '>':
			break scan
		case c == '\\':
			if is(s, end+1, quote) || at(s, end+1, 'n') || at(s, end+1, 'r') || at(s, end+1, 't') {
				break scan
			}
		}
	}
	for {
		n := trim(s, i, end)
		for n > i && (s[n-1] == '?' || s[n-1] == '!') {
			n--
		}
		if n == end {
			return end
		}
		end = n
	}
}
