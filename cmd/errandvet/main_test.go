package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build builds the command and returns its path.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "errandvet")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return bin
}

// run runs a command on the analyzers' test data, and returns its standard error and exit code.
func run(t *testing.T, dir, name string, args ...string) (stderr string, code int) {
	t.Helper()
	data, err := filepath.Abs("internal/suite/testdata")
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	if dir == "" {
		cmd.Dir = filepath.Join(data, "src")
		cmd.Env = append(os.Environ(), "GOPATH="+data, "GO111MODULE=off", "GOFLAGS=", "GOWORK=off")
	} else {
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	}
	_, err = cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok { //nolint:errorlint // Output returns it as it is
		return string(exit.Stderr), exit.ExitCode()
	}
	require.NoError(t, err)
	return "", 0
}

func TestExitCodes(t *testing.T) {
	bin := build(t)
	tests := map[string]struct {
		name string
		args []string
		want int
		says string
	}{
		"a package that is not there":  {bin, []string{"./example.com/nowhere"}, 1, ""},
		"a sink that is not one":       {bin, []string{"-modelsink.sinks=x", "./example.com/chat"}, 2, "is not a sink"},
		"go vet, nothing found":        {"go", []string{"vet", "-vettool=" + bin, "./example.com/chat"}, 0, ""},
		"go vet, something found":      {"go", []string{"vet", "-vettool=" + bin, "./example.com/gosdk"}, 1, "reaches a model through"},
		"go vet, what facts are about": {"go", []string{"vet", "-vettool=" + bin, "./example.com/mcpgo"}, 1, "mcpgo.go:38:33: text of os.Open reaches a model"},
		"go vet, a sink of one's own":  {"go", []string{"vet", "-vettool=" + bin, "-modelsink.sinks=example.com/chat.Send(1)", "./example.com/own"}, 1, "through chat.Send"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			stderr, code := run(t, "", tt.name, tt.args...)
			assert.Equal(t, tt.want, code, stderr)
			assert.Contains(t, stderr, tt.says)
		})
	}
}

// The use of errand is determined by go.mod, also for packages that do not import it.
func TestModules(t *testing.T) {
	bin := build(t)
	sdk, err := filepath.Abs("internal/suite/testdata/src/github.com/mark3labs/mcp-go")
	require.NoError(t, err)
	const errand = "require github.com/errand-go/errand v0.0.0\n"
	tests := map[string]struct {
		requires       string
		reports, lacks []string
	}{
		"without errand":      {"", []string{"modelsink.go"}, []string{"toolerr"}},
		"errand":              {errand, []string{"the error of a tool", "toolerr.Errorf"}, nil},
		"errand's middleware": {errand + "require github.com/errand-go/errand/integrations/mcpgotools v0.0.0\n", []string{"toolerr.Errorf"}, []string{"the error of a tool"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			source, err := os.ReadFile(filepath.Join(sdk, "mcp/mcp.go"))
			require.NoError(t, err)
			write("sdk/go.mod", "module github.com/mark3labs/mcp-go\n")
			write("sdk/mcp/mcp.go", string(source))
			write("errand/go.mod", "module github.com/errand-go/errand\n")
			write("middleware/go.mod", "module github.com/errand-go/errand/integrations/mcpgotools\n")
			write("go.mod", "module example.com/server\n\ngo 1.25.0\n\nrequire github.com/mark3labs/mcp-go v0.0.0\n"+tt.requires+
				"replace github.com/mark3labs/mcp-go => ./sdk\nreplace github.com/errand-go/errand => ./errand\nreplace github.com/errand-go/errand/integrations/mcpgotools => ./middleware\n")
			write("modelsink.go", `package server

import (
	"context"
	"errors"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("x"); err != nil {
		return nil, err
	}
	return nil, errors.New("no")
}
`)
			stderr, code := run(t, dir, bin, ".")
			assert.Equal(t, 3, code, stderr)
			for _, says := range tt.reports {
				assert.Contains(t, stderr, says)
			}
			for _, lacks := range tt.lacks {
				assert.NotContains(t, stderr, lacks)
			}
		})
	}
}
