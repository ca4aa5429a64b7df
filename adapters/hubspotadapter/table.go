package hubspotadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_hubspot"
	display = "HubSpot"
)

const source = "HubSpot API, Error handling and API usage guidelines, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "DAILY", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Message: toolerr.Msg("The API calls of this day are used up."), Source: source},
	adapter.Row{VendorCodes: []string{"SECONDLY", "TEN_SECONDLY_ROLLING", "RATE_LIMITS"}, Kind: toolerr.KindUpstreamRateLimit, Source: source},
	adapter.Row{VendorCode: "VALIDATION_ERROR", Kind: toolerr.KindUpstreamValidationError, Source: source},
	adapter.Row{VendorCode: "MISSING_SCOPES", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to give the app the scope."), Source: source},
	adapter.Row{VendorCodes: []string{"EXPIRED_AUTHENTICATION", "INVALID_AUTHENTICATION"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: source},
	adapter.Row{VendorCode: "OBJECT_NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Source: source},
	adapter.Row{VendorCode: "CONFLICT", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("An object with this unique value exists already."), Hint: toolerr.Msg("Update the object that is there."), Source: source},
)
