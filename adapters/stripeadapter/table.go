package stripeadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	hintCard    = "Ask the customer for another card or way to pay."
	msgDeclined = "The bank declined the payment."
)

// table lists the meanings of Stripe's words. The decline code of a card takes precedence
// over the code, and the code over the type. Suspicions of banks (lost_card, stolen_card,
// fraudulent) are shown as a plain decline, as Stripe asks.
var table = adapter.NewTable(
	"_stripe", "Stripe",
	// Types.
	adapter.Row{VendorCodes: []string{
		"card_error", "card_declined", "card_not_supported", "card_velocity_exceeded", "currency_not_supported",
	}, Fact: toolerr.FactRefused, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg(hintCard), Source: sourceTypes + "; " + sourceCodes + "; " + sourceDeclines},
	adapter.Row{VendorCode: "idempotency_error", Fact: toolerr.FactMisuse, Message: toolerr.Msg("The tool used an idempotency key for another request before."), Source: sourceKeys},
	adapter.Row{VendorCode: "api_error", Fact: toolerr.FactFailed, Source: sourceTypes},
	adapter.Row{VendorCode: "temporary_session_expired", Fact: toolerr.FactSignIn, Source: sourceTypes},

	// Transient errors.
	adapter.Row{VendorCode: "rate_limit", Fact: toolerr.FactRateLimit, Source: sourceRate},
	adapter.Row{VendorCode: "lock_timeout", Fact: toolerr.FactLocked, Source: sourceRate},
	adapter.Row{VendorCode: "idempotency_key_in_use", Fact: toolerr.FactLocked, Effect: toolerr.EffectUnknown, Unlike: "the same call is being made already", Message: toolerr.Msg("The same call is being made already."), Hint: toolerr.Msg("Wait for the other call to end."), Source: sourceKeys},

	// Keys and accounts.
	adapter.Row{VendorCodes: []string{"api_key_expired", "platform_api_key_expired", "secret_key_required", "account_invalid", "livemode_mismatch"}, Fact: toolerr.FactWrongKey, Source: sourceCodes},
	adapter.Row{VendorCode: "testmode_charges_only", Fact: toolerr.FactAccountClosed, Message: toolerr.Msg("The account is not activated for real payments."), Hint: toolerr.Msg("Someone has to activate it."), Source: sourceCodes},

	// Parameters and states.
	adapter.Row{VendorCodes: []string{"resource_missing", "invoice_upcoming_none"}, Fact: toolerr.FactNotFound, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"resource_already_exists", "bank_account_exists"}, Fact: toolerr.FactExists, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"parameter_missing", "parameter_unknown", "parameter_invalid_empty", "parameter_invalid_integer", "parameter_invalid_string_blank",
		"parameter_invalid_string_empty", "parameters_exclusive", "email_invalid",
	}, Fact: toolerr.FactInvalid, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"url_invalid", "invalid_characters"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Source: sourceCodes},
	adapter.Row{VendorCode: "empty_string", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooShort, Source: sourceCodes},
	adapter.Row{VendorCode: "charge_exceeds_source_limit", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLarge, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"amount_too_large", "amount_too_small", "invalid_charge_amount"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("Stripe refused the amount."), Hint: toolerr.Msg("Use another amount."), Source: sourceCodes},
	adapter.Row{VendorCode: "balance_insufficient", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The account's balance is too small for this."), Hint: toolerr.Msg("Use a smaller amount."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"charge_already_captured", "charge_already_refunded", "charge_disputed", "payment_intent_unexpected_state",
		"setup_intent_unexpected_state", "invoice_not_editable", "status_transition_invalid", "token_already_used", "coupon_expired",
		"charge_expired_for_capture", "charge_not_refundable", "product_inactive", "sku_inactive", "payment_method_unexpected_state", "token_in_use",
	}, Fact: toolerr.FactWrongState, Source: sourceCodes},

	// Cards.
	adapter.Row{VendorCode: "expired_card", Fact: toolerr.FactRefused, Message: toolerr.Msg("The card has expired."), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCode: "insufficient_funds", Fact: toolerr.FactRefused, Message: toolerr.Msg("The card has insufficient funds."), Hint: toolerr.Msg(hintCard), Source: sourceDeclines},
	adapter.Row{VendorCodes: []string{
		"incorrect_number", "invalid_number", "incorrect_cvc", "invalid_cvc", "incorrect_zip", "invalid_expiry_month", "invalid_expiry_year",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The data of the card is not valid."), Hint: toolerr.Msg("Ask the customer to check it."), Source: sourceDeclines},
	adapter.Row{VendorCode: "authentication_required", Fact: toolerr.FactRefused, UserAction: true, Unlike: "only the customer can confirm it", Message: toolerr.Msg("The bank requires that the customer confirms the payment."), Hint: toolerr.Msg("Ask the customer to do so."), Source: sourceDeclines},
	adapter.Row{VendorCodes: []string{"call_issuer", "do_not_honor", "generic_decline"}, Fact: toolerr.FactRefused, Message: toolerr.Msg(msgDeclined), Hint: toolerr.Msg("Ask the customer to call the bank, or for another way to pay."), Source: sourceDeclines},
	adapter.Row{VendorCode: "duplicate_transaction", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The same payment was made just now."), Hint: toolerr.Msg("Read the payment before making another one."), Source: sourceDeclines},
	adapter.Row{
		VendorCodes: []string{"approve_with_id", "issuer_not_available", "processing_error", "reenter_transaction", "try_again_later"}, Fact: toolerr.FactRefused, Retry: adapter.RetryMayHelp, Unlike: "the bank's own failure may pass",
		Message: toolerr.Msg("The bank could not process the payment."), Hint: toolerr.Msg("Try it once more later, or ask the customer for another way to pay."), Source: sourceDeclines,
	},
)
