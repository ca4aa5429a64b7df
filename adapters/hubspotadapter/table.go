package hubspotadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "HubSpot API, Error handling and API usage guidelines"

// table lists the meanings of the codes.
var table = adapter.NewTable("_hubspot", "HubSpot",
	adapter.Row{VendorCode: "DAILY", Fact: toolerr.FactDailyLimit, Source: source},
	adapter.Row{VendorCodes: []string{"SECONDLY", "TEN_SECONDLY_ROLLING", "RATE_LIMITS"}, Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCode: "VALIDATION_ERROR", Fact: toolerr.FactInvalid, Source: source},
	adapter.Row{VendorCode: "MISSING_SCOPES", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCodes: []string{"EXPIRED_AUTHENTICATION", "INVALID_AUTHENTICATION"}, Fact: toolerr.FactExpiredKey, Source: source},
	adapter.Row{VendorCode: "OBJECT_NOT_FOUND", Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "CONFLICT", Fact: toolerr.FactExists, Source: source},
)
