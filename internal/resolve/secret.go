package resolve

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/redact"
)

// secretNames are the endings of the names of arguments with secret values, besides
// those of package redact, which also reads other texts, where these endings would
// hide too much. Those with "-" in front are also endings of other words, so they
// match only a whole name, or its last word.
var secretNames = byLast("-otp -ssn -cvv -cvc -salt " + // Rails 8, filter_parameter_logging.rb
	"-csrf -xsrf -sessionid " + // Sentry Python SDK 2, scrubber.py
	"pincode totp mfacode recoverycode privatekeypem passwordconfirmation passwordconfirm passwordrepeat passwordagain -pin -creds")

// byLast returns names by their last byte.
func byLast(names string) *[256][]string {
	var t [256][]string
	for _, name := range strings.Fields(names) {
		last := name[len(name)-1]
		t[last] = append(t[last], name)
	}
	return &t
}

// secretName reports whether the value of an argument with this name is secret.
func secretName(name string) bool {
	if redact.Header(name) {
		return true
	}
	var buffer [64]byte
	plain, word := buffer[:0], 0 // the letters of the name, and the offset of its last word
	rest, lower := false, false  // the name has bytes that redact's names do not have; the previous letter was lower-case
	begin := false
	for _, r := range name {
		switch {
		case len(plain) > maxPath:
			return false
		case 'a' <= r && r <= 'z' && !begin: // most are
			plain, lower = append(plain, byte(r)), true
			continue
		case unicode.Is(unicode.Cf, r): // invisible
			rest = true
			continue
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			rest = rest || !strings.ContainsRune("-_.", r)
			begin = true
			continue
		case begin, lower && unicode.IsUpper(r):
			word, begin = len(plain), false
		}
		lower = unicode.IsLower(r)
		plain = utf8.AppendRune(plain, unicode.ToLower(r))
	}
	if len(plain) == 0 {
		return false
	}
	if rest && (redact.Header(string(plain)) || redact.Header(string(plain[word:]))) { // "password_2", "user[password]"
		return true
	}
	for _, n := range secretNames[plain[len(plain)-1]] {
		if own, ok := strings.CutPrefix(n, "-"); ok && string(plain[word:]) == own || !ok && strings.HasSuffix(string(plain), n) {
			return true
		}
	}
	return false
}

// secretKey reports whether the value of a member is secret because of its name. The
// name of several credentials also covers a number of them.
func secretKey(member jsontree.Node) bool {
	if secretName(member.Key) {
		return true
	}
	one, several := strings.CutSuffix(member.Key, "s")
	return several && !member.IsNumber() && secretName(one)
}

// namesSecret reports whether an object contains the name of a credential, so that
// its value is secret: {"name": "DB_PASSWORD", "value": …}.
func namesSecret(n jsontree.Node) bool {
	return n.IsObject() && slices.ContainsFunc(n.Kids, func(k jsontree.Node) bool {
		return k.IsString() && redact.CarriesName(k.Key) && secretName(k.Text)
	})
}

// behindFlag reports whether an item of a list is secret because the item before it
// is a flag for a credential: ["--password", …], ["mysql", "-p", …].
func behindFlag(n jsontree.Node, i int) bool {
	if i == 0 || !n.IsArray() {
		return false
	}
	flag := n.Kids[i-1].Str()
	return strings.HasPrefix(flag, "-") && !strings.HasPrefix(n.Kids[i].Str(), "-") &&
		(secretName(strings.TrimLeft(flag, "-")) || redact.Flag(n.Kids[0].Str(), flag))
}

// denied is a set of words that must not be repeated.
type denied struct {
	whole map[string]bool
	long  map[string][]string // those that are hidden inside other values, by their first bytes
	text  []byte              // the long ones, with a zero byte before each
}

