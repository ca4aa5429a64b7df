package sendgridadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals: SendGrid v3 API, Mail Send errors. The place is in a member.
var refusals = &refusal.Dialect{
	Body: (&refusal.List{At: [][]string{{"errors"}}, Needs: []string{"message", "field"}, Place: []string{"field"}, Code: []string{"error_id"}, Text: []string{"message"}}).Read, Texts: []phrase.Pattern{
		{Text: "Each email address in the personalization block should be unique between {}duplicate instance of [{word}]", Rule: toolerr.RuleDuplicate, Source: "SendGrid v3 API, Personalizations errors"},
		{Text: "{}is required for the {field} object", Rule: toolerr.RuleRequired, Source: "SendGrid v3 API"},
		{Text: "Invalid type. Expected: {name}, given: {}", Rule: toolerr.RuleWrongType, Source: "gojsonschema 1.2, locales.go, as SendGrid v3 API has it"},
	},
}
