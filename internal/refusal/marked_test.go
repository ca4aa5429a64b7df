package refusal

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

func TestMarked(t *testing.T) {
	for text, want := range map[string][]toolerr.Finding{
		"Param \"email\" is not optional.":                        {{Rule: toolerr.RuleRequired, Fields: []string{"email"}}},
		"Missing required property: connection":                   {{Rule: toolerr.RuleRequired, Fields: []string{"connection"}}},
		"Missing parameter(s): email, password":                   {{Rule: toolerr.RuleRequired, Fields: []string{"email"}}, {Rule: toolerr.RuleRequired, Fields: []string{"password"}}},
		"Unexpected argument(s): depoy":                           {{Rule: toolerr.RuleUnknown, Fields: []string{"depoy"}}},
		"Missing argument name":                                   {{Rule: toolerr.RuleRequired, Fields: []string{"name"}}},
		"Validation failed for field \"n\". Value can't be empty": {{Rule: toolerr.RuleRequired, Fields: []string{"n"}}},
		"Param type must be one of [a, b]":                        {{Rule: toolerr.RuleNotAllowed, Fields: []string{"type"}, Names: []string{"a", "b"}}},
		"Value was not of type 'String' at path 'title'.":         {{Rule: toolerr.RuleWrongType, Fields: []string{"title"}}},
		"Referenced column \"emial\" not found in FROM clause":    {{Rule: toolerr.RuleUnknown, Word: "emial"}},
		"Invalid region, please choose a valid region.":           {{Rule: toolerr.RuleBadValue, Fields: []string{"region"}}},
		"Invalid value for start: Invalid datetime":               {{Rule: toolerr.RuleBadFormat, Fields: []string{"start"}}},
		"column [age]: type mismatch: expected int":               {{Rule: toolerr.RuleWrongType, Fields: []string{"age"}}},
		"API key is missing":                                      nil,
		"See the documentation.":                                  nil,
		"Rate limit exceeded, retry in 5 seconds":                 nil,
		"The server could not process the request.":               nil,
	} {
		assert.Equal(t, want, marked(text), text)
	}
}
