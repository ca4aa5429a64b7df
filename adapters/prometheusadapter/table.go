package prometheusadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Prometheus v3.16.0, HTTP API, Format overview; web/api/v1/api.go: errorType, read 2026-11-23"

// table lists the meanings of error types.
var table = adapter.NewTable(
	"_prometheus", "Prometheus",
	adapter.Row{VendorCode: "bad_data", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The query or one of its parameters is not valid."), Hint: toolerr.Msg("Correct the query or the parameter."), Source: source},
	adapter.Row{VendorCode: "execution", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The query is valid, but cannot be evaluated: it may match too much, or series that do not fit together."), Source: source},
	adapter.Row{VendorCode: "timeout", Fact: toolerr.FactTooSlow, Effect: toolerr.EffectNone, Unlike: "a query changes nothing", Source: source},
	adapter.Row{VendorCode: "canceled", Fact: toolerr.FactCanceled, Effect: toolerr.EffectNone, Unlike: "a query changes nothing", Message: toolerr.Msg("The query was canceled."), Hint: toolerr.Msg("Nothing was changed."), Source: source},
	adapter.Row{VendorCode: "not_found", Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "not_acceptable", Fact: toolerr.FactToolMistake, Source: source},
	adapter.Row{VendorCodes: []string{"internal", "unavailable"}, Fact: toolerr.FactFailed, Effect: toolerr.EffectNone, Unlike: "a query changes nothing", Source: source},
)
