package paypaladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "PayPal REST APIs, Orders v2 and Payments v2: errors"

// table lists the meanings of the issues and of the names of errors.
var table = adapter.NewTable(
	"_paypal", "PayPal",
	adapter.Row{VendorCodes: []string{"INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED"}, Fact: toolerr.FactRefused, Message: toolerr.Msg("The payment was declined."), Hint: toolerr.Msg("Ask the payer for another way to pay."), Source: source},
	adapter.Row{VendorCodes: []string{"PAYER_ACTION_REQUIRED", "ORDER_NOT_APPROVED"}, Fact: toolerr.FactPersonNeeded, Hint: toolerr.Msg("The payer has to approve the payment at PayPal first."), Source: source},
	adapter.Row{VendorCodes: []string{"PAYEE_ACCOUNT_RESTRICTED", "PAYEE_ACCOUNT_LOCKED_OR_CLOSED", "PAYER_ACCOUNT_RESTRICTED", "PAYER_ACCOUNT_LOCKED_OR_CLOSED"}, Fact: toolerr.FactAccountClosed, Source: source},
	adapter.Row{VendorCode: "NOT_AUTHORIZED", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCodes: []string{"ORDER_ALREADY_CAPTURED", "ORDER_ALREADY_AUTHORIZED", "CAPTURE_FULLY_REFUNDED"}, Fact: toolerr.FactWrongState, Source: source},
	adapter.Row{VendorCode: "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("This order cannot be paid any more. Create a new one."), Source: source},
	adapter.Row{VendorCode: "DUPLICATE_INVOICE_ID", Fact: toolerr.FactExists, Source: source},
)
