package cli_test

import (
	"bytes"
	"fmt"
	"strings"
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

// TestMatrixIsWhole runs the command with every fault.
func TestMatrixIsWhole(t *testing.T) {
	stdout, stderr, code := matrixOf(nil)
	require.Equal(t, cli.ExitOK, code, stderr)
	assert.NotContains(t, stderr, "WRONG")
	for _, s := range clients.Suites() {
		assert.Contains(t, stdout, "  "+s.Client+"\n")
	}
	var leaks, paths int
	_, totals, _ := strings.Cut(stdout, "raw errors leaking secrets or content: ")
	_, err := fmt.Sscanf(totals, "%d (%d more", &leaks, &paths)
	require.NoError(t, err, stdout)
	assert.Greater(t, leaks+paths, 700, "if nothing would have leaked, nothing was proven")
	assert.Contains(t, stdout, " 0 wrong\n")
	assert.Contains(t, stdout, "\npayloads leaking: 0\n")
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
