package toolerr_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// The parts of a problem are those of its sentence, also after it was stored.
func TestParts(t *testing.T) {
	a, b, n := toolerr.Quote("a"), toolerr.Quote("b"), toolerr.Int(9)
	at := toolerr.Position{Line: 2, Column: 3}
	for name, tt := range map[string]struct {
		rule  toolerr.Rule
		d     toolerr.Detail
		text  string
		parts toolerr.Parts
	}{
		"nothing more":    {toolerr.RuleRequired, toolerr.Detail{}, "is required", toolerr.Parts{}},
		"a limit":         {toolerr.RuleTooLong, toolerr.Detail{Limit: n, Word: a, Names: []toolerr.Arg{b}}, "must have at most 9 characters", toolerr.Parts{Limit: "9"}},
		"beyond":          {toolerr.RuleTooLarge, toolerr.Detail{Limit: n, Beyond: true}, "must be less than 9", toolerr.Parts{Limit: "9", Beyond: true}},
		"allowed":         {toolerr.RuleNotAllowed, toolerr.Detail{Names: []toolerr.Arg{a, b}}, `must be one of "a" or "b"`, toolerr.Parts{Allowed: []string{"a", "b"}}},
		"types":           {toolerr.RuleWrongType, toolerr.Detail{Names: []toolerr.Arg{toolerr.Ident("integer")}, Got: toolerr.Ident("string")}, "has the wrong type; it must be integer, not string", toolerr.Parts{Allowed: []string{"integer"}}},
		"a suggestion":    {toolerr.RuleUnknown, toolerr.Detail{Word: a, Names: []toolerr.Arg{b}}, `contains the name "a", which is not known; did you mean "b"?`, toolerr.Parts{Word: "a", DidYouMean: []string{"b"}}},
		"inside":          {toolerr.RuleRequired, toolerr.Detail{Word: a, Inside: true}, "lacks a required field", toolerr.Parts{}},
		"beside":          {toolerr.RuleConflict, toolerr.Detail{Beside: a}, `is in conflict with "a"`, toolerr.Parts{Beside: "a"}},
		"a place":         {toolerr.RuleTooMany, toolerr.Detail{Field: a}, `"a" has too many items`, toolerr.Parts{Field: "a"}},
		"a position":      {toolerr.RuleSyntax, toolerr.Detail{Word: a, At: at}, `has a syntax error at "a" (line 2, column 3)`, toolerr.Parts{Word: "a", At: at}},
		"of another text": {toolerr.RuleSyntax, toolerr.Detail{At: toolerr.Position{Offset: 4}, Received: true}, "has a syntax error (character 4 of the text that the service received)", toolerr.Parts{At: toolerr.Position{Offset: 4}, Received: true}},
		"an unknown rule": {"made_up", toolerr.Detail{Limit: n}, "has an invalid value", toolerr.Parts{Rule: toolerr.RuleBadValue}},
		"a long word":     {toolerr.RuleAmbiguous, toolerr.Detail{Word: toolerr.Quote(strings.Repeat("é", 90))}, `contains the name "` + strings.Repeat("é", 80) + `"…, which is ambiguous; qualify it`, toolerr.Parts{Word: strings.Repeat("é", 80) + "…"}},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.parts.Rule == "" {
				tt.parts.Rule = tt.rule
			}
			p := tt.rule.Problem("/x", tt.d)
			assert.Equal(t, tt.text, p.Problem.String())
			assert.Equal(t, tt.rule.Message(tt.d), p.Problem)
			assert.Equal(t, tt.parts, p.Parts())

			te := toolerr.InvalidInput(say, []toolerr.Problem{p})
			raw, err := json.Marshal(te.Report())
			require.NoError(t, err)
			var stored toolerr.Report
			require.NoError(t, json.Unmarshal(raw, &stored))
			restored := toolerr.FromReport(stored)
			assert.Equal(t, te.Report(), restored.Report())
			assert.Equal(t, tt.parts, restored.Problems()[0].Parts())
			assert.Equal(t, te.Payload().WithParts().String(), restored.Payload().WithParts().String())
			assert.NotContains(t, te.Payload().String(), `"rule"`, "only if the author wants it")
		})
	}
}

// A problem without a rule has no parts, and a success has no problems.
func TestNoParts(t *testing.T) {
	te := toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/x", Problem: hint}, toolerr.NamesValue("/y")})
	assert.Equal(t, []any{
		map[string]any{"path": "/x", "problem": hint.String()},
		map[string]any{"path": "", "problem": `The error's text names the value of "/y".`, "beside": "/y"},
	}, te.Payload().WithParts().Map()["problems"])
	assert.Equal(t, toolerr.Result(1, nil), toolerr.Result(1, nil).WithParts())
	invented := toolerr.Parts{Rule: "made_up", Word: "token ghp_" + strings.Repeat("a1B2", 9)}
	got := toolerr.FromReport(toolerr.Report{Problems: []toolerr.ReportProblem{{Problem: "is wrong", Parts: invented}}})
	assert.Equal(t, toolerr.Parts{Word: "token (redacted)"}, got.Problems()[0].Parts(), "of another program")
}
