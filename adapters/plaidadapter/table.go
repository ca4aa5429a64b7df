package plaidadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Plaid, Errors"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_plaid", "Plaid",
	adapter.Row{VendorCodes: []string{"ITEM_LOGIN_REQUIRED", "INVALID_CREDENTIALS", "INVALID_MFA", "ITEM_LOCKED", "ITEM_NOT_FOUND", "USER_SETUP_REQUIRED"}, Fact: toolerr.FactSignIn, Hint: toolerr.Msg("The connection to the bank has ended, or the bank asks for something. Ask the user to connect the bank again."), Source: source},
	adapter.Row{VendorCodes: []string{"ACCESS_NOT_GRANTED", "ADDITIONAL_CONSENT_REQUIRED"}, Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_ACCESS_TOKEN", "INVALID_API_KEYS"}, Fact: toolerr.FactWrongKey, Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_PRODUCT", "PRODUCT_NOT_ENABLED"}, Fact: toolerr.FactNotEnabled, Source: source},
	adapter.Row{VendorCode: "ADDITION_LIMIT", Fact: toolerr.FactQuota, Source: source},
	adapter.Row{VendorCodes: []string{"INSTITUTION_DOWN", "INSTITUTION_NOT_RESPONDING", "INSTITUTION_NOT_AVAILABLE"}, Fact: toolerr.FactFailed, Hint: toolerr.Msg("The bank does not answer. Try again later."), Source: source},
	adapter.Row{VendorCode: "PLANNED_MAINTENANCE", Fact: toolerr.FactMaintenance, Source: source},
	adapter.Row{VendorCode: "PRODUCT_NOT_READY", Fact: toolerr.FactLocked, Message: toolerr.Msg("The data of the bank is not ready yet."), Source: source},
	adapter.Row{VendorCode: "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION", Fact: toolerr.FactOutdated, Hint: toolerr.Msg("The data changed between two pages. Start again from the first page."), Source: source},
	adapter.Row{VendorCodes: []string{"INSTITUTION_NO_LONGER_SUPPORTED", "PRODUCTS_NOT_SUPPORTED"}, Fact: toolerr.FactUnsupported, Source: source},
	adapter.Row{VendorCode: "NO_ACCOUNTS", Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The bank has no open account of the user."), Source: source},
)
