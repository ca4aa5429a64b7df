package docs_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// TestDocsFindingsIsFresh renders the table of rules: the sentences of the argument check,
// and those for a service's refusal.
func TestDocsFindingsIsFresh(t *testing.T) {
	fresh(t, "findings.md", map[string]string{"rules": rulesTable(t)})
}

// TestDocsFindingsOfAnAdapter checks that the code on the page is that of an example.
func TestDocsFindingsOfAnAdapter(t *testing.T) {
	example := read(t, "../adapters/spec/example_test.go")
	var found []string
	for _, text := range blocks(t, "findings.md", "go") {
		if strings.Contains(text, "TicketError") {
			assert.Contains(t, squeezed(example), squeezed(text))
			found = append(found, text)
		}
	}
	assert.Len(t, found, 2)
}

// A both is a mistake that a schema refuses, and one that a service refuses.
type both struct {
	schema, value string // of the argument "x"; "" if no schema can refuse it
	finding       toolerr.Finding
}

// boths has one row for each rule.
var boths = map[toolerr.Rule]both{
	toolerr.RuleRequired:      {`{"required":["x"]}`, ``, toolerr.Finding{}},
	toolerr.RuleUnknown:       {`{"properties":{"y":{}},"additionalProperties":false}`, `1`, toolerr.Finding{}},
	toolerr.RuleWrongType:     {`{"properties":{"x":{"type":"integer"}}}`, `"ten"`, toolerr.Finding{Names: []string{"integer"}}},
	toolerr.RuleBadFormat:     {`{"properties":{"x":{"pattern":"^a"}}}`, `"b"`, toolerr.Finding{}},
	toolerr.RuleBadValue:      {`{"properties":{"x":{"multipleOf":5}}}`, `7`, toolerr.Finding{Limit: "5"}},
	toolerr.RuleNotAllowed:    {`{"properties":{"x":{"enum":["open","closed"]}}}`, `"gone"`, toolerr.Finding{Names: []string{"closed", "open", "secret"}}},
	toolerr.RuleNotPermitted:  {"", `1`, toolerr.Finding{}},
	toolerr.RuleTooSmall:      {`{"properties":{"x":{"minimum":1}}}`, `0`, toolerr.Finding{Limit: "1"}},
	toolerr.RuleTooLarge:      {`{"properties":{"x":{"exclusiveMaximum":100}}}`, `500`, toolerr.Finding{Limit: "100", Beyond: true}},
	toolerr.RuleOutOfRange:    {"", `500`, toolerr.Finding{}},
	toolerr.RuleTooShort:      {`{"properties":{"x":{"minLength":3}}}`, `"a"`, toolerr.Finding{Limit: "3"}},
	toolerr.RuleTooLong:       {`{"properties":{"x":{"maxLength":3}}}`, `"abcdef"`, toolerr.Finding{Limit: "3"}},
	toolerr.RuleTooMany:       {`{"properties":{"x":{"maxItems":1}}}`, `[1,2]`, toolerr.Finding{Limit: "1"}},
	toolerr.RuleTooFew:        {`{"properties":{"x":{"minItems":1}}}`, `[]`, toolerr.Finding{Limit: "1"}},
	toolerr.RuleCountMismatch: {"", `[1,2]`, toolerr.Finding{Limit: "3"}},
	toolerr.RuleDuplicate:     {`{"properties":{"x":{"uniqueItems":true}}}`, `[1,1]`, toolerr.Finding{}},
	toolerr.RuleExistsAlready: {"", `"tea"`, toolerr.Finding{}},
	toolerr.RuleNotFound:      {"", `"tea"`, toolerr.Finding{}},
	toolerr.RuleConflict:      {"", `1`, toolerr.Finding{Fields: []string{"x", "y"}}},
	toolerr.RuleStale:         {"", `4`, toolerr.Finding{Limit: "5"}},
	toolerr.RuleReadOnly:      {"", `1`, toolerr.Finding{}},
	toolerr.RuleImmutable:     {"", `1`, toolerr.Finding{}},
	toolerr.RuleWrongState:    {"", `"sent"`, toolerr.Finding{}},
	toolerr.RuleAmbiguous:     {"", `"select name from a"`, toolerr.Finding{Word: "name"}},
	toolerr.RuleSyntax:        {"", `"select name fro a"`, toolerr.Finding{Word: "fro", At: toolerr.Position{Offset: 13}}},
	toolerr.RuleArithmetic:    {"", `"select 1/0"`, toolerr.Finding{}},
	toolerr.RuleUnsupported:   {"", `"merge"`, toolerr.Finding{}},
	toolerr.RuleDepends:       {`{"dependentRequired":{"x":["y"]}}`, `1`, toolerr.Finding{Fields: []string{"x", "y"}}},
}

func rulesTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| rule | refused by the schema | refused by the service |\n|---|---|---|\n")
	for _, rule := range toolerr.Rules() {
		row, ok := boths[rule]
		require.True(t, ok, rule)
		arguments := `{"y":0}`
		if row.value != "" {
			arguments = `{"x":` + row.value + `,"y":0}`
		}
		local := ""
		if row.schema != "" {
			if rule == toolerr.RuleDepends {
				arguments = `{"x":` + row.value + `}`
			}
			problems, err := agent.ArgumentProblems(json.RawMessage(row.schema), json.RawMessage(arguments))
			require.NoError(t, err)
			require.Len(t, problems, 1, rule)
			local = shownProblem(problems[0])
		}
		row.finding.Rule = rule
		if row.finding.Fields == nil {
			row.finding.Fields = []string{"x"}
		}
		schema := row.schema
		if schema == "" || row.value == "" || rule == toolerr.RuleDepends {
			schema = `{"properties":{"x":{},"y":{}}}`
		}
		ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(arguments), Schema: json.RawMessage(schema)})
		te, _ := toolerr.Find(adapter.Chain{}.Adapt(ctx, toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(row.finding))))
		problems := te.Resolution().Problems
		require.Len(t, problems, 1, rule)
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", rule, local, shownProblem(problems[0]))
	}
	assert.Len(t, boths, len(toolerr.Rules()))
	return b.String()
}

func shownProblem(p toolerr.Problem) string { return "`" + p.Path + "` " + p.Problem.String() }
