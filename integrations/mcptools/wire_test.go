package mcptools_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// The encoded payloads are valid for docs/payload.schema.json by ajv, and for
// docs/payload.d.ts by the TypeScript compiler.
func TestWire(t *testing.T) {
	n := official(t)
	docs, err := filepath.Abs("../../docs")
	require.NoError(t, err)
	types, err := os.ReadFile(filepath.Join(docs, "payload.d.ts"))
	require.NoError(t, err)
	assert.Contains(t, string(types), `metaKey: "`+mcptools.MetaKey+`"`)

	number := toolerr.Int(1)
	resolved := toolerr.WithResolution(toolerr.Resolution{
		Call: "a call", Upstream: toolerr.Msg("limit is over 100"),
		Problems: []toolerr.Problem{toolerr.RuleUnknown.Problem("", toolerr.Detail{Names: []toolerr.Arg{number}, Word: number, Beside: number, At: toolerr.Position{Line: 1}})},
	})
	everything := []toolerr.Option{
		toolerr.WithCanRetry(true), toolerr.WithRetryAfter(time.Second), toolerr.WithStatus(429), toolerr.WithService("_acme"), toolerr.WithNote(note.Code("slow_down")),
		toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg("Use a smaller page.")), resolved,
	}
	right := []any{
		toolerr.Result(nil, nil), toolerr.Result([]int{1}, nil), toolerr.Result(map[string]any{"kind": 1}, nil), toolerr.Result(map[string]any{"n": 1}, nil),
	}
	for _, kind := range toolerr.Kinds() {
		full := toolerr.New(kind, toolerr.Message{}, everything...).Payload()
		right = append(right, toolerr.New(kind, toolerr.Message{}).Payload(), full, full.WithParts())
	}
	for _, code := range toolerr.Codes() {
		right = append(right, toolerr.Result(map[string]any{"n": 1}, toolerr.Fatal(toolerr.Msg("It did not work."), toolerr.WithCode(code))))
	}
	wrong := []any{
		map[string]any{"success": true},
		map[string]any{"success": true, "error": "x"},
		map[string]any{"success": false, "error": "x", "error_code": "not_found", "kind": "UPSTREAM_RUNTIME_NOT_FOUND"},
		map[string]any{"success": false, "error": "x", "error_code": "slow", "kind": "UPSTREAM_RUNTIME_NOT_FOUND", "can_retry": false},
		map[string]any{"success": false, "error": "x", "error_code": "not_found", "kind": "LOST", "can_retry": false},
		map[string]any{"success": false, "error": "x", "error_code": "not_found", "kind": "UPSTREAM_RUNTIME_NOT_FOUND", "can_retry": false, "problems": []any{"x"}},
	}

	var lines []string
	for _, payload := range append(right, wrong...) {
		lines = append(lines, encoded(t, payload))
	}
	file := filepath.Join(t.TempDir(), "payloads")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600))
	got := n.run(t, nil, "wire.mjs", docs, file)
	require.Zero(t, got.status, got.stderr)
	verdicts := strings.Split(strings.TrimSpace(got.stdout), "\n")
	require.Len(t, verdicts, len(lines))
	for i, line := range lines {
		want := `{"schema":true,"types":true}`
		if i >= len(right) {
			want = `{"schema":false,"types":false}`
		}
		assert.Equal(t, want, verdicts[i], line)
	}
}
