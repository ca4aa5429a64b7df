package stripeadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_stripe"
	display = "Stripe"
)

// The sources of the rows, read 2026-11-21.
const (
	sourceCodes    = "Stripe API, Error codes"
	sourceTypes    = "Stripe API reference, Errors: types"
	sourceDeclines = "Stripe, Decline codes"
	sourceRate     = "Stripe, Rate limits; stripe-go v84.4.1, Error.canRetry"
	sourceKeys     = "Stripe API reference, Idempotent requests"
)

// Messages of several codes.
const (
	msgDeclined = "The bank declined the payment."
	msgBusy     = "Stripe is working on the same object for another request."
	msgState    = "The payment or object is not in a state that allows this."

	hintCard   = "Ask the customer for another card or way to pay."
	hintKey    = "Someone has to set a valid key."
	hintRead   = "Read the object again before changing it."
	hintAmount = "Use another amount."
)

// table lists the meanings of Stripe's words. The decline code of a card takes precedence
// over the code, and the code over the type. Suspicions of banks (lost_card, stolen_card,
// fraudulent) are shown as a plain decline, as Stripe asks.
var table = adapter.NewTable(
	slug, display,

	// Types.
	adapter.Row{
		VendorCodes: []string{"card_error", "card_declined", "card_not_supported", "card_velocity_exceeded", "currency_not_supported"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceTypes + "; " + sourceCodes + "; " + sourceDeclines,
	},
	adapter.Row{VendorCode: "idempotency_error", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool used an idempotency key for another request before."), Source: sourceKeys},
	adapter.Row{VendorCode: "api_error", Kind: toolerr.KindUpstreamServerError, Source: sourceTypes},
	adapter.Row{VendorCode: "temporary_session_expired", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceTypes},

	// Transient errors.
	adapter.Row{VendorCode: "rate_limit", Kind: toolerr.KindUpstreamRateLimit, Source: sourceRate},
	adapter.Row{VendorCode: "lock_timeout", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgBusy), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceRate},
	adapter.Row{VendorCode: "idempotency_key_in_use", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgBusy), Hint: toolerr.Msg("The same call is being made already. Wait for it."), Source: sourceKeys},

	// Keys and accounts.
	adapter.Row{
		VendorCodes: []string{"api_key_expired", "platform_api_key_expired", "secret_key_required", "account_invalid", "livemode_mismatch"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("Stripe does not accept the tool's key."), Hint: toolerr.Msg(hintKey), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "testmode_charges_only", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The account is not activated for real payments."), Source: sourceCodes},

	// Parameters.
	adapter.Row{VendorCode: "resource_missing", Kind: toolerr.KindUpstreamNotFound, Source: sourceCodes},
	adapter.Row{VendorCode: "resource_already_exists", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("An object with that id exists already."), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{
			"parameter_missing", "parameter_unknown", "parameter_invalid_empty", "parameter_invalid_integer",
			"parameter_invalid_string_blank", "parameter_invalid_string_empty", "parameters_exclusive", "email_invalid", "url_invalid",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Stripe refused a parameter."), Hint: toolerr.Msg("Check the parameters of the call."), Source: sourceCodes,
	},
	adapter.Row{
		VendorCodes: []string{"amount_too_large", "amount_too_small", "invalid_charge_amount"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Stripe refused the amount."), Hint: toolerr.Msg(hintAmount), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "balance_insufficient", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The account's balance is too small for this."), Hint: toolerr.Msg(hintAmount), Source: sourceCodes},

	// States.
	adapter.Row{
		VendorCodes: []string{
			"charge_already_captured", "charge_already_refunded", "charge_disputed", "payment_intent_unexpected_state",
			"setup_intent_unexpected_state", "invoice_not_editable", "status_transition_invalid", "token_already_used",
		},
		Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "coupon_expired", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgState), Source: sourceCodes},

	// Cards.
	adapter.Row{VendorCode: "expired_card", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The card has expired."), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "insufficient_funds", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The card has insufficient funds."), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{
		VendorCodes: []string{
			"incorrect_number", "invalid_number", "incorrect_cvc", "invalid_cvc", "incorrect_zip", "invalid_expiry_month",
			"invalid_expiry_year",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The card's data are not valid."), Hint: toolerr.Msg("Ask the customer to check the card's data."), Source: sourceDeclines,
	},
	adapter.Row{
		VendorCode: "authentication_required", Kind: toolerr.KindUpstreamBadRequest, UserAction: true,
		Message: toolerr.Msg("The bank wants the customer to confirm the payment."), Hint: toolerr.Msg("Ask the customer to confirm the payment."),
		Source: sourceDeclines,
	},
	adapter.Row{
		VendorCodes: []string{"call_issuer", "do_not_honor", "generic_decline"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg("Ask the customer to call the bank, or for another way to pay."), Source: sourceDeclines,
	},
	adapter.Row{VendorCode: "duplicate_transaction", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The same payment was made just now."), Hint: toolerr.Msg(hintRead), Source: sourceDeclines},
	adapter.Row{
		VendorCodes: []string{"approve_with_id", "issuer_not_available", "processing_error", "reenter_transaction", "try_again_later"},
		Kind:        toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg("Try it once more in a while, or ask the customer for another way to pay."), Source: sourceDeclines,
	},
)
