package clients_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/matrix"
)

// Every client of the root module runs with every fault, and the results of httpadapter are
// checked.
func TestCompleteConformanceOfRootClients(t *testing.T) {
	all := clients.Suites()
	m := matrix.Matrix{Reports: make([]conformance.SuiteReport, len(all))}
	t.Run("client", func(t *testing.T) {
		for i, s := range all {
			t.Run(s.Client, func(t *testing.T) {
				t.Parallel()
				report, err := s.Report(t.Context())
				require.NoError(t, err)
				for _, f := range report.Findings() {
					assert.Fail(t, f.String())
				}
				assert.Len(t, report.Faults, len(faults.All()))
				assert.Greater(t, report.Count(conformance.Passed), 170)
				assert.Less(t, report.Count(conformance.Accepted), 20, "answers that are not the best one")
				m.Reports[i] = report
			})
		}
	})
	checkProblems(t, m)
	for _, row := range m.Rows() {
		if len(row.Fault.Missing(all[0].Have...)) > 0 {
			continue
		}
		for i, c := range row.Cells {
			assert.NotEqual(t, conformance.Skipped, c.Outcome, "%s, %s: %s", m.Reports[i].Client, row.Fault.Name, c.Reason)
		}
	}
	assert.Greater(t, m.Total().RawLeaks, 300, "texts that would have leaked: if there are none, nothing was proven")
}

// checkProblems checks that a model reads what to fix: these clients keep the body of a
// response. The kit checks that it reads nothing else.
func checkProblems(t *testing.T, m matrix.Matrix) {
	t.Helper()
	for _, row := range m.Rows() {
		for i, c := range row.Cells {
			read := c.Disclosed != nil && len(c.Disclosed.Findings) > 0
			wanted := row.Fault.Arguments != nil
			assert.Equal(t, wanted, read, "%s, %s", m.Reports[i].Client, row.Fault.Name)
		}
	}
}
