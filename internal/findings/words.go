package findings

import (
	"strings"
	"unicode"

	"github.com/errand-go/errand/toolerr"
)

// codeWords are parts of codes, in words with "_" between them. The first match is used, so
// specific parts come before general ones.
var codeWords = []struct {
	part   string
	rule   toolerr.Rule
	source string
}{
	{"_mandatory_", toolerr.RuleRequired, "Zoho CRM API, MANDATORY_NOT_FOUND"},
	{"_not_found_", toolerr.RuleNotFound, "Square API, Error codes: NOT_FOUND"},
	{"_no_such_", toolerr.RuleNotFound, "Amazon S3, Error responses: NoSuchKey"},
	{"_does_not_exist_", toolerr.RuleNotFound, "PayPal API, Errors: RESOURCE_DOES_NOT_EXIST"},
	{"_doesnt_exist_", toolerr.RuleUnknown, "HubSpot API, Errors: PROPERTY_DOESNT_EXIST"},
	{"_unknown_", toolerr.RuleUnknown, "Stripe API, Error codes: parameter_unknown"},
	{"_unrecognized_", toolerr.RuleUnknown, "zod 4.6, ZodIssueCode: unrecognized_keys"},
	{"_unexpected_", toolerr.RuleUnknown, "Square API, Error codes: UNEXPECTED_VALUE"},
	{"_too_long_", toolerr.RuleTooLong, "Square API, Error codes: VALUE_TOO_LONG"},
	{"_max_length_", toolerr.RuleTooLong, "Discord API, Error messages: BASE_TYPE_MAX_LENGTH"},
	{"_too_short_", toolerr.RuleTooShort, "Square API, Error codes: VALUE_TOO_SHORT"},
	{"_min_length_", toolerr.RuleTooShort, "Discord API, Error messages: BASE_TYPE_MIN_LENGTH"},
	{"_min_", toolerr.RuleTooSmall, "PocketBase 0.30: validation_min_greater_equal_than_required"},
	{"_max_", toolerr.RuleTooLarge, "as above: validation_max_less_equal_than_required"},
	{"_too_many_", toolerr.RuleTooMany, "Shopify Admin API, ErrorCode: TOO_MANY_ARGUMENTS"},
	{"_too_few_", toolerr.RuleTooFew, "Shopify Admin API, error codes: TOO_FEW_..."},
	{"_too_large_", toolerr.RuleTooLarge, "Stripe API, Error codes: amount_too_large"},
	{"_too_big_", toolerr.RuleTooLarge, "zod 4.6, ZodIssueCode: too_big"},
	{"_too_high_", toolerr.RuleTooLarge, "Square API, Error codes: VALUE_TOO_HIGH"},
	{"_above_max_", toolerr.RuleTooLarge, "OpenAI API: integer_above_max_value"},
	{"_greater_than_or_equal_", toolerr.RuleTooSmall, "Shopify Admin API, ErrorCode: GREATER_THAN_OR_EQUAL_TO"},
	{"_greater_than_", toolerr.RuleTooSmall, "Shopify Admin API, ErrorCode: GREATER_THAN"},
	{"_less_than_", toolerr.RuleTooLarge, "Shopify Admin API, ErrorCode: LESS_THAN"},
	{"_too_small_", toolerr.RuleTooSmall, "Stripe API, Error codes: amount_too_small"},
	{"_too_low_", toolerr.RuleTooSmall, "Square API, Error codes: VALUE_TOO_LOW"},
	{"_below_min_", toolerr.RuleTooSmall, "OpenAI API: integer_below_min_value"},
	{"_negative_", toolerr.RuleTooSmall, "PayPal API, Errors: CANNOT_BE_NEGATIVE"},
	{"_already_exists_", toolerr.RuleExistsAlready, "Stripe API, Error codes: resource_already_exists"},
	{"_taken_", toolerr.RuleExistsAlready, "Shopify Admin API, ErrorCode: TAKEN"},
	{"_duplicate_", toolerr.RuleExistsAlready, "Zendesk API, Errors: DuplicateValue"},
	{"_unique_", toolerr.RuleExistsAlready, "drf-exceptions-hog 0.4, unique"},
	{"_version_mismatch_", toolerr.RuleStale, "Square API, Error codes: VERSION_MISMATCH"},
	{"_read_only_", toolerr.RuleReadOnly, "HubSpot API, Errors: READ_ONLY_VALUE"},
	{"_immutable_", toolerr.RuleImmutable, "Plaid API and Square API, Error codes: IMMUTABLE"},
	{"_change_not_allowed_", toolerr.RuleImmutable, "Azure Compute: PropertyChangeNotAllowed"},
	{"_missing_", toolerr.RuleRequired, "Stripe API, Error codes: parameter_missing"},
	{"_required_", toolerr.RuleRequired, "PayPal API, Errors: MISSING_REQUIRED_PARAMETER"},
	{"_blank_", toolerr.RuleRequired, "Zendesk API, Errors: BlankValue"},
	{"_null_", toolerr.RuleRequired, "Microsoft REST API Guidelines, Error condition responses: NullValue"},
	{"_empty_", toolerr.RuleRequired, "Stripe API, Error codes: parameter_invalid_empty"},
	{"_unsupported_", toolerr.RuleUnsupported, "OpenAI API: unsupported_parameter"},
	{"_not_supported_", toolerr.RuleUnsupported, "PayPal API, Errors: CURRENCY_NOT_SUPPORTED"},
	{"_expected_", toolerr.RuleWrongType, "Square API, Error codes: EXPECTED_STRING"},
	{"_invalid_type_", toolerr.RuleWrongType, "OpenAI API: invalid_type"},
	{"_incorrect_type_", toolerr.RuleWrongType, "Square API, Error codes: INCORRECT_TYPE"},
	{"_type_conversion_", toolerr.RuleWrongType, "Javalin 6, TYPE_CONVERSION_FAILED"},
	{"_type_mismatch_", toolerr.RuleWrongType, "several vocabularies"},
	{"_type_convert_", toolerr.RuleWrongType, "Discord API, Error messages: LIST_TYPE_CONVERT"},
	{"_type_coerce_", toolerr.RuleWrongType, "Discord API, Error messages: NUMBER_TYPE_COERCE"},
	{"_invalid_integer_", toolerr.RuleWrongType, "Stripe API, Error codes: parameter_invalid_integer; HubSpot API, INVALID_INTEGER"},
	{"_format_", toolerr.RuleBadFormat, "Zendesk API, Errors: InvalidFormat"},
	{"_syntax_", toolerr.RuleBadFormat, "PayPal API, Errors: INVALID_PARAMETER_SYNTAX"},
	{"_malformed_", toolerr.RuleBadFormat, "Microsoft REST API Guidelines, Error condition responses: MalformedValue"},
	{"_regex_", toolerr.RuleBadFormat, "Discord API, Error messages: STRING_TYPE_REGEX"},
	{"_email_", toolerr.RuleBadFormat, "HubSpot API, Errors: INVALID_EMAIL; Square API, INVALID_EMAIL_ADDRESS"},
	{"_choices_", toolerr.RuleNotAllowed, "Discord API, Error messages: BASE_TYPE_CHOICES"},
	{"_option_", toolerr.RuleNotAllowed, "HubSpot API, Errors: INVALID_OPTION"},
	{"_inclusion_", toolerr.RuleNotAllowed, "Shopify Admin API, ErrorCode: INCLUSION"},
	{"_enum_", toolerr.RuleNotAllowed, "Square API, Error codes: INVALID_ENUM_VALUE"},
	{"_exclusive_", toolerr.RuleConflict, "Stripe API, Error codes: parameters_exclusive"},
	{"_conflict_", toolerr.RuleConflict, "Square API, Error codes: CONFLICTING_PARAMETERS"},
	{"_conflicting_", toolerr.RuleConflict, "as above"},
	{"_state_", toolerr.RuleWrongState, "Stripe API, Error codes: payment_intent_unexpected_state"},
	{"_invalid_", toolerr.RuleBadValue, "Stripe API, Error codes: tax_id_invalid"},
	{"_bad_", toolerr.RuleBadValue, "Microsoft REST API Guidelines, Error condition responses: BadArgument"},
}

