package notionadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_notion"
	display = "Notion"
)

const source = "Notion API, Status codes, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCodes: []string{"invalid_json", "invalid_request_url", "missing_version"}, Kind: toolerr.KindToolFatal, Source: source},
	adapter.Row{VendorCode: "validation_error", Kind: toolerr.KindUpstreamValidationError, Source: source},
	adapter.Row{VendorCode: "unauthorized", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to set a valid token for the integration."), Source: source},
	adapter.Row{VendorCode: "restricted_resource", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to give the integration the capability."), Source: source},
	adapter.Row{VendorCode: "object_not_found", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg("Notion gives the same answer for a page that is not shared with the integration."), Source: source},
	adapter.Row{VendorCode: "conflict_error", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Message: toolerr.Msg("Another change of the same data came first."), Source: source},
	adapter.Row{VendorCode: "rate_limited", Kind: toolerr.KindUpstreamRateLimit, Source: source},
	adapter.Row{VendorCodes: []string{"internal_server_error", "bad_gateway", "service_unavailable", "database_connection_unavailable", "gateway_timeout"}, Kind: toolerr.KindUpstreamServerError, Source: source},
)
