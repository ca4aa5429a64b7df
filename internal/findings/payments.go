package findings

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// payments are payment services.
var payments = []shape{
	{name: "Square", members: []string{"errors"}, source: "Square API, Handling errors", read: (&listing{
		dialect: square, lists: [][]string{{"errors"}}, needs: []string{"category", "code"},
		place: []string{"field"}, code: []string{"code"}, text: []string{"detail"},
	}).read},
	{name: "PayPal", members: []string{"details"}, source: "PayPal REST API, Error responses", read: (&listing{
		dialect: payPal, lists: [][]string{{"details"}}, needs: []string{"issue"},
		place: []string{"field", "location_path"}, code: []string{"issue"}, text: []string{"description", "issue"}, value: []string{"value"},
	}).read},
	{name: "Adyen", members: []string{"invalidFields"}, source: "Adyen API, Error codes and response fields", read: (&listing{
		dialect: adyen, lists: [][]string{{"invalidFields"}}, needs: []string{"name"},
		place: []string{"name"}, code: []string{"InvalidField"}, text: []string{"message"}, value: []string{"value"},
	}).read},
	{name: "Adyen without fields", members: []string{"errorCode"}, source: "as above", read: (&listing{
		dialect: adyen, lists: [][]string{{}}, needs: []string{"errorCode", "errorType"}, code: []string{"errorCode"}, text: []string{"message"},
	}).read},
	{name: "Plaid", members: []string{"error_code"}, source: "Plaid API, Errors", read: readPlaid},
}

