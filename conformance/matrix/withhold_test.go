package matrix_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
	"github.com/errand-go/errand/toolerr"
)

// The output has no credential, in whatever text of a result it is, even if a wrong adapter
// has put it into the agent's view.
func TestTextShowsNoCredential(t *testing.T) {
	all := strings.Join(faults.Planted().Credentials, " and ") + " " + strings.ToUpper(faults.CredentialPassword)
	te := toolerr.Fatal(toolerr.UncheckedMessage(all), toolerr.WithCause(errors.New(all))) //nolint:forbidigo // an adapter that is wrong
	wrong := seen(conformance.Failed, te, all)
	wrong.Reason = all
	wrong.Findings = []conformance.Finding{{Check: "law/canary", On: all, Came: all, Promised: all, Look: all}}
	m := matrix.Matrix{Title: all, Reports: []conformance.SuiteReport{report(t, "acme", map[string]conformance.Result{"status-404": wrong})}}
	var b bytes.Buffer
	require.NoError(t, m.Text(&b))
	assert.Empty(t, faults.Planted().FindCredentials(b.String()))
	assert.Equal(t, 1, m.Total().PayloadLeaks)
}

// The words are at the beginning, at the end, twice, and beside letters that are longer in
// lower case.
func TestPlantedWordsInEveryPosition(t *testing.T) {
	const secret = faults.CredentialPassword
	for title, want := range map[string]string{
		secret:                      "(redacted)",
		secret + " x":               "(redacted) x",
		"x " + secret:               "x (redacted)",
		"İ" + secret + "İ" + secret: "İ(redacted)İ(redacted)",
	} {
		var b bytes.Buffer
		require.NoError(t, matrix.Matrix{Title: title}.Text(&b))
		assert.True(t, strings.HasPrefix(b.String(), want+"\n"), b.String())
	}
}
