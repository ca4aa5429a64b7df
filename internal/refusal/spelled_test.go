package refusal

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

func TestQuotedLists(t *testing.T) {
	assert.Equal(t, []string{"basic", "full"}, quotedList(`must be "basic" | "full"`))
	assert.Equal(t, []string{"a", "b"}, quotedList("one of `\"a\",\"b\"`, but received: \"c\""))
	assert.Equal(t, []string{"a", "b"}, quotedList(`"a" or "b", got "c"`))
	assert.Empty(t, quotedList("a or b"))
}

func TestPositionsOfParsers(t *testing.T) {
	for body, want := range map[string]toolerr.Finding{
		`{"error":"Expected \")\" before the end","position":17,"token":")"}`: {Rule: toolerr.RuleSyntax, Word: ")", At: toolerr.Position{Offset: 17}},
		`{"error":"Parenthesis ) expected (char 11)"}`:                        {Rule: toolerr.RuleSyntax, At: toolerr.Position{Offset: 11}},
		`{"error":"each doesn't match if - 2:3"}`:                             {Rule: toolerr.RuleSyntax, At: toolerr.Position{Line: 2, Column: 3}},
		`{"error":"undefined variable: nmae, line:1, col:9"}`:                 {Rule: toolerr.RuleUnknown, Fields: []string{"nmae"}, At: toolerr.Position{Line: 1, Column: 9}},
	} {
		found := Read([]byte(body)).Findings
		if assert.NotEmpty(t, found, body) {
			assert.Equal(t, want, found[0], body)
		}
	}
	for _, text := range []string{"The shop opens at 12:30", "is within the range [3, 7]", "Order 5 has 2 lines"} {
		assert.Empty(t, Sentence(text).Findings, text)
	}
}

// A list of one map of items is the map.
func TestMapsBelowProblems(t *testing.T) {
	for body, want := range map[string]string{
		`{"_issues":{"stays":[{"1":[{"nights":["must be of integer type"]}]}]}}`: "/stays/1/0/nights wrong_type",
	} {
		assert.Equal(t, []string{want}, told(Read([]byte(body)).Findings), body)
	}
}

// Python's jsonschema prints the schema below the problem, with limits that the value met.
func TestSchemasInTexts(t *testing.T) {
	const text = "'soon' is not of type 'integer'\n\nFailed validating 'type' in schema['properties']['days']:\n" +
		"    {'maximum': 30, 'minimum': 1, 'type': 'integer'}\n\nOn instance['days']:\n    'soon'"
	readings := slices.Concat(Readings(text), Readings(strings.ReplaceAll(text, "\n", " ")))
	require.Len(t, readings, 4)
	for _, r := range readings {
		for _, f := range r.Findings {
			assert.Equal(t, toolerr.Finding{Rule: toolerr.RuleWrongType}, f, r.Text)
		}
	}
}

// The places of one problem can be in a list beside it, or in pairs.
func TestListsOfPlaces(t *testing.T) {
	for body, want := range map[string][]string{
		`{"error":"missing_fields","fields":["name","email"]}`:                                     {"name required", "email required"},
		`{"message":"no","details":{"unknown_fields":["colour"]}}`:                                 {"colour unknown"},
		`{"errors":[["age","must be an integer"]]}`:                                                {"age wrong_type"},
		`{"errors":[{"field":"a","code":"required"},{"message":"unexpected keys: 'c'","code":1}]}`: {"a required", "c unknown"},
		`{"error":"Unknown parameter in input: \"x\", must be one of: a, b"}`:                      {"x unknown"},
	} {
		assert.Equal(t, want, told(Read([]byte(body)).Findings), body)
	}
}
