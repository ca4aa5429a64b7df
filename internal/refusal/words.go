package refusal

import (
	"strings"
	"unicode"

	"github.com/errand-go/errand/toolerr"
)

// codeWords are parts of codes, in words with "_" between them. The first match is used, so
// specific parts come before general ones (the error codes of Azure, Discord, HubSpot, OpenAI,
// PayPal, Plaid, Shopify, Square, Stripe, Zendesk and Zoho; Amazon S3, Error responses;
// drf-exceptions-hog 0.4; Javalin 6; PocketBase 0.30; zod 4.6, ZodIssueCode).
var codeWords = []struct {
	rule  toolerr.Rule
	parts string // separated by spaces
}{
	{toolerr.RuleRequired, "_mandatory_"},
	{toolerr.RuleNotFound, "_not_found_ _no_such_ _does_not_exist_"},
	{toolerr.RuleUnknown, "_doesnt_exist_ _unknown_ _unrecognized_ _unexpected_"},
	{toolerr.RuleTooLong, "_too_long_ _max_length_"},
	{toolerr.RuleTooShort, "_too_short_ _min_length_"},
	{toolerr.RuleTooSmall, "_min_"},
	{toolerr.RuleOutOfRange, "_out_of_range_ _range_"},
	{toolerr.RuleTooLarge, "_max_"},
	{toolerr.RuleTooMany, "_too_many_"},
	{toolerr.RuleTooFew, "_too_few_"},
	{toolerr.RuleTooLarge, "_too_large_ _too_big_ _too_high_ _above_max_"},
	{toolerr.RuleTooSmall, "_greater_than_"},
	{toolerr.RuleTooLarge, "_less_than_"},
	{toolerr.RuleTooSmall, "_too_small_ _too_low_ _below_min_ _negative_"},
	{toolerr.RuleExistsAlready, "_already_exists_ _taken_ _duplicate_ _unique_"},
	{toolerr.RuleStale, "_version_mismatch_"},
	{toolerr.RuleReadOnly, "_read_only_"},
	{toolerr.RuleImmutable, "_immutable_ _change_not_allowed_"},
	{toolerr.RuleRequired, "_missing_ _required_ _blank_ _null_ _empty_"},
	{toolerr.RuleUnsupported, "_unsupported_ _not_supported_"},
	{toolerr.RuleWrongType, "_expected_ _invalid_type_ _incorrect_type_ _type_conversion_ _type_mismatch_ _type_convert_ _type_coerce_ _invalid_integer_"},
	{toolerr.RuleBadFormat, "_format_ _syntax_ _malformed_ _regex_ _email_"},
	{toolerr.RuleNotAllowed, "_choices_ _option_ _inclusion_ _enum_ _enumeration_"},
	{toolerr.RuleConflict, "_exclusive_ _conflict_ _conflicting_"},
	{toolerr.RuleWrongState, "_state_"},
	{toolerr.RuleBadValue, "_invalid_ _bad_"},
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
		for _, part := range strings.Fields(w.parts) {
			if strings.Contains(text, part) {
				return w.rule
			}
		}
	}
	return ""
}