// RuleOf returns the rule that the words of a code state about the place beside it, or "".
// MISSING_FIELD, missing-field and MissingField are the same code.
func RuleOf(code string) toolerr.Rule {
	if code == "" || len(code) > 80 {
		return ""
	}
	words := make([]rune, 1, len(code)+8)
	words[0] = '_'
	lower := false
	for _, r := range code {
		switch {
		case !unicode.IsLetter(r):
			r = '_'
		case lower && unicode.IsUpper(r):
			words = append(words, '_')
		}
		lower = unicode.IsLower(r)
		words = append(words, unicode.ToLower(r))
	}
	text := string(append(words, '_'))
	for _, w := range codeWords {
		if strings.Contains(text, w.part) {
			return w.rule
		}
	}
	return ""
}

// limitsOf returns the limits in a sentence about a place.
func limitsOf(text string) []toolerr.Finding {
	if found := sure(text); len(found) > 0 && found[0].Limit != "" && found[0].Rule != toolerr.RuleBadValue {
		return found
	}
	return nil
}

// limitRules are the rules of codes that a sentence with a limit makes more precise.
var limitRules = []toolerr.Rule{
	"", toolerr.RuleBadValue, toolerr.RuleTooSmall, toolerr.RuleTooLarge, toolerr.RuleTooShort, toolerr.RuleTooLong, toolerr.RuleTooMany, toolerr.RuleTooFew,
}
