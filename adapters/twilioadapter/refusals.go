package twilioadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the error numbers that name a parameter in Twilio's error dictionary.
var refusals = &refusal.Dialect{
	Body: (&refusal.List{At: [][]string{{}}, Code: []string{"code"}, Text: []string{"message"}}).Read,
	Row:  table.Finding,
	Codes: []refusal.Coded{ // numbers that share a row and not the place
		{Codes: "21214", Rule: toolerr.RuleBadValue, At: "To"},
		{Codes: "21216, 21408, 21608", Rule: toolerr.RuleNotPermitted, At: "To"},
		{Codes: "21265, 21614, 21635, 60205", Rule: toolerr.RuleUnsupported, At: "To"},
		{Codes: "21266, 21612", Rule: toolerr.RuleConflict, At: "To From"},
		{Codes: "21212", Rule: toolerr.RuleBadFormat, At: "From"},
		{Codes: "21210, 21606, 21659, 21660", Rule: toolerr.RuleNotPermitted, At: "From"},
		{Codes: "21601", Rule: toolerr.RuleUnsupported, At: "From"},
		{Codes: "63007", Rule: toolerr.RuleNotFound, At: "From"},
		{Codes: "21217, 21401, 21421", Rule: toolerr.RuleBadFormat, At: "PhoneNumber"},
		{Codes: "21205, 21402", Rule: toolerr.RuleBadFormat, At: "Url"},
		{Codes: "21619", Rule: toolerr.RuleRequired, At: "Body"},
		{Codes: "21605", Rule: toolerr.RuleTooLong, At: "Body", Limit: "160"},
		{Codes: "21618", Rule: toolerr.RuleBadValue, At: "Body"},
		{Codes: "21609", Rule: toolerr.RuleBadFormat, At: "StatusCallback"},
		{Codes: "21620", Rule: toolerr.RuleBadFormat, At: "MediaUrl"},
		{Codes: "21623", Rule: toolerr.RuleTooMany, At: "MediaUrl", Limit: "10"},
		{Codes: "21654", Rule: toolerr.RuleNotFound, At: "ContentSid"},
		{Codes: "21656", Rule: toolerr.RuleBadFormat, At: "ContentVariables"},
		{Codes: "35118", Rule: toolerr.RuleRequired, At: "MessagingServiceSid"},
		{Codes: "35111", Rule: toolerr.RuleBadValue, At: "SendAt"},
		{Codes: "35114", Rule: toolerr.RuleRequired, At: "SendAt"},
		{Codes: "60202", Rule: toolerr.RuleWrongState},
	},
	Texts: []phrase.Pattern{
		{Text: "The '{field}' number {value} is not", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21211"},
		{Text: "The '{field}' number: {value}, is not", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21614"},
		{Text: "Invalid '{field}' Phone Number: {value}", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21211 and 21212"},
		{Text: "The number {value} is not a valid phone number", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21211"},
		{Text: "A '{field}' phone number is required", Rule: toolerr.RuleRequired, Source: "Twilio error dictionary, 21603 and 21604"},
		{Text: "The requested resource {} was not found", Rule: toolerr.RuleNotFound, Source: "Twilio error dictionary, 20404"},
	},
}
