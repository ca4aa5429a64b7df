package salesforceadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Salesforce SOAP API Developer Guide, ExceptionCode and StatusCode, read 2026-11-26"

// table lists the meanings of the codes.
var table = adapter.NewTable("_salesforce", "Salesforce",
	adapter.Row{VendorCode: "REQUEST_LIMIT_EXCEEDED", Fact: toolerr.FactDailyLimit, Hint: toolerr.Msg("The API calls of these 24 hours are used up. Do not retry today."), Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_SESSION_ID", "INVALID_AUTH_HEADER"}, Fact: toolerr.FactExpiredKey, Source: source},
	adapter.Row{VendorCodes: []string{"INSUFFICIENT_ACCESS", "INSUFFICIENT_ACCESS_OR_READONLY", "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY"}, Fact: toolerr.FactNotPermitted, Source: source},
	adapter.Row{VendorCodes: []string{"API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED"}, Fact: toolerr.FactNotEnabled, Source: source},
	adapter.Row{VendorCode: "UNABLE_TO_LOCK_ROW", Fact: toolerr.FactLocked, Source: source},
	adapter.Row{VendorCodes: []string{"ENTITY_IS_DELETED", "NOT_FOUND"}, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "DUPLICATES_DETECTED", Fact: toolerr.FactExists, Hint: toolerr.Msg("A rule of the organization takes the record for a duplicate. Look for the record that is there."), Source: source},
	adapter.Row{VendorCode: "STORAGE_LIMIT_EXCEEDED", Fact: toolerr.FactQuota, Source: source},
	adapter.Row{VendorCode: "QUERY_TIMEOUT", Fact: toolerr.FactTooSlow, Hint: toolerr.Msg("The query took too long. Select fewer records."), Source: source},
	adapter.Row{VendorCode: "SERVER_UNAVAILABLE", Fact: toolerr.FactFailed, Source: source},
)
