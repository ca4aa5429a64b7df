package stripeadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_stripe"
	display = "Stripe"
)

// Where the rows come from, read 2026-11-21.
const (
	sourceCodes    = "Stripe API, Error codes"
	sourceTypes    = "Stripe API reference, Errors: types"
	sourceDeclines = "Stripe, Decline codes"
	sourceRate     = "Stripe, Rate limits; stripe-go v84.4.1, Error.canRetry"
	sourceKeys     = "Stripe API reference, Idempotent requests"
)

const (
	again       = toolerr.KindToolRetry
	fatal       = toolerr.KindToolFatal
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError

	none    = toolerr.EffectNone
	backoff = toolerr.GuidanceRetryWithBackoff
)

var yes = true

// What is said of several codes.
const (
	msgDeclined = "The bank declined the payment."
	msgCard     = "The card's data are not valid."
	msgBusy     = "Stripe is working on the same object for another request."
	msgParam    = "Stripe refused a parameter."
	msgState    = "The payment or object is not in a state that allows this."
	msgAmount   = "Stripe refused the amount."
	msgKey      = "Stripe does not accept the tool's key."

	hintCard   = "Ask the customer for another card or way to pay."
	hintCheck  = "Ask the customer to check the card's data."
	hintBank   = "Ask the customer to call the bank, or for another way to pay."
	hintLater  = "Try it once more in a while, or ask the customer for another way to pay."
	hintAct    = "Ask the customer to confirm the payment."
	hintKey    = "Someone has to set a valid key."
	hintParam  = "Check the parameters of the call."
	hintRead   = "Read the object again before changing it."
	hintAmount = "Use another amount."
)

// table is what Stripe's words mean. Why a card was declined comes before the
// code, and the code before the type. Banks' suspicions (lost_card, stolen_card,
// fraudulent) are told as a plain decline, as Stripe asks.
var table = adapter.NewTable(
	slug, display,

	// Types.
	adapter.Row{VendorCode: "card_error", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceTypes},
	adapter.Row{VendorCode: "idempotency_error", Kind: fatal, Effect: none, Message: toolerr.Msg("The tool used an idempotency key for another request before."), Source: sourceKeys},
	adapter.Row{VendorCode: "api_error", Kind: serverError, Source: sourceTypes},
	adapter.Row{VendorCode: "temporary_session_expired", Kind: authError, UserAction: true, Source: sourceTypes},

	// Not now.
	adapter.Row{VendorCode: "rate_limit", Kind: rateLimit, Source: sourceRate},
	adapter.Row{VendorCode: "lock_timeout", Kind: again, Guidance: backoff, Effect: none, Message: toolerr.Msg(msgBusy), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceRate},
	adapter.Row{VendorCode: "idempotency_key_in_use", Kind: again, Guidance: backoff, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgBusy), Hint: toolerr.Msg("The same call is being made already. Wait for it."), Source: sourceKeys},

	// Keys and accounts.
	adapter.Row{VendorCode: "api_key_expired", Kind: authError, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCode: "platform_api_key_expired", Kind: authError, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCode: "secret_key_required", Kind: authError, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCode: "account_invalid", Kind: authError, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCode: "livemode_mismatch", Kind: authError, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCode: "testmode_charges_only", Kind: authError, UserAction: true, Message: toolerr.Msg("The account is not activated for real payments."), Source: sourceCodes},

	// Parameters.
	adapter.Row{VendorCode: "resource_missing", Kind: notFound, Source: sourceCodes},
	adapter.Row{VendorCode: "resource_already_exists", Kind: badRequest, Message: toolerr.Msg("An object with that id exists already."), Source: sourceCodes},
	adapter.Row{VendorCode: "parameter_missing", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "parameter_unknown", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "parameter_invalid_empty", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "parameter_invalid_integer", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "parameter_invalid_string_blank", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "parameter_invalid_string_empty", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "parameters_exclusive", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "email_invalid", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "url_invalid", Kind: validation, Message: toolerr.Msg(msgParam), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "amount_too_large", Kind: validation, Message: toolerr.Msg(msgAmount), Hint: toolerr.Msg(hintAmount), Source: sourceCodes},
	adapter.Row{VendorCode: "amount_too_small", Kind: validation, Message: toolerr.Msg(msgAmount), Hint: toolerr.Msg(hintAmount), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_charge_amount", Kind: validation, Message: toolerr.Msg(msgAmount), Hint: toolerr.Msg(hintAmount), Source: sourceCodes},
	adapter.Row{VendorCode: "balance_insufficient", Kind: badRequest, Message: toolerr.Msg("The account's balance is too small for this."), Hint: toolerr.Msg(hintAmount), Source: sourceCodes},

	// States.
	adapter.Row{VendorCode: "charge_already_captured", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "charge_already_refunded", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "charge_disputed", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "payment_intent_unexpected_state", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "setup_intent_unexpected_state", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "invoice_not_editable", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "status_transition_invalid", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "token_already_used", Kind: badRequest, Message: toolerr.Msg(msgState), Hint: toolerr.Msg(hintRead), Source: sourceCodes},
	adapter.Row{VendorCode: "coupon_expired", Kind: badRequest, Message: toolerr.Msg(msgState), Source: sourceCodes},

	// Cards.
	adapter.Row{VendorCode: "card_declined", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceCodes},
	adapter.Row{VendorCode: "expired_card", Kind: badRequest, Message: toolerr.Msg("The card has expired."), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "insufficient_funds", Kind: badRequest, Message: toolerr.Msg("The card has insufficient funds."), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "incorrect_number", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "invalid_number", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "incorrect_cvc", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "invalid_cvc", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "incorrect_zip", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "invalid_expiry_month", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "invalid_expiry_year", Kind: validation, Message: toolerr.Msg(msgCard), Hint: toolerr.Msg(hintCheck), Source: sourceDeclines},
	adapter.Row{VendorCode: "authentication_required", Kind: badRequest, UserAction: true, Message: toolerr.Msg("The bank wants the customer to confirm the payment."), Hint: toolerr.Msg(hintAct), Source: sourceDeclines},
	adapter.Row{VendorCode: "call_issuer", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintBank), Source: sourceDeclines},
	adapter.Row{VendorCode: "do_not_honor", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintBank), Source: sourceDeclines},
	adapter.Row{VendorCode: "generic_decline", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintBank), Source: sourceDeclines},
	adapter.Row{VendorCode: "card_not_supported", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "card_velocity_exceeded", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "currency_not_supported", Kind: badRequest, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "duplicate_transaction", Kind: badRequest, Message: toolerr.Msg("The same payment was made just now."), Hint: toolerr.Msg(hintRead), Source: sourceDeclines},
	adapter.Row{VendorCode: "approve_with_id", Kind: badRequest, CanRetry: &yes, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintLater), Source: sourceDeclines},
	adapter.Row{VendorCode: "issuer_not_available", Kind: badRequest, CanRetry: &yes, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintLater), Source: sourceDeclines},
	adapter.Row{VendorCode: "processing_error", Kind: badRequest, CanRetry: &yes, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintLater), Source: sourceDeclines},
	adapter.Row{VendorCode: "reenter_transaction", Kind: badRequest, CanRetry: &yes, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintLater), Source: sourceDeclines},
	adapter.Row{VendorCode: "try_again_later", Kind: badRequest, CanRetry: &yes, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintLater), Source: sourceDeclines},
)
