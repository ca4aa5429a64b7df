package redact

import "strings"

// A field is a name, the sign after it, and the offset of its value.
type field struct {
	kind   kind
	name   int    // offset of the name
	text   string // the name
	plural bool   // the name is that of several
	quoted bool   // the name is in quotation marks
	sign   byte   // = or :
	tight  bool   // no space between the sign and the value
	walrus bool   // the sign is :=
	value  int
}

// fieldAt reads the name before the sign at i.
func (sc *scanner) fieldAt(i int) field {
	s := sc.s
	f := field{sign: s[i], value: i + 1}
	end := i
	switch {
	case s[i] == ':' && at(s, i+1, '='): // name := value is read at its =
		return field{}
	case s[i] == ':':
	case s[i] == '>': // name -> value
		end--
	case at(s, i-1, ':'):
		f.walrus = true
		end--
	case at(s, i+1, '='), at(s, i+1, '>'):
		f.value++
	case at(s, i-1, '!'), at(s, i-1, '<'), at(s, i-1, '>'):
		return field{}
	}
	gap := f.value
	for f.value < len(s) && (s[f.value] == ' ' || s[f.value] == '\t') {
		f.value++
	}
	f.tight = f.value == gap
	if (s[i] == ':' && is(s, i-1, quote) || at(s, i+1, '>')) && (at(s, f.value, '\n') || at(s, f.value, '\r')) { // JSON, the value on the next line
		if v := run(s, f.value, blank); (is(s, v, quote) || strings.HasPrefix(s[v:], "string(")) && v < i+near {
			f.value = v
		}
	}

	for n := 0; n < 8 && end > sc.floor && (s[end-1] == ' ' || s[end-1] == '\t'); n++ {
		end--
	}
	if end > sc.floor && s[end-1] == ']' { // m["name"] = value, form[name]=value
		end--
	}
	if end > sc.floor && is(s, end-1, quote) {
		f.quoted = true
		end--
		for end > sc.floor && s[end-1] == '\\' {
			end--
		}
	}
	f.name = end
	for f.name > sc.floor && end-f.name < maxName && is(s, f.name-1, inName) {
		f.name--
	}
	f.text = s[f.name:end]
	if f.quoted && f.text != "" && !sc.opens(f.name, end) {
		return field{}
	}
	f.kind = kindOf(f.text)
	if f.kind == ordinary && at(s, end, ']') && at(s, f.name-1, '[') { // password[new]=value
		outer := f.name - 1
		for outer > sc.floor && end-outer < maxName && is(s, outer-1, inName) {
			outer--
		}
		f.kind = kindOf(s[outer : f.name-1])
	}
	if f.kind == ordinary {
		f.kind = sc.phrase(f.name, end)
	}
	f.plural = f.kind != ordinary && plural(f.text)
	if f.kind == ordinary || s[i] != ':' || f.quoted {
		return f
	}
	if f.kind == certain && !f.tight && all(s[f.name:end], lower) && s[f.name:end] != "provided" {
		f.kind = word // also the name of a Go package: "idtoken: audience is missing"
	}
	switch {
	case at(s, f.name-1, ':'), at(s, f.name-1, '/'), at(s, f.name-1, '@'):
		// arn:aws:secretsmanager:eu-west-1:1:secret:name is not an assignment.
		return field{}
	}
	return f
}

// opens reports whether the quotation that closes at end begins at the name, or has only
// words before the name. Otherwise the text before the sign is not a name.
func (sc *scanner) opens(name, end int) bool {
	s := sc.s
	mark := end
	for at(s, mark, '\\') {
		mark++
	}
	if at(s, mark, ']') {
		return true
	}
	const longest = 48
	i := name
	for i > sc.floor && name-i < longest && is(s, i-1, inName|blank) && s[i-1] >= ' ' {
		i--
	}
	return i <= sc.floor || s[i-1] == s[mark] || s[i-1] == '[' || s[i-1] == ':' && i == name && at(s, i-2, s[mark])
}

