package main

import (
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
)

// TestMain discards the messages of net/http and the SDKs about a broken server.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) //nolint:forbidigo // nothing is logged: others' logging is silenced
	os.Exit(m.Run())
}

func TestEveryClientUnderEveryFault(t *testing.T) {
	t.Parallel()
	all := suites()
	m := matrix.Matrix{Title: title, Reports: make([]conformance.SuiteReport, len(all))}
	t.Run("client", func(t *testing.T) {
		for i, s := range all {
			t.Run(s.Client, func(t *testing.T) {
				t.Parallel() // it mostly waits for timeouts
				report, err := s.Report(t.Context())
				require.NoError(t, err)
				m.Reports[i] = report
				checkReport(t, report)
			})
		}
	})
	driven := map[string]bool{}
	for _, row := range m.Rows() {
		for _, c := range row.Cells {
			driven[row.Fault.Name] = driven[row.Fault.Name] || c.Answer != nil
		}
	}
	for _, f := range faults.All() {
		assert.True(t, driven[f.Name], "%s: no client meets it", f.Name)
	}
	checkFamilies(t, m)
	assert.Greater(t, m.Total().RawLeaks, 1500, "texts that would have leaked: if there are none, nothing was proven")
}

// checkFamilies checks the statements of rows about families of clients: a client of the
// family met the fault, or returned no error. If the row has a reason for another right
// answer, the client got that answer.
func checkFamilies(t *testing.T, m matrix.Matrix) {
	t.Helper()
	for _, row := range m.Rows() {
		for family, want := range row.Fault.For {
			outcomes := []conformance.Verdict{conformance.Passed, conformance.Accepted}
			// It is random when the deadline meets the reader, which continues without end.
			if want.Reason != "" && family != "google/gcs-reader" {
				outcomes = outcomes[:1]
			}
			assert.True(t, met(m, row, family, outcomes...), "%s: no client returns the answer that it expects of %s", row.Fault.Name, family)
		}
		for family := range row.Fault.Silent {
			assert.True(t, met(m, row, family, conformance.Silent), "%s: %s is not silent", row.Fault.Name, family)
		}
		for family := range row.Fault.Endless {
			assert.True(t, met(m, row, family, conformance.Passed, conformance.Accepted), "%s: no client of %s meets its expected answer", row.Fault.Name, family)
		}
	}
}

// met reports whether a client of the family ended in one of the outcomes.
func met(m matrix.Matrix, row matrix.Row, family string, outcomes ...conformance.Verdict) bool {
	for i, c := range row.Cells {
		client := m.Reports[i].Client
		if (client == family || strings.HasPrefix(client, family+"/")) && c.Ran && slices.Contains(outcomes, c.Outcome) {
			return true
		}
	}
	return false
}

func checkReport(t *testing.T, report conformance.SuiteReport) {
	t.Helper()
	for _, f := range report.Findings() {
		assert.Fail(t, f.String())
	}
	for _, r := range report.Faults {
		if r.Outcome != conformance.Passed && r.Outcome != conformance.Failed {
			assert.NotEmpty(t, r.Reason, "%s is %s", r.Name, r.Outcome)
		}
	}
	assert.Greater(t, report.Count(conformance.Passed), len(conformance.Laws()), "checks besides the laws")
}
