package toolerr_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

const secretToken = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

// refusal returns a Refusal with every member.
func refusal() toolerr.Refusal {
	return toolerr.Refusal{
		Message: "column emial does not exist",
		Findings: []toolerr.Finding{{
			Rule: toolerr.RuleUnknown, Fields: []string{"query", "other"}, Word: "emial", Value: "select emial", Names: []string{"email"}, Limit: "5", Beyond: true,
			At: toolerr.Position{Offset: 8, Line: 1, Column: 8},
		}},
	}
}

// refuses is a Refuser that panics.
type refuses struct{}

func (refuses) Refusal() toolerr.Refusal { panic("a reader") }

func TestRefusal(t *testing.T) {
	tests := map[string]struct {
		option  toolerr.Option
		refuses bool
		want    toolerr.Refusal
	}{
		"none":             {toolerr.Option{}, false, toolerr.Refusal{}},
		"a refusal":        {toolerr.WithRefusal(refusal()), true, refusal()},
		"findings":         {toolerr.WithFindings(refusal().Findings...), true, toolerr.Refusal{Findings: refusal().Findings}},
		"no findings":      {toolerr.WithFindings(), false, toolerr.Refusal{}},
		"nil":              {toolerr.WithRefusal(nil), false, toolerr.Refusal{}},
		"one that panics":  {toolerr.WithRefusal(refuses{}), true, toolerr.Refusal{}},
		"an empty refusal": {toolerr.WithRefusal(toolerr.Refusal{}), true, toolerr.Refusal{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := toolerr.Fatal(say, tt.option)
			assert.Equal(t, tt.refuses, e.Refuser() != nil)
			assert.Equal(t, tt.want, e.Refusal())
			assert.Equal(t, tt.refuses, e.With(toolerr.WithStatus(400)).Refuser() != nil, "a copy keeps it")
			if tt.want.Findings == nil && tt.want.Message == "" {
				assert.Nil(t, e.Report().Refusal)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		var none *toolerr.ToolRuntimeError
		assert.Nil(t, none.Refuser())
		assert.Empty(t, none.Refusal())
		assert.Nil(t, none.Resolution().Call)
	})
}

func TestResolution(t *testing.T) {
	call := new(int)
	own := toolerr.Problem{Path: "/own", Problem: toolerr.Msg("is the tool's")}
	e := toolerr.InvalidInput(say, []toolerr.Problem{own}, toolerr.WithRefusal(refusal()))
	resolved := e.With(toolerr.WithResolution(toolerr.Resolution{
		Call: call, Problems: []toolerr.Problem{{Path: "/query", Problem: toolerr.Msg("is not known")}}, Upstream: toolerr.Msg("The service's text."),
	}))
	assert.Nil(t, e.Resolution().Call, "the original is not changed")
	assert.Same(t, call, resolved.Resolution().Call)
	assert.Contains(t, resolved.Payload().String(),
		`"problems":[{"path":"/own","problem":"is the tool's"},{"path":"/query","problem":"is not known"}],"upstream_message":"The service's text."}`)
	assert.NotContains(t, e.Payload().String(), "/query")

	report := resolved.Report()
	assert.Equal(t, []toolerr.ReportProblem{{Path: "/own", Problem: "is the tool's"}, {Path: "/query", Problem: "is not known", Resolved: true}}, report.Problems)
	restored := toolerr.FromReport(report)
	assert.NotContains(t, restored.Payload().String(), "/query", "what was resolved belongs to a call that is over")
	assert.NotContains(t, restored.Payload().String(), "upstream_message")
	assert.Contains(t, restored.Payload().String(), "/own")
	assert.Equal(t, refusal(), restored.Refusal(), "the findings stay for developers")
	assert.NotNil(t, restored.Resolution().Call, "so that no other call takes them for its own")

	cleared := resolved.With(toolerr.WithResolution(toolerr.Resolution{Problems: resolved.Resolution().Problems}))
	assert.Nil(t, cleared.Resolution().Call, "without a call, no finding is resolved")
	assert.Equal(t, e.Payload().String(), cleared.Payload().String())

	many := e.With(toolerr.WithResolution(toolerr.Resolution{Call: call, Problems: make([]toolerr.Problem, 40)}))
	assert.Len(t, many.Resolution().Problems, 17, "as many as a payload has at most")
	odd := e.With(toolerr.WithResolution(toolerr.Resolution{Call: call, Problems: []toolerr.Problem{{Path: "/" + secretToken, Problem: say}}}))
	assert.NotContains(t, odd.Payload().String(), secretToken)
}

func TestReportsOfRefusals(t *testing.T) {
	t.Run("a password is recognised by its field", func(t *testing.T) {
		for _, field := range []string{"password", "user.password", "/body/api_key", "client[secret]"} {
			report := toolerr.Fatal(say, toolerr.WithFindings(toolerr.Finding{Fields: []string{field}, Value: "hunter2-x"})).Report()
			assert.NotContains(t, asJSON(t, report), "hunter2", field)
			assert.Equal(t, report, toolerr.FromReport(report).Report(), "%s: it is stable", field)
		}
		second := toolerr.Fatal(say, toolerr.WithFindings(toolerr.Finding{Fields: []string{"user", "password"}, Value: "hunter2-x"})).Report()
		assert.NotContains(t, fmt.Sprint(*second.Refusal), "hunter2", "of two fields, either can be it")
		other := toolerr.Fatal(say, toolerr.WithFindings(toolerr.Finding{Fields: []string{"user"}, Value: "joe"})).Report()
		assert.Equal(t, "joe", other.Refusal.Findings[0].Value)
	})
	t.Run("credentials in any text", func(t *testing.T) {
		r := toolerr.Refusal{Message: "bad " + secretToken, Findings: []toolerr.Finding{{
			Fields: []string{secretToken, "a"}, Word: secretToken, Value: secretToken, Names: []string{"ok", secretToken}, Limit: secretToken,
		}}}
		report := toolerr.Fatal(say, toolerr.WithRefusal(r)).Report()
		raw := asJSON(t, report)
		assert.NotContains(t, raw, "16C7e42F292c69")
		assert.Equal(t, report, toolerr.FromReport(report).Report())
	})
	t.Run("bounds", func(t *testing.T) {
		r := toolerr.Refusal{Message: strings.Repeat("m ", 1<<20)}
		for range 100 {
			r.Findings = append(r.Findings, toolerr.Finding{Fields: make([]string, 1000), Names: make([]string, 1000), Word: strings.Repeat("w ", 1<<16)})
		}
		raw := asJSON(t, toolerr.Fatal(say, toolerr.WithRefusal(r)).Report())
		assert.Less(t, len(raw), 16<<10)
	})
	t.Run("a rule that is not known", func(t *testing.T) {
		report := toolerr.Fatal(say, toolerr.WithFindings(toolerr.Finding{Rule: "x y"}, toolerr.Finding{})).Report()
		assert.Equal(t, toolerr.RuleBadValue, report.Refusal.Findings[0].Rule)
		assert.Equal(t, toolerr.RuleBadValue, report.Refusal.Findings[1].Rule)
	})
}

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
		"a limit":         {toolerr.RuleTooLong, toolerr.Detail{Limit: n, Word: a, Names: []toolerr.Arg{b}}, `must have at most 9 characters: "a"`, toolerr.Parts{Limit: "9", Word: "a"}},
		"beyond":          {toolerr.RuleTooLarge, toolerr.Detail{Limit: n, Beyond: true}, "must be less than 9", toolerr.Parts{Limit: "9", Beyond: true}},
		"allowed":         {toolerr.RuleNotAllowed, toolerr.Detail{Names: []toolerr.Arg{a, b}}, `must be one of "a" or "b"`, toolerr.Parts{Allowed: []string{"a", "b"}}},
		"types":           {toolerr.RuleWrongType, toolerr.Detail{Names: []toolerr.Arg{toolerr.Ident("integer")}, Got: toolerr.Ident("string")}, "has the wrong type; it must be integer, not string", toolerr.Parts{Allowed: []string{"integer"}}},
		"a suggestion":    {toolerr.RuleUnknown, toolerr.Detail{Word: a, Names: []toolerr.Arg{b}}, `contains the name "a", which is not known; did you mean "b"?`, toolerr.Parts{Word: "a", DidYouMean: []string{"b"}}},
		"inside":          {toolerr.RuleRequired, toolerr.Detail{Word: a, Inside: true}, "lacks a required part", toolerr.Parts{}},
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
			raw := asJSON(t, te.Report())
			var stored toolerr.Report
			require.NoError(t, json.Unmarshal([]byte(raw), &stored))
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
