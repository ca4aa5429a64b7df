package mcpgotools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/mcpgotools"
)

// official returns the folder of the official TypeScript clients, in the versions of
// mcptools.
func official(t *testing.T) (node, dir string) {
	t.Helper()
	dir, err := filepath.Abs("../mcptools/testdata/js")
	require.NoError(t, err)
	for _, name := range []string{"sdk", "client"} {
		if _, err := os.Stat(filepath.Join(dir, "node_modules/@modelcontextprotocol", name, "package.json")); err != nil {
			testenv.Missing(t, "the official MCP clients", "npm ci --ignore-scripts --prefix integrations/mcptools/testdata/js (npm: apt-get install npm)")
		}
	}
	// Debian's node is too old for some of them; the npm packages contain one.
	found, err := filepath.Glob(filepath.Join(dir, "node_modules", "node-*", "bin", "node"))
	require.NoError(t, err)
	if len(found) > 0 {
		return found[0], dir
	}
	return testenv.Command(t, "node", "nodejs"), dir
}

// The official clients give a model the payload, and the server survives a panic.
func TestTypeScript(t *testing.T) {
	node, dir := official(t)
	self, err := os.Executable()
	require.NoError(t, err)
	address := endpoint(t, newServer(guard()))
	calls, err := json.Marshal([][2]any{
		{"panic", map[string]any{}}, {"limited", map[string]any{}}, {"missing", map[string]any{"count": 1}}, {"echo", map[string]any{"item": "tea"}},
	})
	require.NoError(t, err)
	for _, which := range []string{"sdk", "client"} {
		for transport, target := range map[string]string{"stdio": self, "streamable HTTP": address} {
			t.Run(which+" over "+transport, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				cmd := exec.CommandContext(ctx, node, filepath.Join(dir, "client.mjs"), which, target, string(calls))
				cmd.Env = append(os.Environ(), roleVariable+"=server", "HOME="+t.TempDir())
				var errs bytes.Buffer
				cmd.Stderr = &errs
				out, err := cmd.Output()
				require.NoError(t, err, errs.String())
				type result struct {
					IsError bool
					Content []struct{ Text string }
					Meta    map[string]any `json:"_meta"`
				}
				var got []result
				for line := range strings.Lines(string(out)) {
					var a struct{ Result *result }
					require.NoError(t, json.Unmarshal([]byte(line), &a))
					require.NotNil(t, a.Result, line)
					got = append(got, *a.Result)
				}
				require.Len(t, got, 4)
				for i, kind := range []string{"TOOL_RUNTIME_FATAL", "UPSTREAM_RUNTIME_RATE_LIMIT", "TOOL_RUNTIME_BAD_INPUT_VALUE"} {
					assert.True(t, got[i].IsError)
					require.Len(t, got[i].Content, 1)
					var p map[string]any
					require.NoError(t, json.Unmarshal([]byte(got[i].Content[0].Text), &p))
					assert.Equal(t, kind, p["kind"])
					assert.Equal(t, p, got[i].Meta[mcpgotools.MetaKey])
				}
				assert.Equal(t, "tea", got[3].Content[0].Text)
			})
		}
	}
}
