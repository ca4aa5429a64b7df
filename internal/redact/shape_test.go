package redact_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/redact"
)

func TestShapes(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range redact.Shapes() {
		assert.NotEmpty(t, s.Name)
		assert.False(t, seen[s.Name], "%s twice", s.Name)
		seen[s.Name] = true
		assert.Equal(t, s.Name, redact.RowAt(s.Example), "another row takes the example of %s", s.Name)
	}
	assert.Greater(t, len(seen), 50)
}

func TestShapesHaveSources(t *testing.T) {
	table, err := os.ReadFile("shapes.go")
	require.NoError(t, err)
	rows := regexp.MustCompile(`(?m)^\t\{name: .*`).FindAllString(string(table), -1)
	assert.Len(t, rows, len(redact.Shapes()))
	for _, row := range rows {
		assert.Regexp(t, ` /\* (https://|RFC |gitleaks |trufflehog |credentials )[^*]* \*/},$`, row)
	}
}

// Package html has the references; those that are not ASCII, or too long, stay as they are.
func TestReferencesOfCharacters(t *testing.T) {
	names := strings.Fields("Tab NewLine excl quot QUOT num dollar percnt AMP apos lpar rpar ast midast plus comma period sol colon semi lt LT equals gt GT quest commat lsqb lbrack bsol rsqb rbrack Hat lowbar grave lcub lbrace verbar vert rcub rbrace nbsp copy Hacek x # #x")
	for n := range 300 {
		names = append(names, fmt.Sprintf("#%d", n), fmt.Sprintf("#x%x", n), fmt.Sprintf("#X%03X", n))
	}
	for _, name := range names {
		want := strings.ReplaceAll(html.UnescapeString("&"+name+";"), "\u00a0", " ")
		if len(want) != 1 || (want[0] < ' ' || want[0] == 0x7f) && !strings.Contains("\t\n\r", want) && want[0] != redact.Escape {
			want = ""
		}
		assert.Equal(t, want, redact.Unit("&"+name+";"), name)
	}
}

func TestShapesAreCopies(t *testing.T) {
	redact.Shapes()[0].Example = "changed"
	assert.NotEqual(t, "changed", redact.Shapes()[0].Example)
}

// Every example is detected and redacted in typical contexts, and the text around it stays.
func TestShapesInContext(t *testing.T) {
	for _, s := range redact.Shapes() {
		encoded, err := json.Marshal(s.Example)
		require.NoError(t, err)
		inJSON := strings.Trim(string(encoded), `"`)
		contexts := []struct{ name, before, example, after string }{
			{"alone", "", s.Example, ""},
			{"in a sentence", "the call with ", s.Example, " was refused by upstream"},
			{"in quotes", `value "`, s.Example, `" was refused`},
			{"in JSON", `{"code":403,"detail":"`, inJSON, `","retry":false}`},
			{"in a URL query", `Get "https://api.example.com/v1/items?first=`, s.Example, `": EOF`},
			{"in a URL path", "https://api.example.com/files/", s.Example, " was not found"},
			{"after =", "retry=false value=", s.Example, " attempt 2"},
			{"at the end of a sentence", "attempt 2 used ", s.Example, "."},
		}
		for _, c := range contexts {
			if c.name == "in a URL query" && (strings.HasPrefix(s.Example, "Private-Lines") || strings.Contains(s.Example, "SSH2")) {
				continue // several lines
			}
			t.Run(s.Name+"/"+c.name, func(t *testing.T) {
				text := c.before + c.example + c.after
				assert.True(t, redact.HasCredential(text), "not detected in %s", text)
				want := c.before + redact.Kept(s.Name) + "(redacted)" + c.after
				if c.name == "in a URL query" {
					want = strings.Replace(c.before+"(redacted)"+c.after, "first=(", "first=(", 1)
				}
				got := redact.Text(text)
				assert.Equal(t, want, got)
				assert.Equal(t, got, redact.Text(got), "not idempotent")
				assert.False(t, redact.HasCredential(got), "still detected")
			})
		}
	}
}

