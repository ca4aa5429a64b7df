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
	Row:  table.Finding,
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
