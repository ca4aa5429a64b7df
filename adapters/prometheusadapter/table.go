package prometheusadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_prometheus"
	display = "Prometheus"
)

const source = "Prometheus v3.16.0, HTTP API, Format overview; web/api/v1/api.go: errorType, read 2026-11-23"

const hintNarrow = "Ask for less: narrow the query, or shorten its range."

// table lists the meanings of error types.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "bad_data", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The query or one of its parameters is not valid."), Source: source},
	adapter.Row{VendorCode: "execution", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The query is valid and cannot be evaluated: it may match too much, or series that do not fit together."), Source: source},
	adapter.Row{VendorCode: "timeout", Kind: toolerr.KindUpstreamServerError, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("The query ran longer than the server allows."), Hint: toolerr.Msg(hintNarrow), Source: source},
	adapter.Row{VendorCode: "canceled", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone, Message: toolerr.Msg("The query was canceled."), Source: source},
	adapter.Row{VendorCode: "not_found", Kind: toolerr.KindUpstreamNotFound, Source: source},
	adapter.Row{VendorCode: "not_acceptable", Kind: toolerr.KindUpstreamBadRequest, Source: source},
	adapter.Row{VendorCodes: []string{"internal", "unavailable"}, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: source},
)
