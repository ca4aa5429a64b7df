package choice_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/choice"
)

func TestOf(t *testing.T) {
	names := []string{"net/http", "net/http/bare", "aws/s3", "awsome", "a.b"}
	tests := map[string][]string{
		"":              names,
		"aws":           {"aws/s3"},
		"net/http":      {"net/http", "net/http/bare"},
		"*http*,a.b":    {"net/http", "net/http/bare", "a.b"},
		"aws*, net/*re": {"aws/s3", "awsome", "net/http/bare"},
	}
	for list, want := range tests {
		got, err := choice.Of("client", list, names)
		assert.NoError(t, err)
		assert.Equal(t, want, got, list)
	}
	for list, want := range map[string]string{
		"a+b":             `no client is called "a+b"; did you mean a.b?`,
		"awsome,net/htpt": `no client is called "net/htpt"; did you mean net/http?`,
		"[":               `no client is called "["; there are net/http, net/http/bare, aws/s3, awsome, a.b`,
	} {
		_, err := choice.Of("client", list, names)
		assert.EqualError(t, err, want)
	}
}
