package redact

import "strings"

// prose are words that follow "token:", "password =" or "Bearer" in a sentence, and values
// that mean that there is none.
var prose = func() map[string]bool {
	t := map[string]bool{}
	for _, w := range []string{
		// no value
		"yes", "on", "off", "nil", "<nil>", "null", "none", "undefined", "true", "false", "n/a", "unset", "not", "no",
		"ok", "done", "set", "default", "environment", "anonymous", "present", "provided", "loaded", "refreshed", "rotated",
		"hidden", "masked", "redacted", "success", "enabled", "available",
		// continuation of a sentence
		"an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
		"could", "couldn't", "did", "do", "does", "for", "from", "got", "had", "has", "have", "if", "in",
		"is", "isn't", "it", "its", "may", "of", "or", "that", "the",
		"this", "to", "unable", "via", "was", "were", "when", "will", "with", "without", "you", "your",
		// beginning of a wrapped error's text
		"dial", "lookup", "read", "write", "open", "stat", "exec", "rpc", "context", "connection", "connect",
		"request", "response", "server", "client", "status", "http", "https", "http2", "oauth2", "x509",
		"tls", "tcp", "net", "json", "xml", "yaml", "jwt", "jws", "asn1", "pkcs8", "base64", "hex", "sha256",
		"rsa", "ecdsa", "ed25519", "ec2", "s3", "get", "post", "put", "patch", "delete", "head", "parse",
		"reading", "writing", "decoding", "parsing", "fetching", "operation", "endpoint",
		// no value, in other languages
		"erforderlich", "falsch", "ungültig", "fehlt", "requerido", "requerida", "obligatorio", "obligatoria", "incorrecta", "incorrecto", "inválida", "inválido",
		"requis", "obligatoire", "incorrecte", "invalide", "verplicht", "onjuist", "obrigatório", "obrigatória", "неверный", "обязателен",
		// types and keywords of programs
		"str", "bytes", "text", "varchar", "int", "bool", "boolean", "number", "object", "array", "await", "async",
		"new", "range", "func", "function", "return", "self", "optional",
		// nouns after bearer and basic
		"token", "tokens", "auth", "authentication", "authorization", "credential", "credentials", "header",
		"headers", "scheme", "schemes", "type", "format", "flow", "string", "prefix", "value", "key", "keys",
		"realm", "scope", "charset", "error_description", "error_uri", "resource_metadata", "methods",
		"challenge", "grant", "usage", "plan", "tier", "support", "info", "information",
	} {
		t[w] = true
	}
	for w := range verdict {
		t[w] = true
	}
	return t
}()

// verdict are words that state what is wrong with a value, or what it must be.
var verdict = func() map[string]bool {
	t := map[string]bool{}
	for _, w := range []string{
		"expired", "invalid", "missing", "required", "revoked", "malformed", "unexpected", "unknown", "bad",
		"wrong", "incorrect", "failed", "failure", "error", "errors", "denied", "rejected", "refused",
		"unauthorized", "unauthenticated", "forbidden", "mismatch", "unsupported", "disabled", "blocked",
		"too", "eof", "timeout", "canceled", "cancelled", "permission", "access", "illegal", "corrupt",
		"must", "cannot", "can't", "should", "blank", "short", "least", "only", "match", "empty",
		"common", "contain", "contains", "exceeds", "already", "characters", "minimum", "maximum", "weak", "length", "been", "valid", "enter",
	} {
		t[w] = true
	}
	return t
}()

// isProse reports whether s is one of the prose words, in any letter case.
func isProse(s string) bool {
	var buf [24]byte
	return len(s) < len(buf) && prose[string(fold(buf[:], s))]
}

// secretive reports whether a word looks random: letters with digits, a long number, bytes
// that words do not have, several hyphens, or a great length.
func secretive(s string) bool {
	if len(s) < 6 || isProse(s) {
		return false
	}
	var k class
	signs, humps, joints := false, 0, 0
	for i := range len(s) {
		k |= classes[s[i]]
		switch s[i] {
		case '$', '!', '@', '#', '%', '^', '*', '+', '=', '~':
			signs = true
		case '-', '_':
			joints++
		}
		if is(s, i, upper) && is(s, i-1, lower) {
			humps++
		}
	}
	return signs || k&digit != 0 || humps > 1 || joints > 1 || len(s) >= 24
}

// claims are words before a credential in a sentence: the password is x, token "x" has
// expired.
func (sc *scanner) claimed(i int) bool {
	const longest = 10
	s := sc.s
	end := runTo(s, i, longest+1, letter)
	var buf [longest]byte
	name := string(fold(buf[:], s[i:end]))
	switch name {
	case "password", "passwords", "passwd", "passphrase", "token", "secret", "key", "pin", "pwd", "pass", "credential", "session":
	default:
		return false
	}
	if !is(s, i-1, under|dash|dot|alnum) || at(s, i-1, '_') {
		sc.head(i, end)
	}
	if !at(s, end, ' ') || is(s, i-1, under|dash|dot|alnum) {
		return false
	}
	v, stated := end+1, false
fillers:
	for range 5 {
		to := runTo(s, v, longest, letter)
		switch s[v:to] {
		case "is", "was", "to", "from", "code":
			stated = true
		case "for", "of": // and a word
			to = runTo(s, min(to+1, len(s)), maxName, inName)
		case "are", "set", "changed", "as", "value", "given", "provided", "named", "with", "using", "key", "like", "LIKE":
		default:
			break fillers
		}
		if !at(s, to, ' ') && !at(s, to, ':') {
			return false
		}
		v = run(s, to+1, blank)
	}
	from := v
	for at(s, v, '\\') && v < from+depths {
		v++
	}
	to := 0
	quoted := is(s, v, quote)
	if quoted {
		v++
		to, _ = sc.closing(v - 1)
	} else {
		to = sc.bareEnd(v)
	}
	if v >= to || !is(s, v, alnum) && !quoted || kindOf(s[max(v, to-maxName):to]) != ordinary {
		return false
	}
	value := s[v:to]
	sure := byLot(value) && all(value, b64url|pad|dot|wide) && value[0] != '/'
	if name[0] == 'p' && (stated || quoted || name == "password") && !strings.ContainsAny(value, " ()[]{}<>") {
		sure = sure || secretive(value) && hasDigit(value) || name == "pin" && all(value, digit) && len(value) > 3
	}
	if !sure {
		return false
	}
	if next := " to "; name[0] == 'p' && strings.HasPrefix(s[to:], next) && strings.HasSuffix(s[:v], "from ") { // changed from x to y
		v := to + len(next)
		sc.cells = cells{at: v, end: sc.bareEnd(v), row: len(s)}
	}
	return sc.found(v, to)
}
