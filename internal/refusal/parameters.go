package refusal

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// Parameters is the dialect of services whose error object has "param", "code" and
// "message": Stripe, OpenAI, and the services compatible with OpenAI.
var Parameters = &Dialect{
	// Stripe API, Error codes; stripe-go v84.4.1, error.go. OpenAI API, seen in issues of
	// openai-python, async-openai, codex and LibreChat. Other codes are read by their words.
	codes: []coded{
		{codes: "resource_missing, invoice_upcoming_none, livemode_mismatch", rule: toolerr.RuleNotFound},
		{codes: "bank_account_exists", rule: toolerr.RuleExistsAlready},
		{codes: "charge_exceeds_source_limit", rule: toolerr.RuleTooLarge},
		{codes: "url_invalid, invalid_characters, invalid_base64, invalid_image_url", rule: toolerr.RuleBadFormat},
		{codes: "charge_already_captured, charge_already_refunded, charge_disputed, charge_expired_for_capture, charge_not_refundable, coupon_expired, invoice_not_editable, product_inactive, status_transition_invalid", rule: toolerr.RuleWrongState},
		{codes: "payment_intent_unexpected_state, payment_method_unexpected_state, setup_intent_unexpected_state, token_already_used, token_in_use, customer_max_subscriptions, sku_inactive", rule: toolerr.RuleWrongState},
		{codes: "array_above_max_length, object_above_max_properties", rule: toolerr.RuleTooMany},
		{codes: "array_below_min_length, empty_array", rule: toolerr.RuleTooFew},
		{codes: "empty_string", rule: toolerr.RuleTooShort},
		{codes: "model_not_found", rule: toolerr.RuleNotFound, at: "model"},
		{codes: "previous_response_not_found", rule: toolerr.RuleNotFound, at: "previous_response_id"},
		{codes: "context_length_exceeded", rule: toolerr.RuleTooLong},
		{codes: "duplicate_item", rule: toolerr.RuleDuplicate},
	},
	texts: []phrase.Pattern{
		// Stripe API; stripe-ruby, stripe-node and stripe-php issues and tests.
		{Text: "Missing required param: {field}.", Rule: toolerr.RuleRequired, Source: "stripe-mock, server.go; Stripe API"},
		{Text: "Received unknown parameter: {field}. Did you mean {name}?", Rule: toolerr.RuleUnknown, Source: "Stripe API"},
		{Text: "Received unknown parameters: {field}", Rule: toolerr.RuleUnknown, Source: "Stripe API"},
		{Text: "No such {}: '{value}'", Rule: toolerr.RuleNotFound, Source: "Stripe API since 2020"},
		{Text: "No such {}: {value}", Rule: toolerr.RuleNotFound, Source: "Stripe API before 2020"},
		{Text: "You passed an empty string for '{field}'", Rule: toolerr.RuleRequired, Source: "Stripe API"},
		{Text: "You may only specify one of these parameters: {field}, {field}.", Rule: toolerr.RuleConflict, Source: "Stripe API"},
		{Text: "Invalid currency: {value}. Stripe currently supports these currencies: {names}", Rule: toolerr.RuleNotAllowed, Source: "Stripe API"},
		{Text: "Invalid {}: must be one of {names}", Rule: toolerr.RuleNotAllowed, Source: "Stripe API"},
		{Text: "…at least ${limit}", Rule: toolerr.RuleTooSmall, Source: "Stripe API, Error codes: amount_too_small"},
		{Text: "…at least €{limit}", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…at least £{limit}", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…at least {limit} cents", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…no more than ${limit}", Rule: toolerr.RuleTooLarge, Source: "Stripe API, Error codes: amount_too_large"},
		{Text: "…no more than €{limit}", Rule: toolerr.RuleTooLarge, Source: "as above"},
		{Text: "…no more than £{limit}", Rule: toolerr.RuleTooLarge, Source: "as above"},
		// OpenAI API, as above; the first form of each is the current one.
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
