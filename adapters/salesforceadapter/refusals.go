package salesforceadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals: Salesforce SOAP API Developer Guide, ExceptionCode and StatusCode.
var refusals = &refusal.Dialect{
	Body: (&refusal.List{At: [][]string{{}, {"errors"}}, Needs: []string{"message"}, Place: []string{"fields"}, Code: []string{"errorCode", "statusCode"}, Text: []string{"message"}}).Read,
	Row:  table.Finding,
	Texts: []phrase.Pattern{
		{Text: "…ERROR at Row:{line}:Column:{column}\nNo such column '{word}' on entity '{}'", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…No such column '{field}' on sobject of type {}", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a record"},
		{Text: "…No such column '{word}' on entity '{}'", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nDidn't understand relationship '{word}'", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nsObject type '{word}' is not supported", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_TYPE in a query"},
		{Text: "…sObject type '{word}' is not supported", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_TYPE"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nvalue of filter criterion for field '{word}' must be of type {}", Rule: toolerr.RuleWrongType, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nfield '{word}' can not be filtered", Rule: toolerr.RuleUnsupported, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nunexpected token: '{word}'", Rule: toolerr.RuleSyntax, Source: "Salesforce REST API: MALFORMED_QUERY"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nunexpected token: {word}", Rule: toolerr.RuleSyntax, Source: "Salesforce REST API: MALFORMED_QUERY"},
		{Text: "…ERROR at Row:{line}:Column:{column}", Source: "Salesforce REST API"},
		{Text: "{}: bad value for restricted picklist field: {value}", Rule: toolerr.RuleNotAllowed, Source: "Salesforce REST API: INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"},
		{Text: "{}: invalid email address: {value}", Rule: toolerr.RuleBadFormat, Source: "Salesforce REST API: INVALID_EMAIL_ADDRESS"},
		{Text: "duplicate value found: {field} duplicates value on record", Rule: toolerr.RuleExistsAlready, Source: "Salesforce REST API: DUPLICATE_VALUE"},
		{Text: "Unable to create/update fields: {field}.", Rule: toolerr.RuleReadOnly, Source: "Salesforce REST API: INVALID_FIELD_FOR_INSERT_UPDATE"},
		{Text: "Cannot deserialize instance of {} from {} value {value} or request may be missing a required field at [line:{line}, column:{column}]", Rule: toolerr.RuleWrongType, Source: "Salesforce REST API: JSON_PARSER_ERROR"},
	},
}
