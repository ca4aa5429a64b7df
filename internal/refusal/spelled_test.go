package refusal

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

func TestPlacesInOtherSpellings(t *testing.T) {
	for text, want := range map[string]string{
		"'three' is not of type 'integer'\n\nFailed validating 'type' in schema['properties']['stays']:\n    {}\n\nOn instance['stays'][1]['nights']:\n    'three'": "instance['stays'][1]['nights'] wrong_type",
		"expected int for dictionary value @ data['stays'][1]['nights']":                                                                                            "data['stays'][1]['nights'] wrong_type",
		"{ readonly guest: string }\n└─ [\"stays\"][1][\"nights\"]\n   └─ Expected number, actual 3":                                                                `["stays"][1]["nights"] wrong_type`,
		"Expected number at path \"stays.1.nights\" but received \"three\"":                                                                                         "stays.1.nights wrong_type",
		"Invalid type at $.stays[1].nights: expected integer but got string":                                                                                        "$.stays[1].nights wrong_type",
		"Expecting string at email but instead got: undefined":                                                                                                      "email wrong_type",
		"Expected property number `rooms` to be less than or equal to 8, got 12 in object `b`":                                                                      "rooms too_large 8",
		"unexpected keys on object: [\"colour\"]":                                                                                                                   "colour unknown",
		"The object '' contains forbidden keys: 'colour'.":                                                                                                          "colour unknown",
		"rooms: invalid value 12 (out of bound <=8)":                                                                                                                "rooms too_large 8",
	} {
		assert.Equal(t, []string{want}, told(Sentence(text).Findings), text)
	}
}

func TestValuesWithoutAPlace(t *testing.T) {
	for text, want := range map[string]toolerr.Finding{
		"'gold' is not one of ['basic', 'full']":                  {Rule: toolerr.RuleNotAllowed, Value: "gold", Names: []string{"basic", "full"}},
		"12 is greater than the maximum of 8":                     {Rule: toolerr.RuleTooLarge, Value: "12", Limit: "8"},
		"expected 'gold' to be one of ['basic', 'full']":          {Rule: toolerr.RuleNotAllowed, Value: "gold", Names: []string{"basic", "full"}},
		"unknown value \"UP\" for enum SortOrder":                 {Rule: toolerr.RuleNotAllowed, Value: "UP"},
		"conflicting values \"three\" and int (mismatched types)": {Rule: toolerr.RuleWrongType, Value: "three"},
	} {
		assert.Equal(t, []toolerr.Finding{want}, Sentence(text).Findings, text)
	}
	assert.Equal(t, []string{"basic", "full"}, union(`must be "basic" | "full"`))
	assert.Empty(t, union(`a | "b"`))
	assert.Empty(t, union(`"a" or "b"`))
}

// Words that only resemble a path are none.
func TestNoPlaces(t *testing.T) {
	for _, line := range []string{"list[int] is needed", "use v1.2 or go1.21", "one of ['a', 'b']", "between [1] and 2", "10.0.0.1", "a[0] and b[1] differ"} {
		place, _, _ := stepsIn(line)
		assert.Empty(t, place, line)
	}
}

func TestPositionsOfParsers(t *testing.T) {
	for body, want := range map[string]toolerr.Finding{
		`{"error":"Expected \")\" before the end","position":17,"token":")"}`: {Rule: toolerr.RuleSyntax, Word: ")", At: toolerr.Position{Offset: 17}},
		`{"error":"Parenthesis ) expected (char 11)"}`:                        {Rule: toolerr.RuleSyntax, At: toolerr.Position{Offset: 11}},
		`{"error":"each doesn't match if - 2:3"}`:                             {Rule: toolerr.RuleSyntax, At: toolerr.Position{Line: 2, Column: 3}},
		`{"error":"undefined variable: nmae, line:1, col:9"}`:                 {Rule: toolerr.RuleUnknown, Fields: []string{"nmae"}, Word: "nmae", At: toolerr.Position{Line: 1, Column: 9}},
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

func TestMapsBelowProblems(t *testing.T) {
	for body, want := range map[string]string{
		`{"_issues":{"stays":[{"1":[{"nights":["must be of integer type"]}]}]}}`: "/stays/1/0/nights wrong_type",
		`{"message":"no","details":{"stays":{"message":"no","code":"X","details":{"1":{"message":"no","code":"X","details":{"nights":{"message":"Expected number, but was string","code":"T"}}}}}}}`: "stays.1.nights wrong_type",
	} {
		assert.Equal(t, []string{want}, told(Read([]byte(body)).Findings), body)
	}
}
