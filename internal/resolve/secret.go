package resolve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/redact"
)

// secretNames are the endings of names of arguments whose values must not be repeated,
// besides those of package redact: in other texts these would hide too much. Those with "-"
// in front are also endings of other words, so they match only a whole name, or its last
// word.
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

// secretName reports whether the value of an argument with this name must not be repeated.
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
		if plain = utf8.AppendRune(plain, unicode.ToLower(r)); len(plain) > maxPath {
			return false
		}
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

// secretKey reports whether a member must not be repeated because of its name. The name of
// several credentials also covers a number of them.
func secretKey(member jsontree.Node) bool {
	if secretName(member.Key) {
		return true
	}
	one, several := strings.CutSuffix(member.Key, "s")
	return several && !member.IsNumber() && secretName(one)
}

// namesSecret reports whether an object has the name of a credential in it, whose value is
// not to be repeated: {"name": "DB_PASSWORD", "value": …}.
func namesSecret(n jsontree.Node) bool {
	return secretName(n.Member("name").Str()) || secretName(n.Member("key").Str())
}

// behindFlag reports whether the item of a list before another one says that the other one
// is not to be repeated: ["--password", …].
func behindFlag(n jsontree.Node, i int) bool {
	if i == 0 || !n.IsArray() {
		return false
	}
	flag := n.Kids[i-1].Str()
	return strings.HasPrefix(flag, "-") && secretName(strings.TrimLeft(flag, "-"))
}

// shown returns the text of a place without the credentials in it.
func (p *place) shown() string { return redact.Text(p.text) }
