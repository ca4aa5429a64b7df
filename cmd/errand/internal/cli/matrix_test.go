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

func TestMatrix(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{"text", []string{"--fault", "status-404,status-410"}, cli.ExitOK, "status-404  ✓ ✓ ✓ ✓ ✓\n", "5/5 retryablehttp/default"},
		{"JSON", []string{"--fault", "status-404", "--json"}, cli.ExitOK, `"fault/status-404"`, "1/5 net/http "},
		{"a fault misspelt", []string{"--fault", "429-detla"}, cli.ExitUsage, "", `no fault is called "429-detla"; did you mean 429-delta?`},
		{"no such flag", []string{"--pdf", "x"}, cli.ExitUsage, "", "flag provided but not defined: -pdf"},
		{"an argument", []string{"429-delta"}, cli.ExitUsage, "", "matrix --fault 429-delta"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := matrixOf(nil, tt.args...)
			assert.Equal(t, tt.code, code, stderr)
			assert.Contains(t, stdout, tt.stdout)
			assert.Contains(t, stderr, tt.stderr)
			assert.Empty(t, faults.Planted().FindCredentials(stdout+stderr))
			if tt.code != cli.ExitOK {
				assert.Empty(t, stdout)
			}
		})
	}
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
	code := cli.RunMatrix([]conformance.Suite{suite}, "status-404", &out, &progress)
	assert.Equal(t, cli.ExitFailed, code)
	assert.Contains(t, out.String(), "status-404  ✗")
	assert.Contains(t, progress.String(), "1 of 1 answers are wrong, and 0 of 21 laws are broken")
}
