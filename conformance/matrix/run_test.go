package matrix_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/matrix"
	"github.com/errand-go/errand/toolerr"
)

// deaf is an adapter that recognises nothing.
type deaf struct{}

func (deaf) Slug() string                                 { return "_deaf" }
func (deaf) FromError(error) *toolerr.ToolRuntimeError    { return nil }
func get(ctx context.Context, t conformance.Target) error { return fetch(ctx, t, t.Client) }
func fetch(ctx context.Context, t conformance.Target, client *http.Client) error {
	req, err := t.Request(ctx)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return httpadapter.CheckResponse(resp)
}

// suites returns three clients: two of a family, and one with a wrong adapter.
func suites() []conformance.Suite {
	only := func(name string) func(string) bool {
		return func(fault string) bool { return strings.HasPrefix(fault, name) }
	}
	skip := map[string]string{"law/rows": "only some of the faults are run"}
	return []conformance.Suite{
		{Adapter: httpadapter.Adapter{}, Client: "acme/one", Call: get, Only: only("conn-refused"), Skip: skip},
		{Adapter: httpadapter.Adapter{}, Client: "acme/two", Call: get, Only: only("status-40"), Skip: skip},
		{Adapter: deaf{}, Client: "other", Call: get, Only: only("status-404"), Skip: skip},
	}
}

func TestRun(t *testing.T) {
	var progress bytes.Buffer
	m, err := matrix.Run(t.Context(), "Acme", suites(), &progress)
	require.NoError(t, err)
	require.Len(t, m.Reports, 3)
	assert.Equal(t, "acme/two", m.Reports[1].Client)
	assert.Equal(t, 4, strings.Count(progress.String(), "\n"), "a line for each client, and one for all")
}

func TestSuitesThatCannotRun(t *testing.T) {
	_, err := matrix.Run(t.Context(), "", []conformance.Suite{{Client: "acme/none"}}, io.Discard)
	require.ErrorContains(t, err, "acme/none")
	_, err = matrix.Run(t.Context(), "", []conformance.Suite{suites()[2], suites()[2]}, io.Discard)
	require.ErrorContains(t, err, `"other"`)
}

// A context that ends ends the run.
func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	all := suites()
	all[1].Call = func(ctx context.Context, t conformance.Target) error {
		cancel()
		return get(ctx, t)
	}
	_, err := matrix.Run(ctx, "", all, io.Discard)
	require.ErrorIs(t, err, context.Canceled)
}

func TestProgram(t *testing.T) {
	for code, suites := range map[int][]conformance.Suite{matrix.ExitRight: suites()[:2], matrix.ExitWrong: suites()} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, code, matrix.Main(t.Context(), "Acme", suites, &stdout, &stderr), stderr.String())
		assert.Contains(t, stdout.String(), "acme/one")
		assert.Contains(t, stderr.String(), "acme/two")
	}
}
