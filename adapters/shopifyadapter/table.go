package shopifyadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's own codes for statuses.
const (
	shopFrozen        = "shop_frozen"
	shopLocked        = "shop_locked"
	securityRejection = "security_rejection"
)

const source = "Shopify API, Response status and error codes"

// table lists the meanings of the codes.
var table = adapter.NewTable("_shopify", "Shopify",
	adapter.Row{VendorCode: shopFrozen, Fact: toolerr.FactAccountEmpty, Hint: toolerr.Msg("The shop is frozen until its owner pays an invoice."), Source: source},
	adapter.Row{VendorCode: shopLocked, Fact: toolerr.FactAccountClosed, Hint: toolerr.Msg("The shop is locked. Its owner has to contact Shopify."), Source: source},
	adapter.Row{VendorCode: securityRejection, Fact: toolerr.FactRefused, Hint: toolerr.Msg("Shopify takes the request for an attack. Do not repeat it."), Source: source},
	adapter.Row{VendorCode: "ACCESS_DENIED", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCode: "MAX_COST_EXCEEDED", Fact: toolerr.FactTooLarge, Hint: toolerr.Msg("The query asks for too much at once. Ask for fewer fields or fewer items."), Source: source},
	adapter.Row{VendorCode: "THROTTLED", Fact: toolerr.FactRateLimit, Source: source},
)
