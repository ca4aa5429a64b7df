package hubspotadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals: HubSpot API, Error handling; the errors of properties.
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Codes: []refusal.Coded{
		{Codes: "INVALID_OPTION", Rule: toolerr.RuleNotAllowed},
		{Codes: "INVALID_LONG, INVALID_NUMERIC_PARSING", Rule: toolerr.RuleWrongType},
		{Codes: "INVALID_DATE, FAILED_TO_PARSE", Rule: toolerr.RuleBadFormat},
		{Codes: "INVALID_OWNER_ID", Rule: toolerr.RuleNotFound},
	},
	Texts: []phrase.Pattern{
		{Text: "Property \"{field}\" does not exist", Rule: toolerr.RuleUnknown, Source: "github.com/hubspot-net/HubSpot.NET/issues/50"},
		{Text: "{value} was not one of the allowed options: [{names}]", Rule: toolerr.RuleNotAllowed, Source: "HubSpot API, CRM properties: INVALID_OPTION"},
		{Text: "{value} was not one of the allowed options", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "{value} was not a valid {name}", Rule: toolerr.RuleBadFormat, Source: "HubSpot API, CRM properties: INVALID_INTEGER"},
		{Text: "{field} cannot be missing or null", Rule: toolerr.RuleRequired, Source: "github.com/HubSpot/hubspot-php/issues/344"},
		{Text: "Invalid input JSON on line {line}, column {column}: Cannot deserialize", Rule: toolerr.RuleWrongType, Source: "HubSpot API: VALIDATION_ERROR"},
		{Text: "Invalid input JSON on line {line}, column {column}", Rule: toolerr.RuleSyntax, Source: "HubSpot API: VALIDATION_ERROR"},
	},
}

// results are the forms of a list of problems.
var results = refusal.List{
	At: [][]string{{"validationResults"}, {"propertiesErrors"}, {"errors"}}, Needs: []string{"message"},
	Place: []string{"name", "in", "context.propertyName", "context.properties", "context.missingProperties"}, Code: []string{"error", "code", "errorType"}, Text: []string{"message"},
}

// readRefusal reads the results of a validation, which older APIs write into the sentence as
// JSON, and the errors of newer ones.
func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	if i := strings.Index(d.Sentence, ": [{"); i >= 0 {
		inner, _ := jsontree.Parse(d.Sentence[i+2:], jsontree.Limits{Depth: 8, Values: 1000})
		d.Root.Kids = append(slices.Clip(d.Root.Kids), jsontree.Node{Key: "validationResults", Kind: '[', Kids: inner.Kids})
	}
	if all := results.Read(v, d); len(all) > 0 {
		return all
	}
	return v.Findings(refusal.Statement{Text: d.Sentence})
}
