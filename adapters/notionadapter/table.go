package notionadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Notion API, Status codes"

// table lists the meanings of the codes.
var table = adapter.NewTable("_notion", "Notion",
	adapter.Row{VendorCodes: []string{"invalid_json", "missing_version"}, Fact: toolerr.FactToolMistake, Source: source},
	adapter.Row{VendorCode: "invalid_request_url", Fact: toolerr.FactToolMistake, Hint: toolerr.Msg("The version of the API that the tool uses does not have the address of the request. Someone has to correct the tool."), Source: source},
	adapter.Row{VendorCode: "validation_error", Fact: toolerr.FactInvalid, Source: source},
	adapter.Row{VendorCode: "unauthorized", Fact: toolerr.FactWrongKey, Source: source},
	adapter.Row{VendorCode: "restricted_resource", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("Someone has to give the integration the capability."), Source: source},
	adapter.Row{VendorCode: "object_not_found", Fact: toolerr.FactNotFound, Hint: toolerr.Msg("Check the id. Notion gives the same answer for a page that is not shared with the integration."), Source: source},
	adapter.Row{VendorCode: "conflict_error", Fact: toolerr.FactAborted, Source: source},
	adapter.Row{VendorCode: "rate_limited", Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCodes: []string{"internal_server_error", "bad_gateway", "service_unavailable", "database_connection_unavailable", "gateway_timeout"}, Fact: toolerr.FactFailed, Source: source},
)