// The beginning of a credential alone is a word like any other.
func TestShapesNeedTheirBody(t *testing.T) {
	for _, start := range redact.Starts() {
		for _, text := range []string{
			start, start + " is how it begins", start + "…", "a " + start + "...", start + "name", "x" + start,
		} {
			if strings.Contains(start, "/") && strings.HasSuffix(text, "name") {
				continue // the path of a web hook may be short
			}
			assert.False(t, redact.HasCredential(text), text)
		}
	}
}

// Forms of a shape other than its example, and texts that only look like one.
func TestShapeVariants(t *testing.T) {
	word := strings.Repeat("aB3", 40)
	for _, c := range []struct{ name, in, want string }{
		{"signed token without a signature", "eyJ" + word[:20] + ".eyJ" + word[:20] + ". Next", "(redacted). Next"},
		{"encrypted token with a wrapped key", "eyJ" + word[:20] + "." + word[:20] + "." + word[:16] + "." + word[:30] + "." + word[:22], "(redacted)"},
		{"encrypted token without a wrapped key", "eyJ" + word[:20] + ".." + word[:16] + "." + word[:30] + "." + word[:22], "(redacted)"},
		{"signed token with the shortest header", "eyJhIjoxfQ.eyJhIjoxfQ.c2ln", "(redacted)"},
		{"token with too short a header", "eyJhIjox.eyJhIjoxfQ.c2ln", "eyJhIjox.eyJhIjoxfQ.c2ln"},
		{"token with words behind it", "eyJ" + word[:20] + ".next", "eyJ" + word[:20] + ".next"},
		{"Vault namespace", "s." + word[:24] + ".abcde end", "(redacted) end"},
		{"Vault and the end of a sentence", "s." + word[:24] + ". End", "(redacted). End"},
		{"OpenPGP key", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n" + word + "\n-----END PGP PRIVATE KEY BLOCK-----", "(redacted)"},
		{"key in an environment", "KEY=1 PRIVATE_KEY=-----BEGIN PRIVATE KEY-----\n" + word + "\n-----END PRIVATE KEY-----\nX=1", "KEY=1 PRIVATE_KEY=(redacted)\nX=1"},
		{"key whose end is broken", "-----BEGIN PRIVATE KEY-----\n" + word + "\n-----END PRIV", "(redacted)"},
		{"label of anything", "-----BEGIN " + strings.Repeat("A ", 40) + "PRIVATE KEY-----", "-----BEGIN " + strings.Repeat("A ", 40) + "PRIVATE KEY-----"},
		{"key id with a suffix", "AKIA0123456789ABCDEF0", "AKIA0123456789ABCDEF0"},
		{"longer than a token of Databricks", "dapi" + strings.Repeat("0fade", 7), "dapi" + strings.Repeat("0fade", 7)},
		{"hash behind a prefix", "key-" + strings.Repeat("0fade", 8), "key-" + strings.Repeat("0fade", 8)},
		{"longer than a secret of Entra", "Fak8Q~" + word[:60], "Fak8Q~" + word[:60]},
		{"secret of Entra that ends a sentence", "Fak8Q~" + word[:34] + ".", "(redacted)."},
		{"client secret too short", "pi_" + word[:20] + "_secret_" + word[:4], "pi_" + word[:20] + "_secret_" + word[:4]},
		{"port and time", "1234567890:AA is no bot", "1234567890:AA is no bot"},
		{"path of a bot", "https://api.telegram.org/bot123456789:AA" + word[:33] + "/getMe", "https://api.telegram.org/bot(redacted)/getMe"},
		{"two in a row", "ghp_" + word[:36] + ",ghp_" + word[:36], "(redacted),(redacted)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, redact.Text(c.in))
			assert.Equal(t, c.want != c.in, redact.HasCredential(c.in))
		})
	}
}
