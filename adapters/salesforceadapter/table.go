package salesforceadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_salesforce"
	display = "Salesforce"
)

const source = "Salesforce SOAP API Developer Guide, ExceptionCode and StatusCode, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "REQUEST_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Message: toolerr.Msg("The API calls of these 24 hours are used up."), Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_SESSION_ID", "INVALID_AUTH_HEADER"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: source},
	adapter.Row{VendorCodes: []string{"INSUFFICIENT_ACCESS", "INSUFFICIENT_ACCESS_OR_READONLY", "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to grant the access, or a trigger of the organization forbids the change."), Source: source},
	adapter.Row{VendorCodes: []string{"API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to enable the API for the organization."), Source: source},
	adapter.Row{VendorCode: "UNABLE_TO_LOCK_ROW", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Message: toolerr.Msg("Another change holds a lock on the record."), Source: source},
	adapter.Row{VendorCodes: []string{"ENTITY_IS_DELETED", "NOT_FOUND"}, Kind: toolerr.KindUpstreamNotFound, Source: source},
	adapter.Row{VendorCode: "DUPLICATES_DETECTED", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A rule of the organization takes the record for a duplicate."), Hint: toolerr.Msg("Look for the record that is there."), Source: source},
	adapter.Row{VendorCode: "STORAGE_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg("The storage of the organization is full."), Source: source},
	adapter.Row{VendorCode: "QUERY_TIMEOUT", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The query took too long."), Hint: toolerr.Msg("Select fewer records."), Source: source},
	adapter.Row{VendorCode: "SERVER_UNAVAILABLE", Kind: toolerr.KindUpstreamServerError, Source: source},
)
