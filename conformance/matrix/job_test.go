package matrix_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
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
	return []conformance.Suite{
		{Adapter: httpadapter.Adapter{}, Client: "acme/one", Call: get},
		{Adapter: httpadapter.Adapter{}, Client: "acme/two", Call: get, Only: func(fault string) bool { return strings.HasPrefix(fault, "status-") }},
		{Adapter: deaf{}, Client: "other", Call: get},
	}
}

func TestJobFilters(t *testing.T) {
	tests := map[string]struct {
		fault           string
		clients, faults []string
	}{
		"a fault":           {"status-404", []string{"acme/one", "acme/two", "other"}, []string{"status-404"}},
		"not of one client": {"conn-refused", []string{"acme/one", "other"}, []string{"conn-refused"}},
		"a pattern":         {"status-*04", []string{"acme/one", "acme/two", "other"}, []string{"status-304", "status-404", "status-504"}},
		"a list":            {"status-404, conn-refused", []string{"acme/one", "acme/two", "other"}, []string{"status-404", "conn-refused"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var out, progress bytes.Buffer
			m, err := matrix.Job{Suites: suites(), Fault: tt.fault}.Run(t.Context(), &out, &progress)
			require.NoError(t, err)
			var clients, names []string
			for _, r := range m.Reports {
				clients = append(clients, r.Client)
			}
			for _, row := range m.Rows() {
				names = append(names, row.Fault.Name)
			}
			assert.Equal(t, tt.clients, clients)
			assert.Equal(t, tt.faults, names)
			assert.Contains(t, out.String(), tt.faults[0])
			assert.Equal(t, len(tt.clients)+1, strings.Count(progress.String(), "\n"), "a line for each client, and one for all")
		})
	}
}

// A suite's own skips also apply with a filter.
func TestFiltersKeepSkips(t *testing.T) {
	s := suites()[1]
	s.Skip = map[string]string{"fault/status-404": "for a reason"}
	m, err := matrix.Job{Suites: []conformance.Suite{s}, Fault: "status-40*"}.Run(t.Context(), io.Discard, io.Discard)
	require.NoError(t, err)
	at := slices.IndexFunc(m.Reports[0].Rows, func(f faults.Fault) bool { return f.Name == "status-404" })
	require.GreaterOrEqual(t, at, 0)
	assert.Equal(t, "for a reason", m.Reports[0].Faults[at].Reason)
	assert.Empty(t, m.Failed())
	assert.NotContains(t, s.Skip, "law/rows", "the suite is the caller's")
}

// Every error comes before a client runs, with nothing on the standard output.
func TestJobThatCannotRun(t *testing.T) {
	tests := map[string]struct {
		job  matrix.Job
		want string
		is   error
	}{
		"no such fault":    {matrix.Job{Fault: "xyzzy*"}, `no fault is called "xyzzy*"`, matrix.ErrUsage},
		"a fault misspelt": {matrix.Job{Fault: "status-404, conn-refusd"}, "did you mean conn-refused", matrix.ErrUsage},
		"no suites":        {matrix.Job{Suites: []conformance.Suite{}}, "no client has such a fault", matrix.ErrUsage},
		"a client twice":   {matrix.Job{Suites: append(suites(), suites()[0])}, `"acme/one"`, nil},
		"no adapter":       {matrix.Job{Suites: []conformance.Suite{{Client: "acme/none"}}}, "acme/none", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.job.Suites == nil {
				tt.job.Suites = suites()
				tt.job.Suites[0].Call = func(context.Context, conformance.Target) error {
					t.Error("a client was run")
					return nil
				}
			}
			var out bytes.Buffer
			_, err := tt.job.Run(t.Context(), &out, io.Discard)
			require.ErrorContains(t, err, tt.want)
			assert.True(t, tt.is == nil || assert.ErrorIs(t, err, tt.is))
			assert.Empty(t, out.String())
		})
	}
}

// A context that ends ends the run, and nothing is written.
func TestJobStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	all := suites()
	all[1].Call = func(ctx context.Context, t conformance.Target) error {
		cancel()
		return get(ctx, t)
	}
	var out bytes.Buffer
	_, err := matrix.Job{Suites: all, Fault: "status-404"}.Run(ctx, &out, io.Discard)
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, out.String())
}

func TestProgram(t *testing.T) {
	tests := map[string]struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		"right":        {[]string{"--fault", "status-404,status-410"}, matrix.ExitWrong, "acme/one", "acme/two"},
		"wrong":        {[]string{"--fault", "status-404", "--json"}, matrix.ExitWrong, `"fault/status-404"`, "1 WRONG"},
		"help":         {[]string{"-h"}, matrix.ExitRight, "", "  -fault GLOB\n"},
		"no such flag": {[]string{"--x"}, matrix.ExitUsage, "", "flag provided but not defined: -x"},
		"an argument":  {[]string{"status-404"}, matrix.ExitUsage, "", "status-404"},
		"nothing left": {[]string{"--fault", "x"}, matrix.ExitUsage, "", `no fault is called "x"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			code := matrix.Main(t.Context(), "Acme", suites(), tt.args, &stdout, &stderr)
			assert.Equal(t, tt.code, code, stderr.String())
			assert.Contains(t, stdout.String(), tt.stdout)
			assert.Contains(t, stderr.String(), tt.stderr)
		})
	}
}
