package toolerr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// logged is the JSON that a handler writes for the attribute err.
func logged(t *testing.T, err any, opts *slog.HandlerOptions) map[string]any {
	t.Helper()
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, opts)).Error("failed", "err", err)
	var line map[string]any
	require.NoError(t, json.Unmarshal(b.Bytes(), &line))
	group, ok := line["err"].(map[string]any)
	require.True(t, ok, b.String())
	return group
}

func TestLogValue(t *testing.T) {
	tests := map[string]struct {
		err  *toolerr.ToolRuntimeError
		want map[string]any
	}{
		"little": {
			toolerr.Fatal(say),
			map[string]any{
				"kind": "TOOL_RUNTIME_FATAL", "class": "fatal", "message": "It did not work.", "can_retry": false,
				"dev": map[string]any{"message": "It did not work."},
			},
		},
		"everything": {
			everything(toolerr.WithCause(fmt.Errorf("a: %w", &vendorError{"E1"}))),
			map[string]any{
				"kind": "TOOL_RUNTIME_BAD_INPUT_VALUE", "class": "invalid_input", "message": "It did not work.", "can_retry": true,
				"retry_after": float64(1500 * time.Millisecond), "status": 422., "service": "_acme", "vendor_code": "row_locked",
				"request_id": "req-77",
				"dev": map[string]any{
					"message":     "row 8841 is locked",
					"cause_types": []any{"*fmt.wrapError", "*toolerr_test.vendorError"},
					"stack":       "goroutine 1 [running]:\nmain.main()",
				},
			},
		},
		"a code nobody lists": {
			toolerr.Fatal(say, toolerr.WithVendorCode("row 8841")),
			map[string]any{
				"kind": "TOOL_RUNTIME_FATAL", "class": "fatal", "message": "It did not work.", "can_retry": false,
				"vendor_code": "row 8841", "dev": map[string]any{"message": "It did not work."},
			},
		},
		"the types in the causes of causes": {
			toolerr.Fatal(say, toolerr.WithCause(toolerr.Fatal(say, toolerr.WithCause(&vendorError{"E1"})))),
			map[string]any{
				"kind": "TOOL_RUNTIME_FATAL", "class": "fatal", "message": "It did not work.", "can_retry": false,
				"dev": map[string]any{
					"message":     "It did not work.\nvendor: E1",
					"cause_types": []any{"*toolerr.ToolRuntimeError", "*toolerr_test.vendorError"},
				},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, logged(t, tt.err, nil))
			assert.Equal(t, tt.want, logged(t, *tt.err, nil), "a value is logged as a pointer is")
		})
	}
}

func TestLogValueOrder(t *testing.T) {
	var keys []string
	for _, attr := range everything().LogValue().Group() {
		keys = append(keys, attr.Key)
	}
	assert.Equal(t, []string{
		"kind", "class", "message", "can_retry", "retry_after", "status", "service", "vendor_code", "request_id", "dev",
	}, keys)
}

func TestLogValueIsBounded(t *testing.T) {
	e := toolerr.Fatal(say, toolerr.WithCause(chain(errMine, 200)), toolerr.WithStack(bytes.Repeat([]byte("frame\n"), 100_000)),
		toolerr.WithRequestID(strings.Repeat("r", 1<<20)), toolerr.WithVendorCode(strings.Repeat("c", 1<<20)))
	group := logged(t, e, nil)
	dev, _ := group["dev"].(map[string]any)
	assert.Len(t, dev["cause_types"], 16)
	assert.LessOrEqual(t, len(dev["stack"].(string)), 8<<10)
	assert.Greater(t, len(dev["stack"].(string)), 8<<10-8, "what may be shown of a stack is shown")
	assert.LessOrEqual(t, len(group["request_id"].(string)), 256)
	assert.LessOrEqual(t, len(group["vendor_code"].(string)), 256)
}

// A handler drops what is for developers by the name of the group.
func TestDevCanBeDropped(t *testing.T) {
	e := everything()
	// ReplaceAttr is not called for groups, only for their members.
	byMember := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) > 0 && groups[len(groups)-1] == "dev" {
			return slog.Attr{}
		}
		return a
	}}
	assert.Contains(t, logged(t, e, nil), "dev")
	got := logged(t, e, byMember)
	assert.NotContains(t, got, "dev")
	assert.Equal(t, "It did not work.", got["message"], "the agent's message stays")

	t.Run("by a handler of one's own", func(t *testing.T) {
		var b bytes.Buffer
		slog.New(dropDev{slog.NewJSONHandler(&b, nil)}).Error("failed", "err", e)
		assert.Contains(t, b.String(), "It did not work.")
		assert.NotContains(t, b.String(), "row 8841 is locked")
		assert.NotContains(t, b.String(), "dev")
	})
}

// dropDev is a handler that leaves out every group named dev.
type dropDev struct{ slog.Handler }

func (h dropDev) Handle(ctx context.Context, r slog.Record) error {
	kept := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		if v := a.Value.Resolve(); v.Kind() == slog.KindGroup {
			var members []any
			for _, m := range v.Group() {
				if m.Key != "dev" {
					members = append(members, m)
				}
			}
			a = slog.Group(a.Key, members...)
		}
		kept.AddAttrs(a)
		return true
	})
	return h.Handler.Handle(ctx, kept)
}
