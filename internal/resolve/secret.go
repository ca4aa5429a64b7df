package resolve

import (
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
var secretNames = byLast(map[string]string{
	"Firefox 140, NewPasswordModel.sys.mjs": "passwort motdepasse wachtwoord contraseña contrasena kodeord hasło passcode katasandi şifre пароль パスワード 비밀번호 암호 密码 รหัสผ่าน -senha -heslo -haslo -parol",
	"Rails 8, filter_parameter_logging.rb":  "-otp -ssn -cvv -cvc -salt",
	"Sentry Python SDK 2, scrubber.py":      "-csrf -xsrf -sessionid",
	"common":                                "kennwort pincode totp mfacode recoverycode seedphrase mnemonic privatekeypem passwordconfirmation passwordconfirm passwordrepeat passwordagain -pin -creds",
})

// byLast returns names by their last byte.
func byLast(sources map[string]string) (t [256][]string) {
	for _, names := range sources {
		for name := range strings.FieldsSeq(names) {
			last := name[len(name)-1]
			t[last] = append(t[last], name)
		}
	}
	return t
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
	return secretName(n.Member("name").Str()) || secretName(n.Member("key").Str())
}

// behindFlag reports whether an item of a list is secret because the item before it
// is a flag for a credential: ["--password", …].
func behindFlag(n jsontree.Node, i int) bool {
	if i == 0 || !n.IsArray() {
		return false
	}
	flag := n.Kids[i-1].Str()
	return strings.HasPrefix(flag, "-") && secretName(strings.TrimLeft(flag, "-"))
}

// shown returns the text of a place without the credentials in it.
func (p *place) shown() string { return redact.Text(p.text) }
