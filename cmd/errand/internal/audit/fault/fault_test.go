package fault_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/conformance/faults"
)

// Each row has a fault of conformance/faults, and a unique name.
func TestRowsExist(t *testing.T) {
	server := faults.New(t)
	names := map[string]bool{}
	for _, f := range fault.All() {
		assert.False(t, names[f.Name], "%s twice", f.Name)
		names[f.Name] = true
		assert.NotEmpty(t, f.Does)
		assert.NotEmpty(t, f.Group)
		target, err := f.Target(server, "title")
		require.NoError(t, err)
		assert.True(t, target.Refuse != (target.Address != ""), "%s", f.Name)
	}
}

func TestSelect(t *testing.T) {
	rows, err := fault.Select("status-4*,silent,status-404")
	require.NoError(t, err)
	assert.Equal(t, "status-400", rows[0].Name)
	assert.Equal(t, "silent", rows[len(rows)-1].Name)
	for _, bad := range []string{"none", "[", "status-404,nothing"} {
		_, err := fault.Select(bad)
		require.Error(t, err, bad)
	}
	_, err = fault.Plain("no such row").Target(faults.New(t), "")
	require.Error(t, err)
}

// The criteria of a row follow from the right answer to it.
func TestCriteria(t *testing.T) {
	want := map[string]fault.Criteria{
		"status-404":      {Status: 404, Broken: true},
		"status-502-html": {CanRetry: true, MayRetry: true, Status: 502, Broken: true, Unknown: true},
		"429-delta":       {CanRetry: true, MayRetry: true, Status: 429, Broken: true, Wait: true},
		"503-delta":       {CanRetry: true, MayRetry: true, Status: 503, Broken: true, Wait: true},
		"403-remaining-0": {CanRetry: true, MayRetry: true, Status: 429, Broken: true},
		"403-scope":       {Status: 403, Broken: true, Scope: true},
		"refused-rfc9457": {Status: 422, Broken: true, Refused: true, Limit: true},
		"refused-stripe":  {Status: 400, Broken: true, Refused: true},
		"conn-refused":    {CanRetry: true, MayRetry: true, Broken: true},
		"empty-reply":     {CanRetry: true, MayRetry: true, Broken: true, Unknown: true},
		"tls-expired":     {Broken: true},
		"json-html":       {MayRetry: true, Broken: true, Unknown: true},
		"json-array":      {MayRetry: true, Unknown: true},
		"json-null":       {},
		"silent":          {CanRetry: true, MayRetry: true, Broken: true, Unknown: true, Silent: true},
	}
	rows := fault.All()
	assert.Len(t, rows, 49)
	for name, w := range want {
		found, err := fault.Select(name)
		require.NoError(t, err)
		assert.Equal(t, w, found[0].Criteria, name)
	}
	// A report and its page show the rows of a group together.
	seen, last := map[string]bool{}, ""
	for _, f := range rows {
		assert.True(t, f.Group == last || !seen[f.Group], "%s is apart from its group", f.Name)
		seen[f.Group], last = true, f.Group
	}
}

// A refusal is about the argument of the call, in every format, and has the message.
func TestRefusals(t *testing.T) {
	server := faults.New(t)
	rows, err := fault.Select("refused-*")
	require.NoError(t, err)
	for _, f := range rows {
		target, err := f.Target(server, "titel")
		require.NoError(t, err)
		resp, err := http.Get("http://" + target.Address)
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.True(t, json.Valid(body), "%s: %s", f.Name, body)
		assert.Contains(t, string(body), "titel", f.Name)
		assert.Contains(t, string(body), fault.Instruction, f.Name)
		assert.Equal(t, f.Status, resp.StatusCode)
	}
}
