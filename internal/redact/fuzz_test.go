package redact_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/redact"
)

func seeds(f *testing.F) {
	for _, c := range textCases {
		f.Add(c.in)
	}
	for _, s := range redact.Shapes() {
		f.Add(s.Example)
		f.Add("https://u:p@h.example/" + s.Example + "?q=" + s.Example + "#" + s.Example)
		f.Add(`Get "https://h.example/?q=` + s.Example + `": Authorization: Bearer ` + s.Example)
	}
	f.Add("\xff\xfe(redacted)\xc3password=\xc3\x28 (redacted")
	f.Add("a://b:c/d@e 'f://g:h@i' `j://k?l&m=n#o`")
}

func FuzzText(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		out := redact.Text(s)
		assert.Equal(t, out, redact.Text(out), "not idempotent for %q", s)
		assert.False(t, redact.HasCredential(out), "a credential is left in %q of %q", out, s)
		assert.LessOrEqual(t, len(out), 6*len(s)+16, "grown from %q to %q", s, out)
		if utf8.ValidString(s) {
			assert.True(t, utf8.ValidString(out), "%q is not UTF-8 any more", out)
		}
		if out != s {
			assert.Contains(t, out, "(redacted)")
		}
	})
}

// The result does not contain a secret that is in a URL, a header or a field, whatever the
// text around it is.
func FuzzTextPlanted(f *testing.F) {
	f.Add("dial tcp", ": no such host")
	f.Add(`Get "/x`, `": EOF`)
	f.Add("\\", "'")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "pl4ntedS3cret"
		if strings.Contains(before, "(") || strings.Contains(after, secret) {
			return // texts that look like a mark are not searched
		}
		for _, planted := range []string{
			"\nhttps://user:" + secret + "@host.example/",
			"\nhttps://host.example/path?q=" + secret,
			"\nhttps://host.example/path#" + secret,
			"\npassword=" + secret,
			"\nclient_secret: " + secret,
			"\nAuthorization: Bearer " + secret,
			"\n{\"api_key\":\"" + secret + "\"}",
		} {
			assert.NotContains(t, redact.Text(before+planted+"\n"+after), secret, "%q %q %q", before, planted, after)
		}
	})
}

var endpointForm = regexp.MustCompile(`^(|[a-z][a-z0-9+.-]*://[^/?#@\s%]+|/)(/([A-Za-z][A-Za-z_-]{0,31}|[vV][0-9a-z.]{1,15}|\d{4}-\d\d-\d\d(-preview)?|…)?)*$`)

func FuzzEndpoint(f *testing.F) {
	for _, c := range endpointCases {
		f.Add(c.in)
	}
	f.Add("https://user:pa#ss@host.example/v1")
	f.Add("https://user:pa?ss@host.example/v1")
	f.Add("postgres://user:1/2@host/db")
	f.Add("https://[::1%25eth0]:80/v1")
	f.Add("//[aa:A]")
	f.Add("0.A/v0-preview") // only dates have previews
	f.Fuzz(func(t *testing.T, s string) {
		out := redact.Endpoint(s)
		assert.Regexp(t, endpointForm, out, "of %q", s)
		assert.Equal(t, out, redact.Endpoint(out), "not idempotent for %q", s)
		assert.False(t, redact.HasCredential(out), "a credential is left in %q of %q", out, s)
		assert.True(t, utf8.ValidString(out))
		u, err := url.Parse(s)
		if err != nil || out == "" {
			return
		}
		// If another part contains the same text, the check cannot tell them apart.
		rest := strings.ToLower("https://" + u.Scheme + u.Host + u.EscapedPath())
		for _, part := range []string{u.User.Username(), password(u), u.RawQuery, u.Fragment} {
			if part != "" && !strings.Contains(rest, strings.ToLower(part)) {
				assert.NotContains(t, strings.ToLower(out), strings.ToLower(part), "of %q", s)
			}
		}
	})
}

func password(u *url.URL) string {
	p, _ := u.User.Password()
	return p
}

// The result does not contain secrets in the parts that are left out.
func FuzzEndpointPlanted(f *testing.F) {
	f.Add("https", "api.example.com", "v1/items")
	f.Add("postgres", "db", "name")
	f.Add("a", "[", "@")
	f.Fuzz(func(t *testing.T, scheme, host, path string) {
		const user, pass, query, fragment = "plantedUser", "planted4Pass", "planted5Query", "planted6Fragment"
		s := scheme + "://" + user + ":" + pass + "@" + host + "/" + path + "?q=" + query + "#" + fragment
		out := redact.Endpoint(s)
		for _, part := range []string{user, pass, query, fragment} {
			if !strings.Contains(strings.ToLower(scheme+host+path), strings.ToLower(part)) {
				assert.NotContains(t, strings.ToLower(out), strings.ToLower(part), "of %q", s)
			}
		}
	})
}
