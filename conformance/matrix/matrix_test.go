package matrix_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
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

// hostile is a text that must not become commands in a terminal.
const hostile = "<script>alert(1)</script> & \"quoted\" \x1b[31mred\x00 \xff"

// report returns a report on the faults with the given names.
func report(t *testing.T, client string, results map[string]conformance.Result) conformance.SuiteReport {
	t.Helper()
	r := conformance.SuiteReport{Adapter: "_acme", Client: client}
	for _, f := range faults.All() {
		if res, ok := results[f.Name]; ok {
			res.Name = "fault/" + f.Name
			r.Rows, r.Faults = append(r.Rows, f), append(r.Faults, res)
		}
	}
	require.Len(t, r.Faults, len(results))
	return r
}

// seen returns a result with an adapter's answer.
func seen(outcome conformance.Verdict, te *toolerr.ToolRuntimeError, raw string) conformance.Result {
	payload, answer := te.Payload(), te.Report()
	return conformance.Result{
		Outcome: outcome, Payload: &payload, Answer: &answer, Raw: raw, RawLeaks: faults.Planted().Find(raw),
	}
}

// two returns a matrix of two clients with every outcome.
func two(t *testing.T) matrix.Matrix {
	t.Helper()
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithStatus(429), toolerr.WithCause(errors.New("429 "+faults.CanaryMessage)))
	leaking := seen(conformance.Passed, limited, "429 "+strings.ToUpper(faults.CanaryMessage)+": "+faults.CredentialBearer+" "+hostile)
	wrong := seen(conformance.Failed, toolerr.Fatal(toolerr.Message{}), "gone")
	wrong.Findings = []conformance.Finding{{Check: "fault/status-404", Promised: "what RFC 9110 asks for", Came: "kind is wrong\nso is class", Look: "there"}}
	accepted := seen(conformance.Accepted, limited, "429 "+faults.CanaryMessage)
	accepted.Reason = "either is right"
	first := report(t, "acme/one", map[string]conformance.Result{
		"429-delta":    leaking,
		"status-404":   wrong,
		"conn-refused": {Outcome: conformance.Silent, Reason: "it returns no error"},
		"tls-expired":  {Outcome: conformance.Skipped, Reason: "the client lacks TLS"},
	})
	second := report(t, "acme/two", map[string]conformance.Result{
		"429-delta":  accepted,
		"status-404": seen(conformance.Passed, toolerr.Upstream(404, toolerr.Message{}), "404"),
	})
	first.Laws = []conformance.Result{{Name: "law/slug", Outcome: conformance.Passed}}
	second.Cases = []conformance.Result{{Name: "case/odd", Outcome: conformance.Failed, Findings: []conformance.Finding{{Check: "case/odd", Came: "nothing"}}}}
	return matrix.Matrix{Title: "Acme & <friends>", Reports: []conformance.SuiteReport{first, second}}
}

func TestRows(t *testing.T) {
	m := two(t)
	own := faults.Fault{Name: "acme-own", Group: "Acme", Does: "its own"}
	m.Reports[1].Rows = append(m.Reports[1].Rows, own)
	m.Reports[1].Faults = append(m.Reports[1].Faults, conformance.Result{Name: "fault/acme-own", Outcome: conformance.Passed})

	var names []string
	for _, row := range m.Rows() {
		names = append(names, row.Fault.Name)
		require.Len(t, row.Cells, 2)
	}
	assert.Equal(t, []string{"status-404", "429-delta", "conn-refused", "tls-expired", "acme-own"}, names, "the order of faults.All, and others behind")
	rows := m.Rows()
	assert.True(t, rows[2].Cells[0].Ran)
	assert.False(t, rows[2].Cells[1].Ran, "the second client was not driven through it")
	assert.Equal(t, conformance.Silent, rows[2].Cells[0].Outcome)
}

// Laws do not count as answers, and a leaked path counts separately.
func TestTotal(t *testing.T) {
	m := two(t)
	m.Reports[0].Faults = append(m.Reports[0].Faults, conformance.Result{Outcome: conformance.Passed, RawLeaks: []string{faults.CanaryPath}})
	leaking := toolerr.Fatal(toolerr.UncheckedMessage(faults.CredentialPassword)) //nolint:forbidigo // an adapter that is wrong
	m.Reports[0].Laws = append(m.Reports[0].Laws, seen(conformance.Failed, leaking, ""))
	m.Reports[0].Laws = append(m.Reports[0].Laws, conformance.Result{Outcome: conformance.Failed}, conformance.Result{Outcome: conformance.Skipped})
	total := m.Total()
	assert.Equal(t, matrix.Total{
		Passed: 3, Accepted: 1, Silent: 1, Skipped: 1, Failed: 2, Laws: 3, LawsBroken: 2, RawLeaks: 2, RawPaths: 1, PayloadLeaks: 1,
	}, total)
	assert.Equal(t, 6, total.Checks())
	assert.Equal(t, 4, total.Wrong())
	assert.Equal(t, 1, total.LawsKept())
	var failed []string
	for _, f := range two(t).Failed() {
		failed = append(failed, f.Client+" "+f.Name)
	}
	assert.Equal(t, []string{"acme/one fault/status-404", "acme/two case/odd"}, failed)
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, two(t).Text(&b))
	assert.Equal(t, `Acme & <friends>

1  acme/one
2  acme/two

statuses               1 2
status-404             ✗ ✓

rate limits and waits  1 2
429-delta              ✓ ≈

connection             1 2
conn-refused           ○

Not listed: faults that need other clients (1).

✓ right   ≈ accepted, with a reason   ✗ wrong
○ client returned no error   · not applicable

acme/one: fault/status-404
	promised: what RFC 9110 asks for
	came:     kind is wrong
	          so is class
	look at:  there

acme/two: case/odd
	came:     nothing

answers: 2 right, 1 accepted, 2 wrong
no answer to check: 1 (client returned no error), 1 (not applicable)
laws: 1 of 1 kept
raw errors leaking secrets or content: 2 (0 more leak only the URL path)
payloads leaking: 0
`, b.String())
}

func TestHalfAnAnswerIsAnError(t *testing.T) {
	r, w := io.Pipe()
	require.NoError(t, r.Close())
	require.ErrorIs(t, two(t).Text(w), io.ErrClosedPipe)
	assert.NoError(t, matrix.Matrix{}.Text(io.Discard), "nothing")
}

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
