package toolerr_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

// Each rule has four sentences: without details, with a word, with a limit, and with two
// names. A rule without a text for a detail leaves it out. A word and a suggestion always
// fit.
func TestEveryRuleHasItsSentences(t *testing.T) {
	const suggestion = `; did you mean "a" or "b"?`
	want := map[toolerr.Rule][4]string{
		toolerr.RuleRequired:      {"is required", `is required: "w"`, "is required", `lacks the required "a" and "b"`},
		toolerr.RuleUnknown:       {"is not known", `contains the name "w", which is not known`, "is not known", "is not known" + suggestion},
		toolerr.RuleWrongType:     {"has the wrong type", `has the wrong type: "w"`, "has the wrong type", `has the wrong type; it must be "a" or "b"`},
		toolerr.RuleBadFormat:     {"does not have the required format", `does not have the required format: "w"`, "does not have the required format", `must be in the format "a" or "b"`},
		toolerr.RuleBadValue:      {"has an invalid value", `has an invalid value: "w"`, "must be a multiple of 5", "has an invalid value" + suggestion},
		toolerr.RuleNotAllowed:    {"is not one of the allowed values", `contains "w", which is not one of the allowed values`, "is not one of the allowed values", `must be one of "a" or "b"`},
		toolerr.RuleNotPermitted:  {"is not permitted", `is not permitted: "w"`, "is not permitted", "is not permitted" + suggestion},
		toolerr.RuleTooSmall:      {"is too small", `is too small: "w"`, "must be at least 5", "is too small" + suggestion},
		toolerr.RuleTooLarge:      {"is too large", `is too large: "w"`, "must be at most 5", "is too large" + suggestion},
		toolerr.RuleOutOfRange:    {"is out of range", `is out of range: "w"`, "is out of range", "is out of range" + suggestion},
		toolerr.RuleTooShort:      {"is too short", `is too short: "w"`, "must have at least 5 characters", "is too short" + suggestion},
		toolerr.RuleTooLong:       {"is too long", `is too long: "w"`, "must have at most 5 characters", "is too long" + suggestion},
		toolerr.RuleTooMany:       {"has too many items", `has too many items: "w"`, "must have at most 5 items", "has too many items" + suggestion},
		toolerr.RuleTooFew:        {"has too few items", `has too few items: "w"`, "must have at least 5 items", "has too few items" + suggestion},
		toolerr.RuleCountMismatch: {"has the wrong number of values", `has the wrong number of values: "w"`, "has the wrong number of values; the right number is 5", "has the wrong number of values" + suggestion},
		toolerr.RuleDuplicate:     {"contains a duplicate", `contains a duplicate: "w"`, "contains a duplicate", "contains a duplicate" + suggestion},
		toolerr.RuleExistsAlready: {"already exists, and must be unique", `contains "w", which already exists and must be unique`, "already exists, and must be unique", "already exists, and must be unique" + suggestion},
		toolerr.RuleNotFound:      {"refers to something that does not exist", `names "w", which does not exist`, "refers to something that does not exist", "refers to something that does not exist" + suggestion},
		toolerr.RuleConflict:      {"is in conflict with another value", `is in conflict with another value: "w"`, "is in conflict with another value", "is in conflict with another value" + suggestion},
		toolerr.RuleStale:         {"is out of date; read the current version first", `is out of date; read the current version first: "w"`, "is out of date; the current version is 5", "is out of date; read the current version first" + suggestion},
		toolerr.RuleReadOnly:      {"is read only and cannot be set", `is read only and cannot be set: "w"`, "is read only and cannot be set", "is read only and cannot be set" + suggestion},
		toolerr.RuleImmutable:     {"cannot be changed", `cannot be changed: "w"`, "cannot be changed", "cannot be changed" + suggestion},
		toolerr.RuleWrongState:    {"does not fit the current state of the object", `does not fit the current state of the object: "w"`, "does not fit the current state of the object", "does not fit the current state of the object" + suggestion},
		toolerr.RuleAmbiguous:     {"is ambiguous", `contains the name "w", which is ambiguous; qualify it`, "is ambiguous", "is ambiguous" + suggestion},
		toolerr.RuleSyntax:        {"has a syntax error", `has a syntax error at "w"`, "has a syntax error", "has a syntax error" + suggestion},
		toolerr.RuleArithmetic: {
			"has an arithmetic error, such as a division by zero or an overflow", `has an arithmetic error, such as a division by zero or an overflow: "w"`,
			"has an arithmetic error, such as a division by zero or an overflow", "has an arithmetic error, such as a division by zero or an overflow" + suggestion,
		},
		toolerr.RuleUnsupported: {"is not supported", `contains "w", which is not supported`, "is not supported", "is not supported" + suggestion},
		toolerr.RuleDepends:     {"requires another value beside it", `requires another value beside it: "w"`, "requires another value beside it", "requires another value beside it" + suggestion},
	}
	names := []toolerr.Arg{toolerr.Quote("a"), toolerr.Quote("b")}
	for _, rule := range toolerr.Rules() {
		t.Run(string(rule), func(t *testing.T) {
			for i, d := range []toolerr.Detail{{}, {Word: toolerr.Quote("w")}, {Limit: toolerr.Int(5)}, {Names: names}} {
				assert.Equal(t, want[rule][i], rule.Message(d).String())
				d.Unplaced = true
				assert.Equal(t, "A value "+want[rule][i], rule.Message(d).String())
				d.Unplaced, d.Beside = false, toolerr.Quote("/other")
				if rule != toolerr.RuleConflict && rule != toolerr.RuleDepends {
					assert.Equal(t, want[rule][i]+` (see also "/other")`, rule.Message(d).String())
				}
			}
		})
	}
	assert.Len(t, want, len(toolerr.Rules()))
}

