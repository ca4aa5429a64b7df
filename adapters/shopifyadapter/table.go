package shopifyadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_shopify"
	display = "Shopify"
)

// errand's own codes for statuses.
const (
	shopFrozen        = "shop_frozen"
	shopLocked        = "shop_locked"
	securityRejection = "security_rejection"
)

const source = "Shopify API, Response status and error codes, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: shopFrozen, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The shop is frozen, because its owner has to pay an invoice."), Source: source},
	adapter.Row{VendorCode: shopLocked, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The shop is locked."), Hint: toolerr.Msg("Its owner has to contact Shopify."), Source: source},
	adapter.Row{VendorCode: securityRejection, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Shopify takes the request for an attack."), Source: source},
	adapter.Row{VendorCode: "ACCESS_DENIED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to give the app the access scope."), Source: source},
	adapter.Row{VendorCode: "THROTTLED", Kind: toolerr.KindUpstreamRateLimit, Source: source},
)
