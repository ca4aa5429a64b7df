package matrix_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
	"github.com/errand-go/errand/toolerr"
)

func formats(m matrix.Matrix) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{"text": m.Text, "json": m.JSON}
}

// No output has a credential, in whatever text of a result it is, even if a wrong adapter
// has put it into the agent's view.
func TestNoFormatShowsACredential(t *testing.T) {
	const own = "ownpassphrase-of-the-suite" // a canary of the suite
	all := strings.Join(faults.Planted().Credentials, " and ") + " " + strings.ToUpper(faults.CredentialPassword)
	te := toolerr.Fatal(toolerr.UncheckedMessage(all), toolerr.WithCause(errors.New(all))) //nolint:forbidigo // an adapter that is wrong
	wrong := seen(conformance.Failed, te, all+" "+own+" "+faults.CanaryMessage)
	wrong.RawLeaks = append(wrong.RawLeaks, own)
	wrong.Reason = all
	wrong.Findings = []conformance.Finding{{Check: "law/canary", On: all, Came: all, Promised: all, Look: all}}
	encoded := seen(conformance.Passed, toolerr.Fatal(toolerr.Message{}), "Basic: x"+base64.StdEncoding.EncodeToString([]byte(faults.CredentialBearer)))
	// A credential that was not planted and can only be recognised by its shape.
	strange := seen(conformance.Passed, toolerr.Fatal(toolerr.Message{}), "denied to glpat-"+"Qw3rTyUiOpAsDfGhJkLz")
	m := matrix.Matrix{Reports: []conformance.SuiteReport{report(t, "acme", map[string]conformance.Result{
		"status-404": wrong, "status-405": encoded, "status-406": strange,
	})}}
	one := matrix.Matrix{Reports: []conformance.SuiteReport{report(t, "acme", map[string]conformance.Result{"status-404": wrong})}}
	for _, m := range []matrix.Matrix{m, one} {
		for name, write := range formats(m) {
			t.Run(name, func(t *testing.T) {
				var b bytes.Buffer
				require.NoError(t, write(&b))
				assert.Empty(t, faults.Planted().FindCredentials(b.String()))
				assert.NotContains(t, b.String(), own)
				assert.NotContains(t, b.String(), "Qw3rTyUiOpAsDfGhJkLz")
				if name == "json" {
					assert.Contains(t, b.String(), faults.CanaryMessage, "content is what there is to see")
				}
			})
		}
	}
	assert.Equal(t, 1, m.Total().PayloadLeaks)
	assert.Contains(t, wrong.Raw, faults.CredentialBearer, "the result is the caller's, and as it was")
}

// The words are at the beginning, at the end, twice, and beside letters that are longer in
// lower case.
func TestPlantedWordsInEveryPosition(t *testing.T) {
	const secret = faults.CredentialPassword
	for raw, want := range map[string]string{
		secret:                               "(redacted)",
		secret + " x":                        "(redacted) x",
		"x " + secret:                        "x (redacted)",
		"İ" + secret + "İ" + secret + "\xff": "İ(redacted)İ(redacted)\uFFFD",
	} {
		m := matrix.Matrix{Reports: []conformance.SuiteReport{report(t, "acme", map[string]conformance.Result{
			"status-404": seen(conformance.Passed, toolerr.Fatal(toolerr.Message{}), raw),
		})}}
		var b bytes.Buffer
		require.NoError(t, m.JSON(&b))
		var got struct {
			Reports []struct{ Faults []struct{ Raw string } }
		}
		require.NoError(t, json.Unmarshal(b.Bytes(), &got))
		assert.Equal(t, want, got.Reports[0].Faults[0].Raw)
	}
}
