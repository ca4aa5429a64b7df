package salesforceadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// concurrentLimit is errand's own code for a REQUEST_LIMIT_EXCEEDED that is not about a day.
const concurrentLimit = "concurrent_limit"

const source = "Salesforce SOAP API Developer Guide, ExceptionCode and StatusCode"

// table lists the meanings of the codes.
var table = adapter.NewTable("_salesforce", "Salesforce",
	adapter.Row{VendorCode: concurrentLimit, Fact: toolerr.FactRateLimit, Hint: toolerr.Msg("Too many requests run at the same time. Make fewer calls at once."), Source: "SalesforceLabs/OrgCheck issue 432"},
	adapter.Row{VendorCode: "REQUEST_LIMIT_EXCEEDED", Fact: toolerr.FactDailyLimit, Hint: toolerr.Msg("The API calls of the last 24 hours have reached the limit. Do not retry today."), Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_SESSION_ID", "INVALID_AUTH_HEADER"}, Fact: toolerr.FactExpiredKey, Source: source},
	adapter.Row{VendorCodes: []string{"INSUFFICIENT_ACCESS", "INSUFFICIENT_ACCESS_OR_READONLY"}, Fact: toolerr.FactNotPermitted, Source: source},
	adapter.Row{VendorCode: "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY", Fact: toolerr.FactRefused, Hint: toolerr.Msg("The account may not change the record, or a trigger of the organization failed."), Source: source + "; SalesforceFoundation/NPSP issue 2914"},
	adapter.Row{VendorCodes: []string{"API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED"}, Fact: toolerr.FactNotEnabled, Source: source},
	adapter.Row{VendorCode: "UNABLE_TO_LOCK_ROW", Fact: toolerr.FactLocked, Source: source},
	adapter.Row{VendorCodes: []string{"ENTITY_IS_DELETED", "NOT_FOUND", "INVALID_CROSS_REFERENCE_KEY"}, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "DUPLICATE_VALUE", Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: "DUPLICATES_DETECTED", Fact: toolerr.FactExists, Hint: toolerr.Msg("A rule of the organization takes the record for a duplicate. Look for the record that is there."), Source: source},
	adapter.Row{VendorCode: "STORAGE_LIMIT_EXCEEDED", Fact: toolerr.FactQuota, Source: source},
	adapter.Row{VendorCode: "QUERY_TIMEOUT", Fact: toolerr.FactTooSlow, Hint: toolerr.Msg("The query took too long. Select fewer records."), Source: source},
	adapter.Row{VendorCode: "SERVER_UNAVAILABLE", Fact: toolerr.FactFailed, Source: source},
	adapter.Row{VendorCodes: []string{"REQUIRED_FIELD_MISSING", "MISSING_ARGUMENT"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_FIELD", "INVALID_TYPE"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleUnknown, Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_FIELD_FOR_INSERT_UPDATE", "FIELD_NOT_UPDATEABLE"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleReadOnly, Source: source},
	adapter.Row{VendorCode: "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", Fact: toolerr.FactInvalid, Rule: toolerr.RuleNotAllowed, Source: source},
	adapter.Row{VendorCode: "STRING_TOO_LONG", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLong, Source: source},
	adapter.Row{VendorCodes: []string{"MALFORMED_ID", "INVALID_EMAIL_ADDRESS"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Source: source},
	adapter.Row{VendorCodes: []string{"NUMBER_OUTSIDE_VALID_RANGE", "FIELD_INTEGRITY_EXCEPTION", "FIELD_CUSTOM_VALIDATION_EXCEPTION"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadValue, Source: source},
	adapter.Row{VendorCodes: []string{"JSON_PARSER_ERROR", "INVALID_TYPE_ON_FIELD_IN_RECORD"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleWrongType, Source: source},
	adapter.Row{VendorCodes: []string{"MALFORMED_QUERY", "MALFORMED_SEARCH"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleSyntax, Source: source},
	adapter.Row{VendorCode: "INVALID_QUERY_FILTER_OPERATOR", Fact: toolerr.FactInvalid, Rule: toolerr.RuleUnsupported, Source: source},
	adapter.Row{VendorCode: "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY", Fact: toolerr.FactNotPermitted, Rule: toolerr.RuleNotPermitted, Source: source},
	adapter.Row{VendorCode: "INVALID_QUERY_LOCATOR", Fact: toolerr.FactOutdated, Source: source},
)
