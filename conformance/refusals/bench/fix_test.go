package bench_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
)

// called is a turn with one call.
func called(tool, args string) bench.Turn {
	return bench.Turn{Calls: []agent.FunctionCall{{Name: tool, Args: json.RawMessage(args)}}}
}

// The same call again is never right, nor is a call without arguments, a wait or a stop; and
// rules determine the right call of most cases with an argument.
func TestNoRuleAcceptsTheRefusedCall(t *testing.T) {
	refused, err := bench.Load(t.Context(), refusals.Groups()...)
	require.NoError(t, err)
	all := 0
	for _, r := range refused {
		args, err := json.Marshal(r.Args)
		require.NoError(t, err)
		right, determined := bench.GradeByRule(r.Case, called("tool_"+r.Tool, string(args)))
		if !determined {
			continue
		}
		all++
		assert.False(t, right, r.ID)
		for _, tool := range []string{"wait", "stop", "tool_" + r.Tool} {
			right, _ = bench.GradeByRule(r.Case, called(tool, `"no object"`))
			assert.False(t, right, r.ID)
		}
	}
	assert.InDelta(t, 42, 100*all/len(refused), 2, "docs/bench.md tells the share")
}

func TestGradeByRule(t *testing.T) {
	path := func(p string, rule string, more ...refusals.Fact) []refusals.Fact {
		return append([]refusals.Fact{{Path: p}, {Rules: []string{rule}}}, more...)
	}
	args := map[string]any{"limit": 500.0, "name": "abcdef", "tags": []any{"a", "b", "c"}, "items": []any{map[string]any{"qty": "2"}}, "colour": "red", "sql": "select emial from t"}
	schema := json.RawMessage(`{"properties":{"limit":{"type":"integer"},"name":{},"tags":{},"items":{"items":{"properties":{"qty":{}}}},"sql":{},"state":{"enum":["open","shut"]}}}`)
	with := func(name string, value any) string {
		next := maps.Clone(args)
		if next[name] = value; value == nil {
			delete(next, name)
		}
		text, _ := json.Marshal(next)
		return string(text)
	}
	for name, tt := range map[string]struct {
		facts []refusals.Fact
		args  map[string]any
		right []string
		wrong []string
	}{
		"a maximum":            {facts: path("/limit", "out_of_range", refusals.Fact{Number: "100"}), right: []string{with("limit", 100), with("limit", 7)}, wrong: []string{with("limit", 101), with("limit", "9"), with("limit", nil)}},
		"a minimum":            {facts: path("/limit", "out_of_range", refusals.Fact{Number: "1000"}), right: []string{with("limit", 1000)}, wrong: []string{with("limit", 999)}},
		"a range":              {facts: path("/limit", "out_of_range", refusals.Fact{Number: "1"}, refusals.Fact{Number: "100"}), right: []string{with("limit", 1)}, wrong: []string{with("limit", 0), with("limit", 101)}},
		"a length":             {facts: path("/name", "too_long", refusals.Fact{Number: "5"}), right: []string{with("name", "abcde")}, wrong: []string{with("name", "abcdefg"), with("name", 3)}},
		"a count":              {facts: path("/tags", "too_many", refusals.Fact{Number: "2"}), right: []string{with("tags", []any{"a"})}, wrong: []string{with("tags", []any{"a", "b", "c", "d"})}},
		"a missing one":        {facts: path("/owner", "missing"), right: []string{with("owner", "me"), with("owner", 0)}, wrong: []string{with("owner", ""), with("limit", 1)}},
		"an unknown one":       {facts: path("/colour", "unknown"), right: []string{with("colour", nil)}, wrong: []string{with("colour", "blue"), `{}`}},
		"a type":               {facts: path("/items/0/qty", "wrong_type"), right: []string{with("items", []any{map[string]any{"qty": 2}})}, wrong: []string{with("items", []any{map[string]any{"qty": "3"}}), with("items", []any{})}},
		"of the schema":        {facts: path("/state", "not_allowed_value", refusals.Fact{Word: "ajar"}), args: map[string]any{"state": "opne"}, right: []string{`{"state":"open"}`, `{"state":"ajar"}`}, wrong: []string{`{"state":"opened"}`, `{}`}},
		"a word":               {facts: []refusals.Fact{{Word: "emial"}, {Rules: []string{"unknown"}}}, right: []string{with("sql", "select email from t")}, wrong: []string{with("sql", "select emial from u")}},
		"two arguments":        {facts: append(path("/limit", "wrong_type"), path("/colour", "unknown")...)},
		"a word of the facts":  {facts: path("/colour", "not_allowed_value", refusals.Fact{Word: "green"})},
		"a type or a form":     {facts: []refusals.Fact{{Path: "/limit"}, {Rules: []string{"wrong_type", "bad_format"}}}},
		"a word in a bad form": {facts: []refusals.Fact{{Word: "emial"}, {Rules: []string{"unknown", "bad_format"}}}},
		"undetermined":         {facts: path("/name", "bad_format")},
		"an unknown value":     {facts: path("/name", "unknown")},
		"a limit as sent":      {facts: path("/limit", "out_of_range", refusals.Fact{Number: "500"})},
		"two words":            {facts: []refusals.Fact{{Word: "emial"}, {Word: "t"}, {Rules: []string{"unknown"}}}},
		"a number in words":    {facts: path("/name", "out_of_range", refusals.Fact{Number: "5"})},
	} {
		t.Run(name, func(t *testing.T) {
			c := refusals.Case{Tool: "search", Schema: schema, Args: args, Facts: tt.facts}
			if tt.args != nil {
				c.Args = tt.args
			}
			_, determined := bench.GradeByRule(c, bench.Turn{})
			assert.Equal(t, len(tt.right) > 0, determined)
			for want, all := range map[bool][]string{true: tt.right, false: tt.wrong} {
				for _, next := range all {
					right, _ := bench.GradeByRule(c, called("tool_"+c.Tool, next))
					assert.Equal(t, want, right, next)
				}
			}
		})
	}
}

func TestGradesOfReports(t *testing.T) {
	wait, open, stop := refusals.Case{Next: "retry", Wait: 30}, refusals.Case{Next: "retry"}, refusals.Case{Next: "stop"}
	for name, tt := range map[string]struct {
		c          refusals.Case
		tool, args string
		want       bool
	}{
		"the wait":             {wait, "wait", `{"seconds":30}`, true},
		"too short":            {wait, "wait", `{"seconds":29}`, false},
		"far too long":         {wait, "wait", `{"seconds":3600}`, false},
		"at once":              {wait, "tool_", `{}`, false},
		"at once, if open":     {open, "tool_", `{}`, true},
		"a wait, if open":      {open, "wait", `{"seconds":5}`, true},
		"a stop of a retry":    {open, "stop", `{}`, false},
		"a stop":               {stop, "stop", `{"reason":"The account is empty."}`, true},
		"a retry of what ends": {stop, "tool_", `{}`, false},
	} {
		right, determined := bench.GradeByRule(tt.c, called(tt.tool, tt.args))
		assert.True(t, determined, name)
		assert.Equal(t, tt.want, right, name)
	}
}
