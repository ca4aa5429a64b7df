package agent

import (
	"encoding/json"
	"testing"
)

// ParseObject is parseObject, for fuzzing.
func ParseObject(raw []byte) (map[string]any, error) {
	p, err := parseObject(raw)
	return p.value, err
}

// NormalArgs is normalArgs.
func NormalArgs(raw json.RawMessage) (json.RawMessage, string) { return normalArgs(raw) }

// Cut is cut.
func Cut(raw json.RawMessage, limit int) json.RawMessage { return cut(raw, limit) }

// Unfenced is unfenced.
func Unfenced(s string) string { return unfenced(s) }

// CheckArgsFor is the part of checkArgs that any loop would do, for a tool with
// two numbers.
func CheckArgsFor(tb testing.TB) func(json.RawMessage) {
	tb.Helper()
	raw, err := SchemaFor[struct {
		A int `json:"a"`
		B int `json:"b"`
	}]()
	if err != nil {
		tb.Fatal(err)
	}
	schema, err := compile(raw)
	if err != nil {
		tb.Fatal(err)
	}
	r, tool := &run{ctx: tb.Context()}, &boundTool{schema: schema}
	return func(args json.RawMessage) {
		if _, res := r.checkArgs(&callState{fc: &FunctionCall{Args: args}, tool: tool}); res != nil {
			tb.Fatal(res.err)
		}
	}
}
