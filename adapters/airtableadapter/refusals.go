package airtableadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals: Airtable Web API, from issues of airtable.js and pyairtable.
var refusals = &refusal.Dialect{
	Body: (&refusal.List{At: [][]string{{"error"}}, Needs: []string{"message"}, Code: []string{"type"}, Text: []string{"message"}}).Read,
	Row:  table.Finding,
	Texts: []phrase.Pattern{
		{Text: "Unknown field names: {field}", Rule: toolerr.RuleUnknown, Source: "Airtable Web API: UNKNOWN_FIELD_NAME"},
		{Text: "Field \"{field}\" cannot accept a value because the field is computed", Rule: toolerr.RuleReadOnly, Source: "Airtable Web API: INVALID_VALUE_FOR_COLUMN"},
		{Text: "Cannot parse value for field {field}", Rule: toolerr.RuleBadFormat, Source: "Airtable Web API: INVALID_VALUE_FOR_COLUMN"},
		{Text: "Insufficient permissions to create new select option \"{value}\"", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "Value \"{value}\" is not a valid record ID", Rule: toolerr.RuleBadFormat, Source: "github.com/infinum/eightshift-forms/issues/420"},
		{Text: "Record ID {value} does not exist", Rule: toolerr.RuleNotFound, Source: "Airtable Web API: ROW_DOES_NOT_EXIST"},
		{Text: "Could not find field \"{field}\" in the request body", Rule: toolerr.RuleRequired, Source: "Airtable Web API: INVALID_REQUEST_MISSING_FIELDS"},
	},
}
