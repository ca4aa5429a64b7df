package airtableadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Airtable Web API, Errors and Rate limits"

// table lists the meanings of the codes.
var table = adapter.NewTable("_airtable", "Airtable",
	adapter.Row{VendorCode: "AUTHENTICATION_REQUIRED", Fact: toolerr.FactWrongKey, Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_PERMISSIONS", "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("Someone has to give the token access to the base, if the base exists."), Source: source},
	adapter.Row{VendorCodes: []string{"NOT_FOUND", "ROW_DOES_NOT_EXIST", "TABLE_NOT_FOUND", "MODEL_ID_NOT_FOUND"}, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "VIEW_NAME_NOT_FOUND", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "view", Source: source},
	adapter.Row{VendorCode: "INVALID_MULTIPLE_CHOICE_OPTIONS", Fact: toolerr.FactInvalid, Rule: toolerr.RuleNotAllowed, Source: source},
	adapter.Row{VendorCodes: []string{"INVALID_RECORD_ID", "INVALID_ATTACHMENT_OBJECT"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Source: source},
	adapter.Row{VendorCode: "INVALID_FILTER_BY_FORMULA", Fact: toolerr.FactInvalid, Rule: toolerr.RuleSyntax, Field: "filterByFormula", Source: source},
	adapter.Row{VendorCode: "INVALID_OFFSET_VALUE", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadValue, Field: "offset", Source: source},
	adapter.Row{VendorCode: "INVALID_SORT", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadValue, Field: "sort", Source: source},
	adapter.Row{VendorCode: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", Fact: toolerr.FactOutdated, Rule: toolerr.RuleStale, Field: "offset", Source: source},
	adapter.Row{VendorCode: "PUBLIC_API_BILLING_LIMIT_EXCEEDED", Fact: toolerr.FactPlanLimit, Hint: toolerr.Msg("The API calls of this month are used up. Someone has to upgrade the plan."), Source: source},
)
