package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bin is the path of the command, which TestMain builds once.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "errandvet")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	bin = filepath.Join(dir, "errandvet")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin, ".").CombinedOutput(); err != nil {
		panic(string(out))
	}
	m.Run()
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
	tests := map[string]struct {
		name string
		args []string
		want int
		says string
	}{
		"a package that is not there":  {bin, []string{"./example.com/nowhere"}, 1, ""},
		"a sink that is not one":       {bin, []string{"-modelsink.sinks=x", "./example.com/chat"}, 2, "is not a sink"},
		"a sink of no package":         {bin, []string{"-modelsink.sinks", "example.com/chatt.Send(1)", "./example.com/own"}, 2, "no package here is or imports example.com/chatt"},
		"a misspelt sink":              {bin, []string{"-modelsink.sinks=example.com/chat.Sent(1)", "./example.com/own"}, 1, "package example.com/chat has no Sent"},
		"go vet, nothing found":        {"go", []string{"vet", "-vettool=" + bin, "./example.com/chat"}, 0, ""},
		"go vet, something found":      {"go", []string{"vet", "-vettool=" + bin, "./example.com/gosdk"}, 1, "reaches a model through"},
		"go vet, what facts are about": {"go", []string{"vet", "-vettool=" + bin, "./example.com/mcpgo"}, 1, "mcpgo.go:39:33: text of os.Open reaches a model"},
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

// A fix is judged by what the fixed program tells, with errand itself. What is left is
// reported afterwards.
func TestFix(t *testing.T) {
	const secret = "sk-live-4242"
	upstream := `package upstream

type Error struct{ Body []byte }

func (e *Error) Error() string { return "refused: " + string(e.Body) }

func Call() error { return &Error{[]byte("` + secret + `")} }
`
	server := `package main

import (
	"context"
	"errors"
	"fmt"

	"example.com/upstream"
	"github.com/mark3labs/mcp-go/mcp"
)

func main() {
	for _, tool := range []func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error){remove, rename} {
		result, _ := tool(context.Background(), mcp.CallToolRequest{})
		fmt.Printf("%v %+v\n", result.IsError, result.Content)
	}
}

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := upstream.Call(); err != nil {
		return handle(err), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

func rename(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := upstream.Call(); err != nil {
		return FIX, nil
	}
	return mcp.NewToolResultText("renamed"), nil
}

func handle(err error) *mcp.CallToolResult {
	var e *upstream.Error
	if errors.As(err, &e) {
		return failed(string(e.Body))
	}
	return failed(err.Error())
}

func failed(text string) *mcp.CallToolResult { return mcp.NewToolResultError(text) }
`
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	tests := map[string]struct {
		call, helper string // a call, and the function in another package that it calls
		left         int
	}{
		"a helper of the package":          {"handle(err)", "", 0},
		"an error that errand has wrapped": {`helper.Show(toolerr.Errorf("cannot rename: %w", err))`, helperThatShows, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newModule(t, "require (\n\texample.com/upstream v0.0.0\n\tgithub.com/errand-go/errand v0.0.0\n)\nreplace example.com/upstream => ./upstream\nreplace github.com/errand-go/errand => "+root+"\n")
			m.write(t, "go.sum", string(sums))
			m.write(t, "upstream/go.mod", "module example.com/upstream\n\ngo 1.26.0\n")
			m.write(t, "upstream/upstream.go", upstream)
			source := strings.Replace(server, "FIX", tt.call, 1)
			if tt.helper != "" {
				m.write(t, "helper/helper.go", tt.helper)
				source = strings.Replace(source, "import (", "import (\n\t\"example.com/server/helper\"\n\t\"github.com/errand-go/errand/toolerr\"", 1)
			}
			m.write(t, "main.go", source)
			require.Contains(t, m.output(t), secret)
			stderr, code := run(t, m.dir, bin, "-fix", "./...")
			assert.Equal(t, tt.left, code, stderr)
			output := m.output(t)
			assert.NotContains(t, strings.Split(output, "\n")[0], secret)
			if tt.left == 0 {
				assert.NotContains(t, output, secret)
			} else {
				assert.Contains(t, output, secret)
				assert.Contains(t, stderr, "main.go:30:22: text of upstream.Call reaches a model", "what still flows is reported")
			}
		})
	}
}

const helperThatShows = `package helper

import (
	"errors"

	"example.com/upstream"
	"github.com/mark3labs/mcp-go/mcp"
)

func Show(err error) *mcp.CallToolResult {
	var e *upstream.Error
	if errors.As(err, &e) {
		return mcp.NewToolResultError(string(e.Body))
	}
	return mcp.NewToolResultError("failed")
}
`

// A module is a server with mcp-go in a folder of its own.
type module struct{ dir string }

func newModule(t *testing.T, requires string) module {
	t.Helper()
	m := module{t.TempDir()}
	source, err := os.ReadFile("internal/suite/testdata/src/github.com/mark3labs/mcp-go/mcp/mcp.go")
	require.NoError(t, err)
	m.write(t, "sdk/go.mod", "module github.com/mark3labs/mcp-go\n\ngo 1.26.0\n")
	m.write(t, "sdk/mcp/mcp.go", string(source))
	m.write(t, "go.mod", "module example.com/server\n\ngo 1.26.0\n\nrequire github.com/mark3labs/mcp-go v0.0.0\nreplace github.com/mark3labs/mcp-go => ./sdk\n"+requires)
	return m
}

func (m module) write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(m.dir, name)), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o600))
}

// output runs the module's program.
func (m module) output(t *testing.T) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// The use of errand is determined by go.mod, also for packages that do not import it.
func TestModules(t *testing.T) {
	const errand = "require github.com/errand-go/errand v0.0.0\nreplace github.com/errand-go/errand => ./errand\n"
	tests := map[string]struct {
		requires       string
		reports, lacks []string
	}{
		"without errand":      {"", []string{"modelsink.go"}, []string{"toolerr"}},
		"errand":              {errand, []string{"the error of a tool", "toolerr.Errorf"}, nil},
		"errand's middleware": {errand + "require github.com/errand-go/errand/integrations/mcpgotools v0.0.0\nreplace github.com/errand-go/errand/integrations/mcpgotools => ./middleware\n", []string{"toolerr.Errorf"}, []string{"the error of a tool"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newModule(t, tt.requires)
			m.write(t, "errand/go.mod", "module github.com/errand-go/errand\n")
			m.write(t, "middleware/go.mod", "module github.com/errand-go/errand/integrations/mcpgotools\n")
			m.write(t, "modelsink.go", `package server

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
			stderr, code := run(t, m.dir, bin, ".")
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
