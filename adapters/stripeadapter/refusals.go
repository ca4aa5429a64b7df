package stripeadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the codes of Stripe (Stripe API, Error codes; stripe-go v84.4.1, error.go).
// Other codes are read by their words.
var refusals = &refusal.Dialect{
	Body: (&refusal.List{At: [][]string{{"error"}}, Needs: []string{"message"}, Place: []string{"param"}, Code: []string{"code"}, Text: []string{"message"}}).Read,
	Codes: []refusal.Coded{
		{Codes: "resource_missing, invoice_upcoming_none, livemode_mismatch", Rule: toolerr.RuleNotFound},
		{Codes: "bank_account_exists", Rule: toolerr.RuleExistsAlready},
		{Codes: "charge_exceeds_source_limit", Rule: toolerr.RuleTooLarge},
		{Codes: "charge_already_captured, charge_already_refunded, charge_disputed, charge_expired_for_capture, charge_not_refundable, coupon_expired, invoice_not_editable, product_inactive, status_transition_invalid", Rule: toolerr.RuleWrongState},
		{Codes: "payment_intent_unexpected_state, payment_method_unexpected_state, setup_intent_unexpected_state, token_already_used, token_in_use, customer_max_subscriptions, sku_inactive", Rule: toolerr.RuleWrongState},
		{Codes: "empty_string", Rule: toolerr.RuleTooShort},
		{Codes: "url_invalid, invalid_characters", Rule: toolerr.RuleBadFormat},
	},
	Texts: []phrase.Pattern{
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
	},
}
