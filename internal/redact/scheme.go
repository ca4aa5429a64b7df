package redact

import "strings"

// schemes are the words before the credential in an Authorization header. They stay,
// because they show the kind of the credential.
var schemes = words("bearer basic digest token negotiate ntlm apikey bot dpop hawk oauth aws4-hmac-sha256 sharedkey sharedkeylite " +
	"googlelogin genie-key geniekey key ssws jwt auth client client-id api-key api-token apitoken splunk session " +
	"hmac mac signature snowflake aws macaroon wsse zoho-oauthtoken privatetoken private-token klaviyo-api-key " +
	"deepl-auth-key sapisidhash secret access user app")

// bearer checks the word at i, which may be the scheme of a bearer (RFC 6750) or basic (RFC
// 7617) credential, or of an API key.
func (sc *scanner) bearer(i int) bool {
	s := sc.s
	for _, scheme := range []string{"bearer", "basic", "apikey", "api-key"} {
		n := i + len(scheme)
		if len(s) <= n || !strings.EqualFold(s[i:n], scheme) || s[n] != ' ' && s[n] != '\t' {
			continue
		}
		v := n
		for at(s, v, ' ') || at(s, v, '\t') {
			v++
		}
		end := sc.bareEnd(v)
		value := s[v:end]
		word, _, param := strings.Cut(value, "=")
		switch {
		case value == "", !is(s, v, b64url|dot) && s[v] != '~' && s[v] != '+' && s[v] != '/':
			return false
		case isProse(value), param && isProse(word): // Bearer realm="…"
			return false
		case scheme == "basic" && !basic(value), scheme[0] == 'a' && (!secretive(value) || len(value) < 12):
			return false
		}
		return sc.found(v, end)
	}
	return false
}

// basic reports whether s looks like the base64 of a user and a password.
func basic(s string) bool {
	body := strings.TrimRight(s, "=")
	return len(body) >= 8 && all(body, alnum|dash|under|pad) && (body != s || hasDigit(body) || secretive(body))
}

// headerValue checks the unquoted value of a header: one credential, with or without a
// scheme before it, or parameters with commas or semicolons between them.
func (sc *scanner) headerValue(f field) bool {
	s, v := sc.s, f.value
	from := v + schemeEnd(s[v:])
	end := sc.bareEnd(from)
	if from >= end || f.harmless(s, from, end) {
		return false
	}
	if from == v && all(s[v:end], b64url) && at(s, end, ' ') {
		// The credential follows an unknown scheme.
		if next := sc.bareEnd(end + 1); secretive(s[end+1 : next]) {
			end = next
		}
	}
	for {
		i := end
		for at(s, i, '"') || at(s, i, '\'') {
			i++
		}
		if !at(s, i, ',') && !at(s, i, ';') {
			break
		}
		next := i + 1
		for at(s, next, ' ') {
			next++
		}
		eq := run(s, next, inName)
		if eq == next || s[i] == ',' && !at(s, eq, '=') {
			break
		}
		if at(s, eq, '=') {
			eq++
		}
		if at(s, eq, '"') {
			if c, ok := sc.closing(eq); ok {
				end = c + 1
				continue
			}
		}
		end = max(sc.bareEnd(eq), eq)
	}
	return sc.found(from, end)
}

// secretOf makes s[from:to] the finding, without an authentication scheme at its beginning.
func (sc *scanner) secretOf(from, to int) bool {
	if from >= to {
		return false
	}
	if n := schemeEnd(sc.s[from:to]); n > 0 {
		from += n
	}
	return sc.found(from, to)
}

// schemeEnd returns the beginning of the credential after a known scheme, or 0.
func schemeEnd(s string) int {
	n := run(s, 0, inName)
	v := n
	for at(s, v, ' ') || at(s, v, '\t') {
		v++
	}
	if v == n || v == len(s) {
		return 0
	}
	var buf [24]byte
	if n > len(buf) || !schemes[string(fold(buf[:], s[:n]))] {
		return 0
	}
	return v
}
