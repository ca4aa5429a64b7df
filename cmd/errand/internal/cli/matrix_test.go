package cli_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/cli"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// matrixOf runs `errand matrix` and returns its output, and its exit code.
func matrixOf(env []string, args ...string) (stdout, stderr string, code int) {
	var out, progress bytes.Buffer
	code = cli.Run(append([]string{"matrix"}, args...), nil, &out, &progress, env)
	return out.String(), progress.String(), code
}

// TestMatrixIsWhole runs the command with every fault, and reads the JSON back.
func TestMatrixIsWhole(t *testing.T) {
	stdout, stderr, code := matrixOf(nil, "--json")
	require.Equal(t, cli.ExitOK, code, stderr)
	assert.NotContains(t, stderr, "WRONG")

	var got struct {
		Total struct {
			Passed, Failed int
			RawLeaks       int `json:"raw_leaks"`
			RawPaths       int `json:"raw_paths"`
			PayloadLeaks   int `json:"payload_leaks"`
		}
		Reports []conformance.SuiteReport
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	require.Len(t, got.Reports, len(clients.Suites()))
	for i, s := range clients.Suites() {
		assert.Equal(t, s.Client, got.Reports[i].Client)
		assert.Len(t, got.Reports[i].Faults, len(faults.All()), "every fault through every client")
	}
	assert.Zero(t, got.Total.Failed)
	assert.Zero(t, got.Total.PayloadLeaks)
	assert.Greater(t, got.Total.RawLeaks+got.Total.RawPaths, 700, "if nothing would have leaked, nothing was proven")

	assert.Empty(t, faults.Planted().FindCredentials(stdout))
}

// The exit code is 1, and the findings are printed.
func TestMatrixThatIsWrong(t *testing.T) {
	suite := clients.Suites()[0]
	suite.Wants = map[string]conformance.Want{"fault/status-404": {Kind: "TOOL_RUNTIME_RETRY", Reason: "a want that nobody has"}}
	var out, progress bytes.Buffer
	suite.Only = func(fault string) bool { return fault == "status-404" }
	suite.Skip = map[string]string{"law/rows": "only one of the faults is run"}
	code := cli.RunMatrix([]conformance.Suite{suite}, &out, &progress)
	assert.Equal(t, cli.ExitFailed, code)
	assert.Contains(t, out.String(), "status-404  ✗")
	assert.Contains(t, progress.String(), "1 of 1 answers are wrong, and 0 of 21 laws are broken")
}
