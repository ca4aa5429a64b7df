package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime"
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
		{"a page", []string{"--fault", "status-404", "--html", "-", "--client", "net/http"}, cli.ExitOK, "<!doctype html>", "1/2 net/http "},
		{"one fault", []string{"--fault", "429-delta", "--client", "*/bare"}, cli.ExitOK, "✓ net/http/bare: right\n  raw error  GET http://", "1/1 net/http/bare"},
		{"no such adapter", []string{"--adapter", "stripe"}, cli.ExitUsage, "", "there are _http"},
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

func TestMatrixInColours(t *testing.T) {
	stdout, _, code := matrixOf([]string{"CLICOLOR_FORCE=1"}, "--fault", "status-404,status-410", "--client", "net/http/bare")
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, stdout, "status-404  \x1b[32m✓\x1b[0m\n")
	stdout, _, _ = matrixOf([]string{"CLICOLOR_FORCE=1"}, "--fault", "status-404", "--markdown", "-")
	assert.NotContains(t, stdout, "\x1b")
}

// The exit code is 1, and the findings are printed.
func TestMatrixThatIsWrong(t *testing.T) {
	suite := clients.Suites()[0]
	suite.Wants = map[string]conformance.Want{"fault/status-404": {Kind: "TOOL_RUNTIME_RETRY", Reason: "a want that nobody has"}}
	var out, progress bytes.Buffer
	code := cli.RunMatrix([]conformance.Suite{suite}, "status-404", &out, &progress)
	assert.Equal(t, cli.ExitFailed, code)
	assert.Contains(t, out.String(), "✗ net/http: wrong")
	assert.Contains(t, progress.String(), "1 of 1 answers are wrong, and 0 of 20 laws are broken")
}

// After Ctrl-C the matrix prints the results so far, with the exit code that shells expect.
func TestMatrixInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // Ctrl-C cannot be sent to one process
	}
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self, "matrix", "--json", "-")
	cmd.Env = append(os.Environ(), actAsCommand+"=1")
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	progress := bufio.NewReader(stderr)
	first, err := progress.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, first, "1/5 net/http ")
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(progress)
	require.NoError(t, err)
	_ = cmd.Wait()
	assert.Equal(t, cli.ExitInterrupted, cmd.ProcessState.ExitCode())
	assert.Contains(t, flat(string(rest)), "errand: interrupted: 1 of 5 clients are done")
	var got struct{ Reports []conformance.SuiteReport }
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &got))
	require.Len(t, got.Reports, 1)
	assert.Equal(t, "net/http", got.Reports[0].Client)
}
