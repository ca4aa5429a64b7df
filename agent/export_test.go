package agent

import (
	"encoding/json"
	"testing"

	"github.com/errand-go/errand/internal/toolargs"
)

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
	schema, err := toolargs.Compile(raw)
	if err != nil {
		tb.Fatal(err)
	}
	t, tool := &turn{run: &run{host: &host{ctx: tb.Context(), budget: &budget{}}}}, &boundTool{schema: schema}
	return func(args json.RawMessage) {
		if _, res := t.checkArgs(&callState{fc: &FunctionCall{Args: args}, tool: tool}); res != nil {
			tb.Fatal(res.err)
		}
	}
}
