package redact

import (
	"bytes"
	"slices"
	"strings"
)

// A kind determines how a name and its value are read.
type kind uint8

const (
	ordinary kind = iota // not the name of a credential
	word                 // also an English word: "fetching token: EOF"
	password             // seldom another meaning
	certain              // only the name of a credential
	header               // an HTTP header: its value may have several words
)

// headers are the headers whose values are credentials, besides those whose names end like
// a parameter's (X-Auth-Token, X-Hub-Signature). The challenges (WWW-Authenticate,
// Proxy-Authenticate) contain no credential and are useful.
var headers = words(
	// RFC 9110 section 11, RFC 6265 section 4, RFC 2965
	"authorization proxy-authorization authentication-info cookie set-cookie cookie2 set-cookie2 " +
		// Amazon, Google, Microsoft
		"api-key x-api-key x-goog-api-key x-goog-iap-jwt-assertion x-amz-security-token x-amzn-oidc-data " +
		"x-amzn-oidc-accesstoken x-aws-ec2-metadata-token x-ms-token-aad-access-token x-functions-key " +
		"ocp-apim-subscription-key x-serverless-authorization " +
		// Cloudflare, Datadog, GitHub, New Relic, RapidAPI, Sentry, Shopify, Stripe; proxies
		"x-forwarded-authorization x-original-authorization x-auth-key x-auth x-sentry-auth x-insert-key " +
		"x-query-key x-rapidapi-key x-shopify-hmac-sha256 x-hub-signature-256 stripe-signature dd-api-key " +
		"dd-application-key ",
)

// An ending is the end of names of credentials, in lower case and without separators.
type ending struct {
	text string
	kind kind
	// part endings match only as a whole name or after a separator (x_sig, but not "config").
	part bool
}

// endings are indexed by their last byte. Those with "-" in front are part endings. The
// names in other languages are those of Firefox 140 (NewPasswordModel.sys.mjs) and Chromium
// 130 (autofill_regex_constants). If a name has several endings, the first one counts.
var endings = func() *[256][]ending {
	var t [256][]ending
	for k, list := range [...]string{
		word: "-pass secret token signature credential credentials assertion cookie authorization -auth -bearer -dpop -jwt " +
			"-otp -pin -hmac",
		password: "password passwd passphrase passwordhash pwd -pw passwordvalue storepass keypass requirepass masterauth -psk " +
			"-mnemonic seedphrase recoveryphrase " +
			"passwort motdepasse wachtwoord contraseña contrasena kodeord passcode katasandi şifre пароль パスワード 비밀번호 암호 密码 密碼 รหัสผ่าน -senha -heslo -hasło -haslo -parol " +
			"kennwort losenord lösenord adgangskode passord salasana jelszo jelszó matkhau mậtkhẩu 口令 暗証番号 -parola -sifre -clave",
		certain: "-sig -pat apikey accesskey accesskeyid secretkey privatekey signingkey encryptionkey accountkey sharedkey " +
			"masterkey authkey appkey applicationkey subscriptionkey integrationkey servicekey deploykey sshkey " +
			"signatureprovided samlresponse codeverifier devicecode jsessionid phpsessid secretkeybase consumerkey " +
			"clientkey clientkeydata hmackey passkey secretvalue tokenvalue secretstring secretbinary storagekey " +
			"instrumentationkey webhookkey licensekey unsealkey",
	} {
		for _, text := range strings.Fields(list) {
			text, part := strings.CutPrefix(text, "-")
			t[text[len(text)-1]] = append(t[text[len(text)-1]], ending{text, kind(k), part})
		}
	}
	return &t
}()

// tails are the last two bytes of all names, with the bit for lower case, so that most
// names are dismissed at once.
var tails = func() (p pairs) {
	for _, w := range []string{"key", "session", "code", "provided", "passe", "phrase", "khẩu", "sandi"} { // of phrases
		p.add(w[len(w)-2]|0x20, w[len(w)-1]|0x20)
	}
	add := func(s string) {
		p.add(s[len(s)-2]|0x20, s[len(s)-1]|0x20)
		p.add(s[len(s)-1]|0x20, 's') // the plural
	}
	for h := range headers {
		add(h)
	}
	for _, group := range endings {
		for _, e := range group {
			add(e.text)
		}
	}
	return p
}()

// harmless are names that end like a credential's, but are a position in a list or identify
// a repeated request.
var harmless = []string{
	"pagetoken", "nexttoken", "prevtoken", "continuationtoken", "synctoken", "pagingtoken",
	"starttoken", "resumetoken", "idempotencytoken", "cancellationtoken", "clientrequesttoken",
}

// maxName is the maximum number of bytes that are read of a name, from its end.
const maxName = 64