func TestRuleDetails(t *testing.T) {
	name := func(s string) []toolerr.Arg { return []toolerr.Arg{toolerr.Quote(s)} }
	tests := []struct {
		name string
		rule toolerr.Rule
		d    toolerr.Detail
		want string
	}{
		{"a limit that must not be reached", toolerr.RuleTooLarge, toolerr.Detail{Limit: toolerr.Int(5), Beyond: true}, "must be less than 5"},
		{"the lower one", toolerr.RuleTooSmall, toolerr.Detail{Limit: toolerr.Int(5), Beyond: true}, "must be greater than 5"},
		{"beyond, of a rule that has no words for it", toolerr.RuleTooLong, toolerr.Detail{Limit: toolerr.Int(5), Beyond: true}, "must have at most 5 characters"},
		{"what is counted", toolerr.RuleTooMany, toolerr.Detail{Limit: toolerr.Int(5), Of: toolerr.Name("members")}, "must have at most 5 members"},
		{"the type that it has", toolerr.RuleWrongType, toolerr.Detail{Names: name("integer"), Got: toolerr.Name("string")}, `has the wrong type; it must be "integer", not string`},
		{"a word that is not among the names", toolerr.RuleNotAllowed, toolerr.Detail{Names: append(name("a"), name("b")...), Word: toolerr.Quote("w")}, `must be one of "a" or "b"; "w" is not`},
		{"one of more names", toolerr.RuleNotAllowed, toolerr.Detail{Names: name("a")}, `is not one of the allowed values, such as "a"`},
		{"one of what is counted", toolerr.RuleTooMany, toolerr.Detail{Limit: toolerr.Int(1)}, "must have at most 1 item"},
		{"two in conflict", toolerr.RuleConflict, toolerr.Detail{Beside: toolerr.Quote("/b")}, `is in conflict with "/b"`},
		{"one that requires the other", toolerr.RuleDepends, toolerr.Detail{Beside: toolerr.Quote("/b")}, `requires "/b" beside it`},
		{"a word and a suggestion", toolerr.RuleUnknown, toolerr.Detail{Names: name("a"), Word: toolerr.Quote("w")}, `contains the name "w", which is not known; did you mean "a"?`},
		{"a limit before names, and its word", toolerr.RuleTooLarge, toolerr.Detail{Limit: toolerr.Int(5), Names: name("a"), Word: toolerr.Quote("w")}, `must be at most 5: "w"`},
		{"a rule that is not known", "brand_new", toolerr.Detail{}, "has an invalid value"},
		{"its limit", "brand_new", toolerr.Detail{Limit: toolerr.Int(5)}, "has an invalid value"},
		{"no rule", "", toolerr.Detail{Word: toolerr.Quote("w")}, `has an invalid value: "w"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.rule.Message(tt.d).String()) })
	}
}

func TestRules(t *testing.T) {
	assert.Len(t, toolerr.Rules(), 28)
	assert.IsIncreasing(t, toolerr.Rules())
	for _, r := range toolerr.Rules() {
		assert.True(t, r.Known())
		assert.Equal(t, strings.ToLower(string(r)), string(r))
	}
	assert.False(t, toolerr.Rule("").Known())
	assert.False(t, toolerr.Rule("REQUIRED").Known())
}
