package refusal

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// twilio has the error numbers that name a parameter in Twilio's error dictionary.
var twilio = &Dialect{
	codes: []coded{
		{codes: "20404", rule: toolerr.RuleNotFound},
		{codes: "21201, 21604", rule: toolerr.RuleRequired, at: "To"},
		{codes: "21211", rule: toolerr.RuleBadFormat, at: "To"},
		{codes: "21214", rule: toolerr.RuleBadValue, at: "To"},
		{codes: "21216, 21408, 21608", rule: toolerr.RuleNotPermitted, at: "To"},
		{codes: "21265, 21614, 21635, 60205", rule: toolerr.RuleUnsupported, at: "To"},
		{codes: "21610", rule: toolerr.RuleWrongState, at: "To"},
		{codes: "21266, 21612", rule: toolerr.RuleConflict, at: "To From"},
		{codes: "21213, 21603", rule: toolerr.RuleRequired, at: "From"},
		{codes: "21212", rule: toolerr.RuleBadFormat, at: "From"},
		{codes: "21210, 21606, 21659, 21660", rule: toolerr.RuleNotPermitted, at: "From"},
		{codes: "21601", rule: toolerr.RuleUnsupported, at: "From"},
		{codes: "63007", rule: toolerr.RuleNotFound, at: "From"},
		{codes: "21217, 21401, 21421", rule: toolerr.RuleBadFormat, at: "PhoneNumber"},
		{codes: "21205, 21402", rule: toolerr.RuleBadFormat, at: "Url"},
		{codes: "21602, 21619", rule: toolerr.RuleRequired, at: "Body"},
		{codes: "21605", rule: toolerr.RuleTooLong, at: "Body", limit: "160"},
		{codes: "21617", rule: toolerr.RuleTooLong, at: "Body", limit: "1600"},
		{codes: "21618", rule: toolerr.RuleBadValue, at: "Body"},
		{codes: "21609", rule: toolerr.RuleBadFormat, at: "StatusCallback"},
		{codes: "21620", rule: toolerr.RuleBadFormat, at: "MediaUrl"},
		{codes: "21623", rule: toolerr.RuleTooMany, at: "MediaUrl", limit: "10"},
		{codes: "21654", rule: toolerr.RuleNotFound, at: "ContentSid"},
		{codes: "21656", rule: toolerr.RuleBadFormat, at: "ContentVariables"},
		{codes: "21703, 21704", rule: toolerr.RuleWrongState, at: "MessagingServiceSid"},
		{codes: "35118", rule: toolerr.RuleRequired, at: "MessagingServiceSid"},
		{codes: "35111", rule: toolerr.RuleBadValue, at: "SendAt"},
		{codes: "35114", rule: toolerr.RuleRequired, at: "SendAt"},
		{codes: "60202", rule: toolerr.RuleWrongState},
	},
	texts: []phrase.Pattern{
		{Text: "The '{field}' number {value} is not", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21211"},
		{Text: "The '{field}' number: {value}, is not", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21614"},
		{Text: "Invalid '{field}' Phone Number: {value}", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21211 and 21212"},
		{Text: "The number {value} is not a valid phone number", Rule: toolerr.RuleBadFormat, Source: "Twilio error dictionary, 21211"},
		{Text: "A '{field}' phone number is required", Rule: toolerr.RuleRequired, Source: "Twilio error dictionary, 21603 and 21604"},
		{Text: "The requested resource {} was not found", Rule: toolerr.RuleNotFound, Source: "Twilio error dictionary, 20404"},
	},
}

// Twilio returns the refusal in an error number of Twilio and its sentence.
func Twilio(number int, text string) toolerr.Refusal {
	s := Statement{Code: strconv.Itoa(number), Text: text}
	return twilio.Refusal(text, s)
}

func readTwilio(d doc) []toolerr.Finding {
	if !strings.Contains(d.root.Member("more_info").Str(), "twilio.com/docs/") && !d.root.Member("userError").Exists() {
		return nil
	}
	return Twilio(d.root.Member("code").Int(), d.root.Member("message").Str()).Findings
}

// sendGrid: SendGrid v3 API, Mail Send errors. The place is in a member.
var sendGrid = &Dialect{texts: []phrase.Pattern{
	{Text: "Each email address in the personalization block should be unique between {}duplicate instance of [{word}]", Rule: toolerr.RuleDuplicate, Source: "SendGrid v3 API, Personalizations errors"},
	{Text: "{}is required for the {field} object", Rule: toolerr.RuleRequired, Source: "SendGrid v3 API"},
	{Text: "Invalid type. Expected: {name}, given: {}", Rule: toolerr.RuleWrongType, Source: "gojsonschema 1.2, locales.go, as SendGrid v3 API has it"},
}}
