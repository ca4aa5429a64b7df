package redact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/redact"
)

var endpointCases = []struct{ name, in, want string }{
	{"everything", "https://u:p@api.example.com:8443/v1/items/8f3a9?q=s#f", "https://api.example.com:8443/v1/items/…"},
	{"host alone", "https://api.example.com", "https://api.example.com"},
	{"root", "https://api.example.com/", "https://api.example.com/"},
	{"trailing slash", "https://api.example.com/v1/items/", "https://api.example.com/v1/items/"},
	{"trailing slash behind a gap", "https://api.example.com/v1/42/", "https://api.example.com/v1/…"},
	{"route behind a gap", "https://api.example.com/v1/items/42/comments/7", "https://api.example.com/v1/items/…/comments/…"},
	{"gaps in a row", "https://api.example.com/items/1/2/3/4", "https://api.example.com/items/…"},
	{"case", "HTTPS://API.Example.COM/V1/Items", "https://api.example.com/V1/Items"},
	{"words", "https://h.example/getItemByID/send-message/list_all/OAuthToken/API", "https://h.example/getItemByID/send-message/list_all/OAuthToken/API"},
	{"versions", "https://h.example/v1beta2/v1.43/2024-01-01/2023-07-01-preview/v1p1beta1", "https://h.example/v1beta2/v1.43/2024-01-01/2023-07-01-preview/v1p1beta1"},
	{"no versions", "https://h.example/v1x/v12345/2024-1-1/1.1/year-01-01/2024-mm-01/2024-01-dd", "https://h.example/…"},
	{"long word", "https://h.example/" + strings.Repeat("word", 9), "https://h.example/…"},
	{"letters by lot", "https://h.example/xKqZtRwPLmNb/aBcDeFgHi/bcdfghjklm/ABCDEFGHIJKLMNOPQRST", "https://h.example/…"},
	{"shape of a credential", "https://h.example/xoxb-abcdefghij/items", "https://h.example/…/items"},
	{"escapes and signs", "https://h.example/a%20b/@bob/x:y/~/../items", "https://h.example/…/items"},
	{"other script", "https://bücher.example/größe/items", "https://bücher.example/…/items"},
	{"IPv4", "http://127.0.0.1:8080/items", "http://127.0.0.1:8080/items"},
	{"IPv6", "http://[::1]:80/items", "http://[::1]:80/items"},
	{"several hosts", "mongodb://u:p@h1:27017,h2:27017/name?w=1", "mongodb://h1:27017,h2:27017/name"},
	{"empty port", "https://h.example:/items", "https://h.example/items"},
	{"@ in the path", "https://medium.example/@bob/items", "https://medium.example/…/items"},
	{"@ in the query", "https://h.example/items?mail=a@b.example", "https://h.example/items"},
	{"Slack webhook", "https://hooks.slack.com/services/T0/B0/secret", "https://hooks.slack.com/services/…"},
	{"Slack webhook without a scheme", "hooks.slack.com/services/T0/B0/secret", "https://hooks.slack.com/services/…"},
	{"Discord webhook", "https://discord.com/api/webhooks/1/secret", "https://discord.com/api/webhooks/…"},
	{"Teams webhook", "https://x.webhook.office.com/webhookb2/secret/IncomingWebhook/secret", "https://x.webhook.office.com/…"},
	{"Telegram", "https://api.telegram.org/bot123:AAsecret/sendMessage", "https://api.telegram.org/…/sendMessage"},
	{"host without a scheme", "api.example.com:8443/v1/items?q=s", "https://api.example.com:8443/v1/items"},
	{"host without a dot", "localhost:8080/items", "https://localhost:8080/items"},
	{"network path", "//u:p@api.example.com/items", "https://api.example.com/items"},
	{"absolute path", "/v1/items/42?q=s", "/v1/items/…"},
	{"white space around", " https://h.example/items\n", "https://h.example/items"},

	{"nothing", "", ""},
	{"word", "secret", ""},
	{"relative path", "items/secret", ""},
	{"query", "?q=secret", ""},
	{"fragment", "#secret", ""},
	{"dotted word", "secret.value", ""},
	{"userinfo without a scheme", "u:p@api.example.com:8443/v1/items", ""},
	{"address", "bob@example.com", ""},
	{"opaque", "mailto:bob@example.com", ""},
	{"keywords", "host=h password=secret", ""},
	{"password with a slash", "postgres://bob:pass/word@h.example/items", ""},
	{"password that begins like a port", "postgres://bob:12/word@h.example/items", ""},
	{"password with a #", "postgres://bob:pass#word@h.example/items", ""},
	{"password with a ?", "postgres://bob:pass?word@h.example/items", ""},
	{"password that begins like a port, with a ?", "postgres://bob:12?word@h.example/items", ""},
	{"no port", "https://h.example:secret/items", ""},
	{"large port", "https://h.example:123456/items", ""},
	{"space in the host", "https://h example/items", ""},
	{"escape in the host", "http://%2Fvar%2Frun%2Fdocker.sock/items", ""},
	{"zone in the host", "http://[fe80::1%25secret]/items", ""},
	{"open bracket", "http://[::1/items", ""},
	{"no host", "https:///items", ""},
	{"no scheme in front", "://h.example/items", ""},
	{"bad scheme", "ht tp://h.example/items", ""},
	{"credential for a host", "https://ghp_" + strings.Repeat("aB3", 12) + ".example/items", ""},
	{"invalid UTF-8", "https://h\xff.example/items", ""},
}

func TestEndpoint(t *testing.T) {
	for _, c := range endpointCases {
		t.Run(c.name, func(t *testing.T) {
			got := redact.Endpoint(c.in)
			assert.Equal(t, c.want, got)
			assert.Equal(t, got, redact.Endpoint(got), "not idempotent")
		})
	}
}

// The path contains an example of every shape.
func TestEndpointOfShapes(t *testing.T) {
	for _, s := range redact.Shapes() {
		got := redact.Endpoint("https://h.example/" + s.Example + "/items")
		secret := strings.TrimPrefix(s.Example, redact.Kept(s.Name))
		assert.NotContains(t, got, secret, s.Name)
		for part := range strings.SplitSeq(secret, "/") {
			if len(part) > 6 && part != "IncomingWebhook" {
				assert.NotContains(t, got, part, s.Name)
			}
		}
	}
}

func TestEndpointIsShort(t *testing.T) {
	got := redact.Endpoint("https://h.example" + strings.Repeat("/items", 1000))
	assert.Less(t, len(got), 300)
	assert.True(t, strings.HasSuffix(got, "/items/…"))
}
