package openaiadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the codes of OpenAI, seen in issues of openai-python, async-openai, codex and
// LibreChat. Other codes are read by their words.
var refusals = &refusal.Dialect{
	Body: (&refusal.List{At: [][]string{{"error"}}, Needs: []string{"message"}, Place: []string{"param"}, Code: []string{"code"}, Text: []string{"message"}}).Read,
	Row:  table.Finding,
	Codes: []refusal.Coded{
		{Codes: "invalid_base64", Rule: toolerr.RuleBadFormat},
		{Codes: "array_above_max_length, object_above_max_properties", Rule: toolerr.RuleTooMany},
		{Codes: "array_below_min_length, empty_array", Rule: toolerr.RuleTooFew},
		{Codes: "empty_string", Rule: toolerr.RuleTooShort},
		{Codes: "previous_response_not_found", Rule: toolerr.RuleNotFound, At: "previous_response_id"},
		{Codes: "duplicate_item", Rule: toolerr.RuleDuplicate},
	},
	Texts: []phrase.Pattern{
		// The first form of each is the current one.
		{Text: "Unsupported parameter: '{field}' is not supported with this model. Use '{name}' instead", Rule: toolerr.RuleUnsupported, Source: "OpenAI API, reasoning models: max_tokens"},
		{Text: "Unsupported parameter: '{field}'", Rule: toolerr.RuleUnsupported, Source: "OpenAI API, reasoning models"},
		{Text: "Unsupported value: '{field}' does not support {value} with this model", Rule: toolerr.RuleUnsupported, Source: "OpenAI API, reasoning models"},
		{Text: "Invalid value: '{value}'. Supported values are: {names}", Rule: toolerr.RuleNotAllowed, Source: "OpenAI API: messages[0].role"},
		{Text: "Invalid value: '{value}'. Value must be '{name}'", Rule: toolerr.RuleNotAllowed, Source: "OpenAI API: response_format"},
		{Text: "Invalid '{field}': string does not match pattern", Rule: toolerr.RuleBadFormat, Source: "OpenAI API: tools[0].function.name"},
		{Text: "Invalid '{field}': '{value}'", Rule: toolerr.RuleBadFormat, Source: "OpenAI API: previous_response_id: Expected an ID that begins with 'resp'"},
		{Text: "Invalid '{field}': ", Source: "OpenAI API"},
		{Text: "Invalid type for '{field}': expected one of {}, but got", Rule: toolerr.RuleWrongType, Source: "OpenAI API: messages[0].content"},
		{Text: "Invalid type for '{field}': expected {name}, but got", Rule: toolerr.RuleWrongType, Source: "OpenAI API"},
		{Text: "Unrecognized request argument supplied: {field}", Rule: toolerr.RuleUnknown, Source: "OpenAI API, 2023"},
		{Text: "{field} is too large: {value}. This model supports at most {limit} completion tokens", Rule: toolerr.RuleTooLarge, Source: "OpenAI API: max_tokens"},
		{Text: "The model `{value}` does not exist", Rule: toolerr.RuleNotFound, Source: "OpenAI API, vLLM, Groq: model_not_found"},
		{Text: "The model `{value}` has been deprecated", Rule: toolerr.RuleUnsupported, Source: "OpenAI API, Groq: model_decommissioned"},
		{Text: "Invalid {field} value, the valid range of ", Source: "DeepSeek API: github.com/we0-dev/we0/issues/56"},
		{Text: "This model's maximum context length is {limit} tokens", Rule: toolerr.RuleTooLong, Source: "OpenAI API: context_length_exceeded"},
	},
}