// Header reports whether a header of that name carries a credential, in any letter case. It
// uses the same table as [Text].
func Header(name string) bool {
	if len(name) > maxName {
		name = name[len(name)-maxName:]
	}
	return kindOf(name) != ordinary && !plural(name)
}

// plural reports whether a name is that of several credentials.
func plural(name string) bool {
	n := len(name) - 1
	return n > 2 && name[n]|0x20 == 's' && name[n-1]|0x20 != 's' && kindOf(name[:n]) != ordinary
}

// counts are prefixes of names of numbers.
var counts = []string{"max", "min", "num", "total"}

// Words of names that may be those of credentials, or are not, though they begin or end like
// them.
var (
	suspects   = words("token secret password passwd pwd key apikey")
	sessions   = words("sid session sessionid csrf xsrf")
	properties = words("id type name path file url uri hash ref endpoint arn")
	ordinals   = strings.Fields("primary foreign sort partition cache public routing idempotency shard object row hash range group lookup natural unique message event s3 tur mon hoc don")
)

// hints reports whether a name may be that of a credential, if its value seems to be drawn
// by lot: TOKEN_GITHUB, STRIPE_KEY.
func hints(name string) bool {
	var buf [maxName]byte
	lower := fold(buf[:], name)
	if front, ok := bytes.CutSuffix(lower, []byte("key")); ok {
		front = bytes.TrimRight(front, "-_.")
		return len(front) > 0 && !slices.ContainsFunc(ordinals, func(w string) bool { return bytes.HasSuffix(front, []byte(w)) })
	}
	first, _, ok := bytes.Cut(lower, []byte("_"))
	last := lower[bytes.LastIndexAny(lower, "._")+1:]
	return sessions[string(last)] || string(lower) == "code" || ok && suspects[string(first)] && !properties[string(last)]
}

// variants are the last words of names of one of several credentials.
var variants = words("old new prod production dev test staging live current previous primary secondary backup")

// base returns a name without its number, its version, and a variant: password_2,
// signing_secret_v2, db_password_old.
func base(name string) string {
	var buf [16]byte
	for {
		n := len(name)
		for n > 0 && classes[name[n-1]]&digit != 0 {
			n--
		}
		if n > 1 && n < len(name) && name[n-1]|0x20 == 'v' && is(name, n-2, dash|under|dot) {
			n--
		}
		if n == len(name) {
			n = strings.LastIndexAny(name, "-_.")
			if n <= 0 || !variants[string(fold(buf[:], name[n+1:]))] {
				return name
			}
		}
		name = strings.TrimRight(name[:n], "-_.")
	}
}

// kindOf returns the kind of a name of at most maxName bytes.
func kindOf(name string) kind {
	for i := range len(name) {
		if name[i] >= 0x80 {
			name = strings.ToLower(straight(name))
			name = name[:min(len(name), maxName)]
			break
		}
	}
	k := kindOfBase(name)
	if k == ordinary {
		if b := base(name); len(b) < len(name) {
			k = kindOfBase(b)
		}
	}
	return k
}

// kindOfBase is kindOf for a name without a number, a version or a variant.
func kindOfBase(name string) kind {
	if len(name) < 2 || !tails.has(name[len(name)-2]|0x20, name[len(name)-1]|0x20) {
		return ordinary
	}
	var raw, plain [maxName]byte
	folded := fold(raw[:], name)
	if headers[string(folded)] {
		return header
	}
	n, part := 0, 0 // part is the offset of the last word of the name
	for _, c := range folded {
		if c == '-' || c == '_' || c == '.' {
			part = n
			continue
		}
		plain[n] = c
		n++
	}
	k := kindOfPlain(plain[:n], part)
	if k == ordinary && n > 3 && plain[n-1] == 's' {
		k = kindOfPlain(plain[:n-1], part)
	}
	return k
}

// kindOfPlain is kindOf for a name in lower case and without separators, whose last word
// begins at part.
func kindOfPlain(plain []byte, part int) kind {
	n := len(plain)
	if n == 0 {
		return ordinary
	}
	for _, e := range endings[plain[n-1]] {
		if len(e.text) > n || string(plain[n-len(e.text):]) != e.text || e.part && part != n-len(e.text) {
			continue
		}
		if len(e.text) == n || e.text == "credentials" {
			return e.kind
		}
		for _, c := range counts {
			if bytes.HasPrefix(plain, []byte(c)) {
				return ordinary
			}
		}
		if e.kind != word {
			return e.kind
		}
		for _, h := range harmless {
			if bytes.HasSuffix(plain, []byte(h)) {
				return ordinary
			}
		}
		return certain
	}
	return ordinary
}
