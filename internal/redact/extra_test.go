package redact_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/redact"
)

//go:embed testdata/secrets.txt
var secretTexts string

//go:embed testdata/plain.txt
var plainTexts string

// marked returns a line of the corpus with random text in its forms, and the secrets in it,
// which are between « and ». A secret over several lines is several.
func marked(seed uint64, line string) (in string, secrets []string) {
	parts := strings.FieldsFunc(makeUp(seed, strings.ReplaceAll(line, "⏎", "\n")), func(r rune) bool { return r == '«' || r == '»' })
	if strings.HasPrefix(line, "«") {
		parts = append([]string{""}, parts...)
	}
	for i := 1; i < len(parts); i += 2 {
		secrets = append(secrets, strings.Split(parts[i], "\n")...)
	}
	return strings.Join(parts, ""), secrets
}

// The corpus was written before the scanner could read its texts: credentials of vendors,
// sentences, tables, dumps of programs, statements, configurations and commands.
func TestCorpusOfSecretTexts(t *testing.T) {
	lines, clean := strings.Split(strings.TrimSuffix(secretTexts, "\n"), "\n"), 0
	for n, line := range lines {
		in, secrets := marked(uint64(n), line)
		got, ok := redact.Text(in), true
		for _, secret := range secrets {
			ok = ok && !leaks(got, text{in: in, secret: secret})
		}
		if ok {
			clean++
		} else {
			t.Logf("%q -> %q", in, got)
		}
		assert.Equal(t, got, redact.Text(got), "not idempotent")
	}
	t.Logf("%d of %d texts clean", clean, len(lines))
	assert.GreaterOrEqual(t, float64(clean), 0.95*float64(len(lines)))
}

// Texts about credentials that have none in them.
func TestCorpusOfPlainTexts(t *testing.T) {
	lines, changed := strings.Split(strings.TrimSuffix(plainTexts, "\n"), "\n"), 0
	for _, line := range lines {
		line = strings.ReplaceAll(line, "⏎", "\n")
		if got := redact.Text(line); got != line {
			changed++
			t.Logf("%q -> %q", line, got)
		}
	}
	t.Logf("%d of %d texts changed", changed, len(lines))
	assert.LessOrEqual(t, float64(changed), 0.015*float64(len(lines)))
}
