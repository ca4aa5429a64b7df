package mcptools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/mcptools"
)

// npm runs the official tools, in the versions of testdata/js/package.json.
type npm struct{ node, dir string }

// install is the command that installs them.
const install = "npm ci --ignore-scripts --prefix integrations/mcptools/testdata/js (npm: apt-get install npm)"

// official returns the official tools. Without them, it calls testenv.Missing.
func official(t *testing.T) npm {
	t.Helper()
	dir, err := filepath.Abs("testdata/js")
	require.NoError(t, err)
	var pinned struct{ Dependencies map[string]string }
	readJSON(t, filepath.Join(dir, "package.json"), &pinned)
	require.NotEmpty(t, pinned.Dependencies)
	for name, version := range pinned.Dependencies {
		version = version[strings.LastIndex(version, "@")+1:] // for an alias, npm:name@version
		manifest := filepath.Join(dir, "node_modules", name, "package.json")
		if _, err := os.Stat(manifest); err != nil {
			testenv.Missing(t, name+" "+version, install)
		}
		var have struct{ Version string }
		readJSON(t, manifest, &have)
		if have.Version != version {
			testenv.Missing(t, name+" "+version+" in place of "+have.Version, install)
		}
	}
	// Debian's node is too old for some of them; the npm packages contain one.
	found, err := filepath.Glob(filepath.Join(dir, "node_modules", "node-*", "bin", "node"))
	require.NoError(t, err)
	if len(found) > 0 {
		return npm{found[0], dir}
	}
	return npm{testenv.Command(t, "node", "nodejs"), dir}
}

func readJSON(t *testing.T, path string, v any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, v))
}

// ran has the output of a script, and its exit status.
type ran struct {
	stdout, stderr string
	status         int
}

// run runs a script.
func (n npm) run(t *testing.T, env []string, script string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, n.node, append([]string{filepath.Join(n.dir, script)}, args...)...)
	// The personal settings are not used, and files that the tools write are removed.
	cmd.Env = append(os.Environ(), append(env, "HOME="+t.TempDir(), "NO_COLOR=1")...)
	cmd.Dir = t.TempDir()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if !errors.As(err, new(*exec.ExitError)) {
		require.NoError(t, err)
	}
	return ran{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// answer is a line of client.mjs.
type answer struct {
	Result struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent any
		Meta              map[string]any `json:"_meta"`
	}
	Error *struct {
		Code    any
		Message string
	}
}

func (n npm) call(t *testing.T, env []string, which, target string, calls ...[2]any) []answer {
	t.Helper()
	got := n.run(t, env, "client.mjs", which, target, encoded(t, calls))
	require.Zero(t, got.status, got.stderr)
	var all []answer
	for line := range strings.Lines(got.stdout) {
		var a answer
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		all = append(all, a)
	}
	require.Len(t, all, len(calls))
	return all
}

// The official clients give a model the payload, even if the tool declares an output
// schema, and the server survives a panic.
func TestTypeScript(t *testing.T) {
	n := official(t)
	self, err := os.Executable()
	require.NoError(t, err)
	asServer := []string{roleVariable + "=server"}
	url := overHTTP(t, newServer(middleware(adapters.Default())))
	for _, which := range []string{"sdk", "client"} {
		for transport, target := range map[string]string{"stdio": self, "streamable HTTP": url} {
			t.Run(which+" over "+transport, func(t *testing.T) {
				got := n.call(
					t, asServer, which, target,
					[2]any{"panic", map[string]any{}},
					[2]any{"limited", map[string]any{}},
					[2]any{"order", map[string]any{"item": 7, "count": 0}},
					[2]any{"nosuch", map[string]any{}},
					[2]any{"add", map[string]any{"a": 40, "b": 2}},
				)
				more := []map[string]any{{}, {}, {"problems": []any{ // the text has every other member
					map[string]any{"path": "/count", "problem": "must be at least 1", "rule": "too_small", "limit": "1"},
					map[string]any{"path": "/item", "problem": "has the wrong type; it must be string, not number", "rule": "wrong_type", "allowed": []any{"string"}},
				}}}
				for i, kind := range []string{"TOOL_RUNTIME_FATAL", "UPSTREAM_RUNTIME_RATE_LIMIT", "TOOL_RUNTIME_BAD_INPUT_VALUE"} {
					require.Nil(t, got[i].Error)
					assert.True(t, got[i].Result.IsError)
					require.Len(t, got[i].Result.Content, 1)
					var p map[string]any
					require.NoError(t, json.Unmarshal([]byte(got[i].Result.Content[0].Text), &p))
					assert.Equal(t, kind, p["kind"])
					assert.Equal(t, more[i], got[i].Result.Meta[mcptools.MetaKey])
				}
				require.NotNil(t, got[3].Error)
				assert.EqualValues(t, -32602, got[3].Error.Code)
				require.Nil(t, got[4].Error)
				assert.Equal(t, map[string]any{"total": 42.0}, got[4].Result.StructuredContent)
			})
		}
	}
}

// The official clients follow a challenge with the author's metadata and scopes, and are
// asked to open the author's page. A refusal of the server's key asks for nothing. They are also
// the clients of the MCP Inspector: of version 1 (1.0.3) "sdk", of version 2 (2.12.0) "client".
func TestTypeScriptSignsIn(t *testing.T) {
	n := official(t)
	signIn := mcptools.SignIn{Page: func(context.Context, string, string) string { return "https://mcp.example/sign-in" }}
	server := accessServer(new(atomic.Bool), mcptools.WithSignIn(&signIn))
	srv := httptest.NewServer(signIn.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)))
	t.Cleanup(srv.Close)
	for _, which := range []string{"sdk", "client"} {
		for call, want := range map[string]string{
			"expired": "scope=files%3Aread+files%3Awrite", "scope": "scope=files%3Aread+files%3Awrite",
			"expired opens": `{"open":"https://mcp.example/sign-in"}`, "own": `{"result":{`,
		} {
			t.Run(which+" "+call, func(t *testing.T) {
				got := n.run(t, nil, "signin.mjs", append([]string{which, srv.URL}, strings.Fields(call)...)...)
				require.Zero(t, got.status, got.stderr)
				assert.Contains(t, got.stdout, want)
				assert.NotContains(t, got.stdout, "canary")
			})
		}
	}
}
