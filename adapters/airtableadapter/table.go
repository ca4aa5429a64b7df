package airtableadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_airtable"
	display = "Airtable"
)

const source = "Airtable Web API, Errors and Rate limits, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCodes: []string{"AUTHENTICATION_REQUIRED", "INVALID_PERMISSIONS", "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to give the token access to the base, if the base exists."), Source: source},
	adapter.Row{VendorCodes: []string{"NOT_FOUND", "ROW_DOES_NOT_EXIST", "TABLE_NOT_FOUND", "MODEL_ID_NOT_FOUND", "VIEW_NAME_NOT_FOUND"}, Kind: toolerr.KindUpstreamNotFound, Source: source},
	adapter.Row{VendorCode: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The offset of the list is no longer valid."), Hint: toolerr.Msg("Read the list again from its beginning."), Source: source},
	adapter.Row{VendorCode: "PUBLIC_API_BILLING_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, UserAction: true, Message: toolerr.Msg("The API calls of this month are used up."), Hint: toolerr.Msg("Someone has to upgrade the plan."), Source: source},
)
