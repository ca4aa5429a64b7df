package agent_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
)

// For any arguments, the reported problems contain only words of the schema.
func FuzzArgumentProblems(f *testing.F) {
	for _, seed := range []string{
		`{"item":"x","count":1}`, `{"item":["quorvexcause"],"count":1e999}`, `[]`, `{"item":"x","count":1e999999999}`,
		`{"due":"quorvexcause","item":"","count":1}`, strings.Repeat(`{"item":`, 2000) + `1` + strings.Repeat(`}`, 2000),
	} {
		f.Add(seed)
	}
	schema := json.RawMessage(`{"type":"object","properties":{"item":{"type":"string","maxLength":8},"count":{"type":"integer","minimum":1},` +
		`"size":{"enum":["small","large"]}},"required":["item","count"],"additionalProperties":false}`)
	said := map[string]bool{}
	for _, name := range []string{"null", "boolean", "number", "string", "array", "object"} {
		said["has the wrong type; it must be string, not "+name] = true
		said["has the wrong type; it must be integer, not "+name] = true
	}
	for _, s := range []string{
		"is required", "is not known", "must have at most 8 characters", "must be at least 1", `must be one of "small" or "large"`,
		"is not a JSON object", "ends in the middle of JSON", "is nested deeper than 64 levels", "is a number out of range",
		"is given twice", "differs from another name in case only",
	} {
		said[s] = true
	}
	for _, name := range []string{"item", "count", "size"} {
		said["is not known; did you mean "+strconv.Quote(name)+"?"] = true
	}
	f.Fuzz(func(t *testing.T, args string) {
		problems, err := agent.ArgumentProblems(schema, json.RawMessage(args))
		require.NoError(t, err)
		for _, p := range problems {
			require.True(t, said[p.Problem.String()], "%s: %s", p.Path, p.Problem)
		}
	})
}