// phrases are names of several words in sentences. The last word is before the sign.
var phrases = []string{
	"api key", "secret key", "access key", "private key", "signing key", "account key",
	"api key provided", // OpenAI's error for a wrong key
	"verification code", "security code", "one-time code", "access code", "login code", "auth code",
	"mot de passe", "mật khẩu", "kata sandi", "seed phrase", "recovery phrase", "pin code",
}

// phrase returns the kind of the phrase whose last word is s[from:to].
func (sc *scanner) phrase(from, to int) kind {
	last := sc.s[from:to]
	switch last {
	case "key", "provided", "passe", "khẩu", "sandi", "phrase", "code":
	default:
		return ordinary
	}
	for _, p := range phrases {
		if start := to - len(p); start < sc.floor || !strings.EqualFold(sc.s[start:to], p) {
			continue
		}
		switch last {
		case "provided", "phrase":
			return certain
		case "key":
			return word
		}
		return password
	}
	return ordinary
}

// wrappers are the beginnings of values in the dumps of programs: Rust's Debug, Go's %#v and
// spew, Java's Optional, Python's pydantic; and
// the texts before a value that Kubernetes refused (util/validation/field).
var wrappers = []string{
	"Some(", "Just ", "Ok(", "Secret(", "SecretStr(", "SecretString(", "String(", "Optional[", "Optional(", "Value(",
	"sql.NullString{String:", "NullString{String:", "Invalid value: ", "Unsupported value: ", "Duplicate value: ", "Not found: ", "Too long: ", "&", "@", "b", "u", "r", "f", "N",
}

// unwrap moves the value of f past the beginnings in wrappers, and types in parentheses, if
// a quotation follows: (string) (len=3) "x", string(3) "x".
func (f *field) unwrap(s string) {
	v := run(s, f.value, blank)
	if is(s, v, quote) || strings.HasPrefix(s[v:], mark) {
		return
	}
	v = f.value
	for range 4 {
		for at(s, v, ' ') {
			v++
		}
		n := 0
		for _, w := range wrappers {
			if strings.HasPrefix(s[v:], w) && (len(w) > 1 || is(s, v+1, quote)) {
				n = len(w)
				break
			}
		}
		if open := runTo(s, v, 16, lower); n == 0 && at(s, open, '(') && (open == v || is(s, open+1, digit)) {
			end := runTo(s, open+1, maxName, alnum|dot|under|pad)
			for at(s, end, '*') || at(s, end, ' ') || at(s, end, '(') {
				end = runTo(s, end+1, maxName, alnum|dot|under|pad)
			}
			if at(s, end, ')') {
				n = end + 1 - v
			}
		}
		if n == 0 {
			break
		}
		v += n
	}
	for at(s, v, ' ') {
		v++
	}
	if v > f.value && (is(s, v, quote) || strings.HasSuffix(s[:v], "Optional[")) {
		f.value = v
	}
}

// masked reports whether the value at v was hidden before: [FILTERED], "REDACTED", or is
// read from elsewhere by a tag of YAML.
func masked(s string, v int) bool {
	const longest = 16
	if at(s, v, '!') {
		return is(s, runTo(s, v+1, longest, lower), blank)
	}
	for n := 0; n < 3 && v < len(s) && strings.IndexByte("[<*\"'\\", s[v]) >= 0; n++ {
		v++
	}
	var buf [longest]byte
	switch end := runTo(s, v, longest, alnum); string(fold(buf[:], s[v:end])) {
	case "redacted", "filtered", "masked", "hidden", "removed", "omitted", "scrubbed":
		return !is(s, end, b64url)
	}
	return false
}

// listed reports whether a list without quotation marks can be a value of the name: %v
// prints http.Header and url.Values in this form.
func (f field) listed() bool {
	return f.kind == header || f.kind == certain || f.kind == password || f.kind == word && f.tight
}

// schemed reports whether a value of f may begin with a scheme.
func (f field) schemed() bool {
	return f.text != "" && f.text[0]|0x20 == 'a' || endsIn(f.text, "authorization")
}