// add adds a secret, also as it is outside of a URL, and the part behind a scheme or a user:
// "Bearer …".
func (d *denied) add(secret string) {
	d.word(secret)
	if plain, err := url.PathUnescape(secret); err == nil {
		d.word(plain)
	}
	if part := secret[strings.LastIndexAny(secret, " :")+1:]; len(part) >= minDenied {
		d.word(part)
	}
}

// word adds a word in any letter case.
func (d *denied) word(word string) {
	if word = strings.ToLower(word); word == "" {
		return
	}
	if d.whole == nil {
		d.whole = map[string]bool{}
	}
	if d.whole[word] {
		return
	}
	d.whole[word] = true
	if len(word) >= minDenied {
		if d.long == nil {
			d.long = map[string][]string{}
		}
		d.long[word[:minDenied]] = append(d.long[word[:minDenied]], word)
		d.text = append(append(d.text, 0), word...)
	}
}

// in reports whether a word is in the set, or has a long one in it, also in an encoding.
func (d *denied) in(word string) bool {
	if len(d.whole) == 0 || len(word) < minDenied {
		return d.has(word)
	}
	for _, part := range strings.Fields(word) {
		path, _ := url.PathUnescape(part)
		query, _ := url.QueryUnescape(part)
		bits, _ := base64.RawStdEncoding.DecodeString(standard.Replace(strings.TrimRight(part, "=")))
		digits, _ := hex.DecodeString(part)
		if d.has(path) || d.has(query) || d.has(string(bits)) || d.has(string(digits)) {
			return true
		}
	}
	return d.has(word)
}

var standard = strings.NewReplacer("-", "+", "_", "/") // of the alphabets of base64

// has reports whether a word is in the set, or has a long one in it.
func (d *denied) has(word string) bool {
	if word = strings.ToLower(word); d.whole[word] {
		return true
	}
	for i := 0; len(d.long) > 0 && i+minDenied <= len(word); i++ {
		for _, long := range d.long[word[i:i+minDenied]] {
			if strings.HasPrefix(word[i:], long) {
				return true
			}
		}
	}
	return false
}

// inside reports whether a word is a part of a long one in the set.
func (d *denied) inside(word string) bool {
	return len(word) >= minDenied && bytes.Contains(d.text, []byte(strings.ToLower(word)))
}

// hidden returns a text without the long words of the set.
func (d *denied) hidden(text string) string {
	const mark = "(redacted)"
	lower := strings.ToLower(text)
	if len(d.long) == 0 || len(lower) != len(text) && !d.has(text) {
		return text
	}
	if len(lower) != len(text) { // its offsets differ
		return mark
	}
	var b strings.Builder
	done := 0
	for i := 0; i+minDenied <= len(lower); {
		n := 0
		for _, long := range d.long[lower[i:i+minDenied]] {
			if strings.HasPrefix(lower[i:], long) {
				n = max(n, len(long))
			}
		}
		if n == 0 {
			i++
			continue
		}
		b.WriteString(text[done:i] + mark)
		i += n
		done = i
	}
	return b.String() + text[done:]
}

// denyName denies a name below that of a credential, {"tokens": {"x": true}}, which may
// itself be one. The names in the tool's schema are not.
func (c *Call) denyName(name string) {
	if _, ok := c.shown.known[name]; !ok {
		c.denied.add(name)
	}
}

// searched searches the texts of the call for credentials, once. Those that it finds are
// denied everywhere in the call, and a part of a long one is not a word of any text. The words
// of texts beyond maxSearched are not known.
func (c *Call) searched() {
	c.search.Do(func() {
		left := maxSearched
		for i := range c.values {
			p := &c.values[i]
			if p.kind != '"' || p.secret || len(p.text) > left {
				continue
			}
			left -= len(p.text)
			var secrets []string
			p.clean, secrets = redact.Secrets(p.text)
			for _, s := range secrets {
				c.denied.add(s)
			}
		}
		for i := 0; len(c.denied.long) > 0 && i < len(c.values); i++ {
			c.values[i].clean = c.denied.hidden(c.values[i].clean)
		}
	})
}