// Parameters is the dialect of services whose error object has "param", "code" and
// "message": Stripe, OpenAI, and the services compatible with OpenAI.
var Parameters = &Dialect{
	codes: []coded{
		// Stripe API, Error codes; stripe-go v84.4.1, error.go. Other codes are read by their
		// words.
		{code: "parameter_missing", rule: toolerr.RuleRequired},
		{code: "parameter_unknown", rule: toolerr.RuleUnknown},
		{code: "parameter_invalid_empty", rule: toolerr.RuleRequired},
		{code: "parameter_invalid_string_empty", rule: toolerr.RuleRequired},
		{code: "parameter_invalid_string_blank", rule: toolerr.RuleRequired},
		{code: "parameter_invalid_integer", rule: toolerr.RuleWrongType},
		{code: "parameters_exclusive", rule: toolerr.RuleConflict},
		{code: "resource_missing", rule: toolerr.RuleNotFound},
		{code: "resource_already_exists", rule: toolerr.RuleExistsAlready},
		{code: "bank_account_exists", rule: toolerr.RuleExistsAlready},
		{code: "amount_too_small", rule: toolerr.RuleTooSmall},
		{code: "amount_too_large", rule: toolerr.RuleTooLarge},
		{code: "invalid_charge_amount", rule: toolerr.RuleBadValue},
		{code: "charge_exceeds_source_limit", rule: toolerr.RuleTooLarge},
		{code: "email_invalid", rule: toolerr.RuleBadFormat},
		{code: "url_invalid", rule: toolerr.RuleBadFormat},
		{code: "invalid_characters", rule: toolerr.RuleBadFormat},
		{code: "country_unsupported", rule: toolerr.RuleUnsupported},
		{code: "charge_already_captured", rule: toolerr.RuleWrongState},
		{code: "charge_already_refunded", rule: toolerr.RuleWrongState},
		{code: "charge_disputed", rule: toolerr.RuleWrongState},
		{code: "charge_expired_for_capture", rule: toolerr.RuleWrongState},
		{code: "charge_not_refundable", rule: toolerr.RuleWrongState},
		{code: "coupon_expired", rule: toolerr.RuleWrongState},
		{code: "invoice_not_editable", rule: toolerr.RuleWrongState},
		{code: "invoice_upcoming_none", rule: toolerr.RuleNotFound},
		{code: "payment_intent_unexpected_state", rule: toolerr.RuleWrongState},
		{code: "payment_method_unexpected_state", rule: toolerr.RuleWrongState},
		{code: "setup_intent_unexpected_state", rule: toolerr.RuleWrongState},
		{code: "intent_invalid_state", rule: toolerr.RuleWrongState},
		{code: "product_inactive", rule: toolerr.RuleWrongState},
		{code: "sku_inactive", rule: toolerr.RuleWrongState},
		{code: "status_transition_invalid", rule: toolerr.RuleWrongState},
		{code: "token_already_used", rule: toolerr.RuleWrongState},
		{code: "token_in_use", rule: toolerr.RuleWrongState},
		{code: "customer_max_subscriptions", rule: toolerr.RuleWrongState},
		{code: "livemode_mismatch", rule: toolerr.RuleNotFound},
		// OpenAI API, seen in issues of openai-python, async-openai, codex and LibreChat.
		{code: "missing_required_parameter", rule: toolerr.RuleRequired},
		{code: "unknown_parameter", rule: toolerr.RuleUnknown},
		{code: "unsupported_parameter", rule: toolerr.RuleUnsupported},
		{code: "unsupported_value", rule: toolerr.RuleUnsupported},
		{code: "invalid_value", rule: toolerr.RuleBadValue},
		{code: "invalid_type", rule: toolerr.RuleWrongType},
		{code: "array_above_max_length", rule: toolerr.RuleTooMany},
		{code: "array_below_min_length", rule: toolerr.RuleTooFew},
		{code: "empty_array", rule: toolerr.RuleTooFew},
		{code: "string_above_max_length", rule: toolerr.RuleTooLong},
		{code: "string_below_min_length", rule: toolerr.RuleTooShort},
		{code: "empty_string", rule: toolerr.RuleTooShort},
		{code: "integer_above_max_value", rule: toolerr.RuleTooLarge},
		{code: "integer_below_min_value", rule: toolerr.RuleTooSmall},
		{code: "decimal_above_max_value", rule: toolerr.RuleTooLarge},
		{code: "decimal_below_min_value", rule: toolerr.RuleTooSmall},
		{code: "object_above_max_properties", rule: toolerr.RuleTooMany},
		{code: "invalid_base64", rule: toolerr.RuleBadFormat},
		{code: "invalid_image_format", rule: toolerr.RuleBadFormat},
		{code: "invalid_image_url", rule: toolerr.RuleBadFormat},
		{code: "invalid_json_schema", rule: toolerr.RuleBadValue},
		{code: "invalid_function_parameters", rule: toolerr.RuleBadValue},
		{code: "model_not_found", rule: toolerr.RuleNotFound, at: "model"},
		{code: "previous_response_not_found", rule: toolerr.RuleNotFound, at: "previous_response_id"},
		{code: "context_length_exceeded", rule: toolerr.RuleTooLong},
		{code: "invalid_image", rule: toolerr.RuleBadValue},
		{code: "duplicate_item", rule: toolerr.RuleDuplicate},
	},
	texts: []phrase.Pattern{
		// Stripe API; stripe-ruby, stripe-node and stripe-php issues and tests.
		{Text: "Missing required param: {field}.", Rule: toolerr.RuleRequired, Source: "stripe-mock, server.go; Stripe API"},
		{Text: "Received unknown parameter: {field}. Did you mean {name}?", Rule: toolerr.RuleUnknown, Source: "Stripe API"},
		{Text: "Received unknown parameter: {field}", Rule: toolerr.RuleUnknown, Source: "Stripe API"},
		{Text: "Received unknown parameters: {field}", Rule: toolerr.RuleUnknown, Source: "Stripe API"},
		{Text: "No such {}: '{value}'", Rule: toolerr.RuleNotFound, Source: "Stripe API since 2020"},
		{Text: "No such {}: {value}", Rule: toolerr.RuleNotFound, Source: "Stripe API before 2020"},
		{Text: "You passed an empty string for '{field}'", Rule: toolerr.RuleRequired, Source: "Stripe API"},
		{Text: "You may only specify one of these parameters: {field}, {field}.", Rule: toolerr.RuleConflict, Source: "Stripe API"},
		{Text: "Invalid integer: {value}", Rule: toolerr.RuleWrongType, Source: "Stripe API"},
		{Text: "Invalid decimal: {value}", Rule: toolerr.RuleWrongType, Source: "Stripe API"},
		{Text: "Invalid boolean: {value}", Rule: toolerr.RuleWrongType, Source: "Stripe API"},
		{Text: "Invalid array", Rule: toolerr.RuleWrongType, Source: "Stripe API"},
		{Text: "Invalid object", Rule: toolerr.RuleWrongType, Source: "Stripe API"},
		{Text: "Invalid currency: {value}. Stripe currently supports these currencies: {names}", Rule: toolerr.RuleNotAllowed, Source: "Stripe API"},
		{Text: "Invalid {}: must be one of {names}", Rule: toolerr.RuleNotAllowed, Source: "Stripe API"},
		{Text: "Invalid email address: {value}", Rule: toolerr.RuleBadFormat, Source: "Stripe API"},
		{Text: "Not a valid URL", Rule: toolerr.RuleBadFormat, Source: "Stripe API"},
		{Text: "…at least ${limit}", Rule: toolerr.RuleTooSmall, Source: "Stripe API, Error codes: amount_too_small"},
		{Text: "…at least €{limit}", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…at least £{limit}", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…at least ¥{limit}", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…at least {limit} cents", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "…no more than ${limit}", Rule: toolerr.RuleTooLarge, Source: "Stripe API, Error codes: amount_too_large"},
		{Text: "…no more than €{limit}", Rule: toolerr.RuleTooLarge, Source: "as above"},
		{Text: "…no more than £{limit}", Rule: toolerr.RuleTooLarge, Source: "as above"},
		{Text: "…no more than ¥{limit}", Rule: toolerr.RuleTooLarge, Source: "as above"},
		// OpenAI API, as above; the first form of each is the current one.
		{Text: "Missing required parameter: '{field}'", Rule: toolerr.RuleRequired, Source: "github.com/64bit/async-openai/issues/467"},
		{Text: "Unknown parameter: '{field}'", Rule: toolerr.RuleUnknown, Source: "github.com/fhswf/openai-ui/issues/127"},
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
		{Text: "Unrecognized request arguments supplied: {field}", Rule: toolerr.RuleUnknown, Source: "OpenAI API, 2023"},
		{Text: "'{field}' is a required property", Rule: toolerr.RuleRequired, Source: "python-jsonschema 4, _keywords.py, as OpenAI API of 2023 and vLLM have it"},
		{Text: "…Additional properties are not allowed ('{field}' was unexpected)", Rule: toolerr.RuleUnknown, Source: "as above"},
		{Text: "{value} is not of type '{name}' - '{field}'", Rule: toolerr.RuleWrongType, Source: "as above"},
		{Text: "{value} is not one of [{names}] - '{field}'", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "{value} is less than the minimum of {limit} - '{field}'", Rule: toolerr.RuleTooSmall, Source: "as above"},
		{Text: "{value} is greater than the maximum of {limit} - '{field}'", Rule: toolerr.RuleTooLarge, Source: "as above"},
		{Text: "{} is too short - '{field}'", Rule: toolerr.RuleTooFew, Source: "as above"},
		{Text: "{} is too long - '{field}'", Rule: toolerr.RuleTooMany, Source: "as above"},
		{Text: "{field} is too large: {value}. This model supports at most {limit} completion tokens", Rule: toolerr.RuleTooLarge, Source: "OpenAI API: max_tokens"},
		{Text: "The model `{value}` does not exist", Rule: toolerr.RuleNotFound, Source: "OpenAI API, vLLM, Groq: model_not_found"},
		{Text: "The model `{value}` has been deprecated", Rule: toolerr.RuleUnsupported, Source: "OpenAI API, Groq: model_decommissioned"},
		{Text: "{value} is not a valid model ID", Rule: toolerr.RuleNotFound, Source: "OpenRouter API, Errors"},
		{Text: "Invalid {field} value, the valid range of ", Source: "DeepSeek API: github.com/we0-dev/we0/issues/56"},
		{Text: "This model's maximum context length is {limit} tokens", Rule: toolerr.RuleTooLong, Source: "OpenAI API: context_length_exceeded"},
		{Text: "This model's maximum context length is", Rule: toolerr.RuleTooLong, Source: "OpenAI API: context_length_exceeded"},
	},
}

// square: Square API, Handling errors and ErrorCode. Other codes are read by their words.
var square = &Dialect{
	codes: []coded{
		{code: "VALUE_TOO_LONG", rule: toolerr.RuleTooLong},
		{code: "VALUE_TOO_SHORT", rule: toolerr.RuleTooShort},
		{code: "VALUE_EMPTY", rule: toolerr.RuleRequired},
		{code: "VALUE_TOO_LOW", rule: toolerr.RuleTooSmall},
		{code: "VALUE_TOO_HIGH", rule: toolerr.RuleTooLarge},
		{code: "ARRAY_EMPTY", rule: toolerr.RuleTooFew},
		{code: "EXPECTED_BASE64_ENCODED_BYTE_ARRAY", rule: toolerr.RuleBadFormat},
		{code: "INVALID_TIME", rule: toolerr.RuleBadFormat},
		{code: "INVALID_CURSOR", rule: toolerr.RuleBadFormat, at: "cursor"},
		{code: "INVALID_ENUM_VALUE", rule: toolerr.RuleNotAllowed},
		{code: "VERSION_MISMATCH", rule: toolerr.RuleStale},
		{code: "VALUE_REGEX_MISMATCH", rule: toolerr.RuleBadFormat},
		{code: "IDEMPOTENCY_KEY_REUSED", rule: toolerr.RuleConflict, at: "idempotency_key"},
		{code: "ONE_OF_FIELDS_REQUIRED", rule: toolerr.RuleRequired},
	},
	texts: []phrase.Pattern{
		{Text: "Missing required parameter: {field}", Rule: toolerr.RuleRequired, Source: "Square API: MISSING_REQUIRED_PARAMETER"},
		{Text: "Field must be set", Rule: toolerr.RuleRequired, Source: "Square API: MISSING_REQUIRED_PARAMETER"},
		{Text: "`{value}` is not a valid enum value for `{field}`", Rule: toolerr.RuleNotAllowed, Source: "Square API: INVALID_ENUM_VALUE"},
		{Text: "Expected {} value", Rule: toolerr.RuleWrongType, Source: "Square API: EXPECTED_INTEGER"},
	},
}

// payPal: PayPal REST API, Error messages of Orders v2 and Payments v2. Its fields are
// JSON pointers.
var payPal = &Dialect{codes: []coded{
	{code: "INVALID_STRING_LENGTH", rule: toolerr.RuleTooLong},
	{code: "INVALID_STRING_MAX_LENGTH", rule: toolerr.RuleTooLong},
	{code: "INVALID_STRING_MIN_LENGTH", rule: toolerr.RuleTooShort},
	{code: "INVALID_ARRAY_MAX_ITEMS", rule: toolerr.RuleTooMany},
	{code: "INVALID_ARRAY_MIN_ITEMS", rule: toolerr.RuleTooFew},
	{code: "INVALID_ARRAY_LENGTH", rule: toolerr.RuleTooMany},
	{code: "INVALID_INTEGER_MAX_VALUE", rule: toolerr.RuleTooLarge},
	{code: "INVALID_INTEGER_MIN_VALUE", rule: toolerr.RuleTooSmall},
	{code: "CANNOT_BE_ZERO_OR_NEGATIVE", rule: toolerr.RuleTooSmall},
	{code: "DECIMAL_PRECISION", rule: toolerr.RuleBadFormat},
	{code: "INVALID_CURRENCY_CODE", rule: toolerr.RuleNotAllowed},
	{code: "INVALID_COUNTRY_CODE", rule: toolerr.RuleNotAllowed},
	{code: "INVALID_RESOURCE_ID", rule: toolerr.RuleNotFound},
	{code: "DUPLICATE_INVOICE_ID", rule: toolerr.RuleExistsAlready},
	{code: "AMOUNT_MISMATCH", rule: toolerr.RuleConflict},
	{code: "ITEM_TOTAL_MISMATCH", rule: toolerr.RuleConflict},
	{code: "MAX_VALUE_EXCEEDED", rule: toolerr.RuleTooLarge},
	{code: "REFERENCE_ID_NOT_FOUND", rule: toolerr.RuleNotFound},
	{code: "NOT_PATCHABLE", rule: toolerr.RuleImmutable},
	{code: "FIELD_NOT_PATCHABLE", rule: toolerr.RuleImmutable},
	{code: "ORDER_ALREADY_CAPTURED", rule: toolerr.RuleWrongState},
	{code: "ORDER_NOT_APPROVED", rule: toolerr.RuleWrongState},
}}

// adyen: Adyen API, Error codes.
var adyen = &Dialect{texts: []phrase.Pattern{
	{Text: "Required field '{field}' is not provided", Rule: toolerr.RuleRequired, Source: "Adyen API, error code 130 and others"},
	{Text: "Required object '{field}' is not provided", Rule: toolerr.RuleRequired, Source: "Adyen API, error code 167"},
	{Text: "Structure of {} contains the following unknown fields: [{word}]", Rule: toolerr.RuleUnknown, Source: "Adyen API, error code 702"},
	{Text: "Unexpected input: {}expected: {name}", Rule: toolerr.RuleWrongType, Source: "Adyen API, error code 702"},
	{Text: "Field '{field}' is not valid", Rule: toolerr.RuleBadValue, Source: "Adyen API, error code 702"},
	{Text: "Invalid {field} provided", Rule: toolerr.RuleBadValue, Source: "Adyen API, error codes 138 and 901"},
}}

// plaid are the codes whose sentence ends with a list of fields.
var plaid = map[string]toolerr.Rule{
	"MISSING_FIELDS": toolerr.RuleRequired, "UNKNOWN_FIELDS": toolerr.RuleUnknown, "INVALID_FIELD": toolerr.RuleBadValue,
}

// readPlaid reads an error of Plaid, which has the places at the end or the beginning of
// its sentence.
func readPlaid(d doc) (all []toolerr.Finding) {
	code := d.root.Member("error_code").Str()
	rule, ok := plaid[code]
	text := d.root.Member("error_message").Str()
	if !ok || !d.root.Member("error_type").IsString() {
		return nil
	}
	if rule == toolerr.RuleBadValue {
		field, rest, _ := strings.Cut(text, " ")
		return (&Dialect{}).read(Statement{Fields: []string{field}, Code: code, Text: rest})
	}
	_, list, _ := strings.Cut(text, ": ")
	for _, field := range phrase.Names(list) {
		all = append(all, toolerr.Finding{Rule: rule, Fields: []string{field}})
	}
	return all
}
