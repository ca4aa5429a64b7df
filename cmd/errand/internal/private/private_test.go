package private_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/private"
)

func TestRedacted(t *testing.T) {
	for _, text := range []string{"", "HTTP/1.1 429 Too Many Requests", "Retry-After 30", "<html>", "  folded", strings.Repeat("é", 100)} {
		assert.Equal(t, text, private.Redacted(text))
	}
	const secret = "4fQv7xErrand9aBcDeFgHiJkLmNoPq"
	for _, text := range []string{"Authorization: Bearer " + secret, "GET /v1?access_token=" + secret + " HTTP/1.1", "sk-live-" + secret} {
		assert.NotContains(t, private.Redacted(text), secret)
	}
}
