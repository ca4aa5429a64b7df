package redact

import "strings"

// prose are words that follow "token:", "password =" or "Bearer" in a sentence, and values
// that mean that there is none.
var prose = words(
	// no value
	"yes on off nil <nil> null none undefined true false n/a unset not no " +
		"ok done set default environment anonymous present provided loaded refreshed rotated " +
		"hidden masked redacted success enabled available " +
		// continuation of a sentence
		"an and any are as at be been but by can " +
		"could couldn't did do does for from got had has have if in " +
		"is isn't it its may of or that the " +
		"this to unable via was were when will with without you your " +
		// beginning of a wrapped error's text
		"dial lookup read write open stat exec rpc context connection connect " +
		"request response server client status http https http2 oauth2 x509 " +
		"tls tcp net json xml yaml jwt jws asn1 pkcs8 base64 hex sha256 " +
		"rsa ecdsa ed25519 ec2 s3 get post put patch delete head parse " +
		"reading writing decoding parsing fetching operation endpoint " +
		// no value, in other languages
		"erforderlich falsch ungültig fehlt requerido requerida obligatorio obligatoria incorrecta incorrecto inválida inválido " +
		"requis obligatoire incorrecte invalide verplicht onjuist obrigatório obrigatória неверный обязателен " +
		// types and keywords of programs
		"str bytes text varchar int bool boolean number object array await async " +
		"new range func function return self optional " +
		// nouns after bearer and basic
		"token tokens auth authentication authorization credential credentials header " +
		"headers scheme schemes type format flow string prefix value key keys " +
		"realm scope charset error_description error_uri resource_metadata methods " +
		"challenge grant usage plan tier support info information " +
		verdicts,
)

// verdicts are words that state what is wrong with a value, or what it must be.
const verdicts = "expired invalid missing required revoked malformed unexpected unknown bad wrong incorrect failed failure " +
	"error errors denied rejected refused unauthorized unauthenticated forbidden mismatch unsupported disabled " +
	"blocked too eof timeout canceled cancelled permission access illegal corrupt must cannot can't should " +
	"blank short least only match empty common contain contains exceeds already characters minimum maximum " +
	"weak length been valid enter"

var verdict = words(verdicts)

// words returns the set of the words of a list.
//
//go:noinline
func words(list string) map[string]bool {
	t := map[string]bool{}
	for _, w := range strings.Fields(list) {
		t[w] = true
	}
	return t
}

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

// claimed checks the name that ends at end, and whose last word begins at i: it may be before
// a credential in a sentence (the password is x, token "x" has expired), in a command (setx
// API_KEY x), or in the first row of a table.
func (sc *scanner) claimed(i, end int) bool {
	s, name := sc.s, i
	for name > sc.floor && end-name < maxName && is(s, name-1, inName) {
		name--
	}
	k := kindOf(s[name:end])
	if k == ordinary {
		k = sc.phrase(i, end)
	}
	if k != ordinary {
		sc.head(name, end)
	}
	lone := s[i:end]
	if k == ordinary && !strings.EqualFold(lone, "key") && !strings.EqualFold(lone, "session") || !at(s, end, ' ') || is(s, name-1, pad) {
		return false
	}
	v := filled(s, end+1)
	for at(s, v, '(') && !strings.HasPrefix(s[v:], mark) {
		v++
	}
	v, to, quoted := sc.valueAt(v)
	if n := strings.IndexByte(s[v:max(v, to)], ':'); n > 0 && endsIn(lone, "credentials") && all(s[v:v+n], inName) {
		v += n + 1
		k = password
	}
	if v >= to || !is(s, v, alnum) && !quoted || kindOf(s[max(v, to-maxName):to]) != ordinary {
		return false
	}
	value := s[v:to]
	sure := byLot(value) && all(value, b64url|pad|dot|wide) && (strings.IndexByte(value, '/') < 0 || random(value)) && (k != ordinary || len(value) >= 20)
	if k == password && !strings.ContainsAny(value, " ()[]{}<>") {
		before := s[max(sc.floor, name-near):name]
		netrc := strings.Contains(before, "login ") && (strings.Contains(before, "machine ") || strings.Contains(before, "default "))
		sure = sure || secretive(value) && hasDigit(value) || netrc && !isProse(value)
	}
	return sure && sc.found(v, to)
}

// fillers are the words between a name and its value in a sentence, and arrows.
var fillers = words("is was to from reset code for of are set changed as value given provided named with using key like LIKE you your entered supplied est ist lautet es è é → ==> --> => >>")

// filled returns the offset after the fillers that begin at v.
func filled(s string, v int) int {
	const longest = 10
	for range 6 {
		n := strings.IndexAny(s[v:min(len(s), v+longest)], " :")
		if n < 0 || !fillers[s[v:v+n]] && (s[v] != '(' || s[v+n-1] != ')') { // password (hidden): x
			break
		}
		to := v + n
		if w := s[v:to]; (w == "for" || w == "of") && s[to] == ' ' { // and a word
			to = runTo(s, to+1, maxName, inName|inRoute)
			to -= len(s[:to]) - len(strings.TrimRight(s[:to], ":"))
		}
		if !at(s, to, ' ') && !at(s, to, ':') {
			break
		}
		v = run(s, to+1, blank)
		if s[to] == ':' {
			break
		}
	}
	return v
}
