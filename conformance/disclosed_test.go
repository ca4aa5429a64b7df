package conformance_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// An adapter that reads another place than the refused one fails the fault.
func TestAWrongProblemUnderAFaultIsFound(t *testing.T) {
	for field, outcome := range map[string]conformance.Verdict{"size": conformance.Passed, "name": conformance.Failed} {
		s := storeSuite("refused-jsonapi")
		s.Adapter = spoiled{store{}, func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithFindings(toolerr.Finding{Fields: []string{field}}))
		}}
		got := result(t, s)
		require.Equal(t, outcome, got.Outcome, "%v", got.Findings)
		if outcome == conformance.Failed {
			assert.Contains(t, got.Findings[0].String(), "/name has an invalid value")
		}
		assert.Len(t, got.Disclosed.Findings, 1)
	}
}
