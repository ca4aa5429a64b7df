package toolerr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// logged returns the JSON that a handler writes for the attribute err.
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
				"request_id": "req-77", "reference": "ABCDEFGHIJ234", "effect": "unknown",
				"dev": map[string]any{
					"message":     "row 8841 is locked",
					"endpoint":    "PUT https://api.acme.example/v1/rows/…",
					"cause_types": []any{"*fmt.wrapError", "*toolerr_test.vendorError"},
					"metadata":    map[string]any{"field": "date of row 8841"},
					"stack":       "goroutine 1 [running]:\nmain.main()",
				},
			},
		},
		"an unlisted code": {
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

func TestLogValueIsBounded(t *testing.T) {
	e := toolerr.Fatal(say, toolerr.WithCause(chain(errMine, 200)), toolerr.WithNote(note.Stack(bytes.Repeat([]byte("frame\n"), 100_000))),
		toolerr.WithRequestID(strings.Repeat("r", 1<<20)), toolerr.WithVendorCode(strings.Repeat("c", 1<<20)),
		toolerr.WithMetadata("field", strings.Repeat("m", 1<<20)))
	group := logged(t, e, nil)
	dev, _ := group["dev"].(map[string]any)
	assert.Len(t, dev["cause_types"], 16)
	assert.LessOrEqual(t, len(dev["stack"].(string)), 8<<10)
	assert.Greater(t, len(dev["stack"].(string)), 8<<10-8, "what may be shown of a stack is shown")
	assert.LessOrEqual(t, len(dev["metadata"].(map[string]any)["field"].(string)), 512)
	assert.LessOrEqual(t, len(group["request_id"].(string)), 256)
	assert.LessOrEqual(t, len(group["vendor_code"].(string)), 256)
}

// dropDev is a handler that drops every group named dev.
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

// valuer is a log value that resolves to another one.
type valuer struct{ v slog.Value }

func (v valuer) LogValue() slog.Value { return v.v }

// The log has the developer's view of an error, wherever in the record the error is.
func TestLogAttr(t *testing.T) {
	own := toolerr.Fatal(say, toolerr.WithCause(&vendorError{"E1"}))
	wrapped := fmt.Errorf("cannot read: %w", own)
	joined := errors.Join(io.EOF, toolerr.RateLimit(toolerr.Message{}, toolerr.WithDeveloperMessage("E1 of https://joe:pw@example.com")))
	const view, text = "E1", "cannot read: It did not work."
	tests := map[string]struct {
		log  func(l *slog.Logger)
		want []string // parts of the line, without message and level
		not  string
	}{
		"itself":            {func(l *slog.Logger) { l.Info("", "err", own) }, []string{view}, ""},
		"wrapped":           {func(l *slog.Logger) { l.Info("", "err", wrapped) }, []string{view, text, `"cause_types":["*fmt.wrapError",`}, ""},
		"joined":            {func(l *slog.Logger) { l.Info("", "err", joined) }, []string{view, `"EOF\n`}, "pw"},
		"in a group":        {func(l *slog.Logger) { l.Info("", slog.Group("g", "n", 1, "err", wrapped)) }, []string{`"g":{"n":1,"err":{"kind"`, view}, ""},
		"of a logger":       {func(l *slog.Logger) { l.With("err", wrapped).WithGroup("g").Info("", "n", 1) }, []string{view, `"g":{"n":1}`}, ""},
		"of a LogValuer":    {func(l *slog.Logger) { l.Info("", "v", valuer{slog.AnyValue(wrapped)}) }, []string{view}, ""},
		"another error":     {func(l *slog.Logger) { l.Info("", "err", io.EOF, "n", 1) }, []string{`"err":"EOF","n":1}`}, ""},
		"another LogValuer": {func(l *slog.Logger) { l.Info("", "v", valuer{slog.IntValue(7)}) }, []string{`"v":7}`}, ""},
		"nil":               {func(l *slog.Logger) { l.Info("", "err", nil) }, []string{`"err":null}`}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			tt.log(slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: toolerr.LogAttr})))
			for _, want := range tt.want {
				assert.Contains(t, b.String(), want)
			}
			if tt.not != "" {
				assert.NotContains(t, b.String(), tt.not)
			}
		})
	}
}

// DeveloperText returns the text of any error for a log.
func TestDeveloperText(t *testing.T) {
	const secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
	own := toolerr.Fatal(say, toolerr.WithCause(&vendorError{"E1 " + secret}))
	tests := map[string]struct {
		err  error
		want string
	}{
		"nil":       {nil, ""},
		"another's": {fmt.Errorf("read: %w", io.EOF), "read: EOF"},
		"itself":    {own, "vendor: E1 (redacted)"},
		"wrapped":   {fmt.Errorf("at https://joe:pw@example.com: %w", own), "at https://(redacted)@example.com: It did not work.\nvendor: E1 (redacted)"},
		"no cause":  {fmt.Errorf("x: %w", toolerr.Fatal(say)), "x: It did not work."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, toolerr.DeveloperText(tt.err)) })
	}
}
