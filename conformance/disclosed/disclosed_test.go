package disclosed_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/disclosed"
	"github.com/errand-go/errand/toolerr"
)

// A query is the call in these tests, with a misspelt column.
var query = adapter.Call{Arguments: json.RawMessage(`{"query":"SELECT emial FROM users"}`)}

func TestDisclose(t *testing.T) {
	misspelt := toolerr.Finding{Rule: toolerr.RuleNotFound, Word: "emial", Names: []string{"email_address"}}
	elsewhere := toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"filter.size"}, Value: "seven", Limit: "1234567890123"}
	tests := map[string]struct {
		refusal    toolerr.Refusal
		disclosure adapter.Disclosure
		problems   []string
		upstream   string
		withheld   []disclosed.Withheld
	}{
		"a name that the call does not have": {
			toolerr.Refusal{Findings: []toolerr.Finding{misspelt}},
			adapter.DisclosureKnown,
			[]string{`names "emial", which does not exist (line 1, column 8)`},
			"",
			[]disclosed.Withheld{{"email_address", "it is not a word of the call"}},
		},
		"the same where names are shown": {
			toolerr.Refusal{Findings: []toolerr.Finding{misspelt}},
			adapter.DisclosureNames,
			[]string{`names "emial", which does not exist; did you mean "email_address"? (line 1, column 8)`},
			"",
			[]disclosed.Withheld{},
		},
		"a place, a value and a number that cannot be shown": {
			toolerr.Refusal{Findings: []toolerr.Finding{elsewhere, elsewhere}},
			adapter.DisclosureKnown,
			[]string{"A value is too large"},
			"",
			[]disclosed.Withheld{
				{"filter.size", "it names no place of the call"},
				{"seven", "it is not a word of the call"},
				{"1234567890123", "its rule has no limit, or it is too long for one"},
			},
		},
		"a credential": {
			toolerr.Refusal{Findings: []toolerr.Finding{{Rule: toolerr.RuleBadValue, Word: "AKIA" + "QV7XERRANDFAULT0"}}},
			adapter.DisclosureNames,
			[]string{},
			"",
			[]disclosed.Withheld{{"(redacted)", "it looks like a credential"}},
		},
		"a sentence": {
			toolerr.Refusal{Message: "no such column"},
			adapter.DisclosureNames,
			[]string{"A value is not known"},
			"",
			[]disclosed.Withheld{{"no such column", "it is the service's sentence, which only DisclosureText tells"}},
		},
		"the same where texts are shown": {
			toolerr.Refusal{Message: "no such column"}, adapter.DisclosureText, []string{"A value is not known"}, "no such column", []disclosed.Withheld{},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := toolerr.New(toolerr.KindUpstreamValidationError, toolerr.Message{}, toolerr.WithRefusal(tt.refusal))
			adapted, ok := toolerr.Find(adapter.NewChain().WithDisclosure(tt.disclosure).Adapt(adapter.WithCall(t.Context(), query), te))
			require.True(t, ok)
			got := disclosed.Of(adapted, query, tt.disclosure)
			told := []string{}
			for _, p := range got.Problems {
				told = append(told, p.Problem)
			}
			assert.Equal(t, tt.problems, told)
			assert.Equal(t, tt.upstream, got.UpstreamMessage)
			assert.Equal(t, tt.withheld, got.Withheld)
			assert.Len(t, got.Findings, len(tt.refusal.Findings))
		})
	}
	assert.Nil(t, disclosed.Of(toolerr.Upstream(404, toolerr.Message{}), query, adapter.DisclosureText))
}

// A hint may name fields, and the payload has the code.
func TestDisclosedTextIsNotWithheld(t *testing.T) {
	te := toolerr.New(
		toolerr.KindUpstreamValidationError, toolerr.Message{}, toolerr.WithVendorCode("invalid"), toolerr.WithHint(toolerr.Msg("The service refuses the fields size (invalid) and owner.")),
		toolerr.WithRefusal(toolerr.Refusal{
			Message:  "invalid",
			Findings: []toolerr.Finding{{Rule: toolerr.RuleBadValue, Fields: []string{"size"}}, {Rule: toolerr.RuleBadValue, Fields: []string{"owner"}}, {Rule: toolerr.RuleBadValue, Fields: []string{"own"}}},
		}),
	)
	assert.Equal(t, []disclosed.Withheld{{"own", "it names no place of the call"}}, disclosed.Of(te, query, adapter.DisclosureKnown).Withheld)
}
