package squareadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Square API, Handling errors and ErrorCode"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_square", "Square",
	adapter.Row{VendorCodes: []string{"CARD_DECLINED", "GENERIC_DECLINE", "INSUFFICIENT_FUNDS", "CARD_EXPIRED", "CVV_FAILURE", "ADDRESS_VERIFICATION_FAILURE", "PAN_FAILURE", "EXPIRATION_FAILURE", "TRANSACTION_LIMIT", "VOICE_FAILURE", "CARD_NOT_SUPPORTED", "CARD_DECLINED_CALL_ISSUER", "CARD_DECLINED_VERIFICATION_REQUIRED", "INVALID_PIN", "ALLOWABLE_PIN_TRIES_EXCEEDED"}, Fact: toolerr.FactRefused, Message: toolerr.Msg("The card was declined."), Hint: toolerr.Msg("Ask the payer for another card or another way to pay, or to call the bank."), Source: source},
	adapter.Row{VendorCode: "INSUFFICIENT_SCOPES", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCode: "CLIENT_DISABLED", Fact: toolerr.FactAccountClosed, Source: source},
	adapter.Row{VendorCode: "VERSION_MISMATCH", Fact: toolerr.FactStale, Source: source},
	adapter.Row{VendorCodes: []string{"ORDER_EXPIRED", "ORDER_ALREADY_USED", "PAYMENT_NOT_REFUNDABLE", "REFUND_ALREADY_PENDING"}, Fact: toolerr.FactWrongState, Source: source},
)
