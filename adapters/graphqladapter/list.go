package graphqladapter

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// An item is one error of a list.
type item struct {
	codes [2]string // the code in the extensions, and GitHub's type; "" if there is none
	field bool      // it is about a field: the call was executed
}

var (
	extensionsOf = shape.NewGetter[map[string]any]("Extensions")
	typeOf       = shape.NewGetter[string]("Type")
)

func itemsAt(x any, path string) (all []item) {
	for e := range shape.Items(x, path) {
		all = append(all, itemOf(e))
	}
	return all
}

func itemOf(x any) (i item) {
	extensions, _ := extensionsOf.Of(x)
	i.codes[0], _ = extensions["code"].(string)
	i.codes[1], _ = typeOf.Of(x)
	for range shape.Items(x, "Path") {
		i.field = true
	}
	return i
}

// order is the order in which the kinds of several errors decide: what has to be
// resolved before anything else can be seen comes first.
var order = []toolerr.Kind{
	toolerr.KindUpstreamAuthError, toolerr.KindUpstreamRateLimit, toolerr.KindUpstreamValidationError, toolerr.KindUpstreamBadRequest,
	toolerr.KindUpstreamNotFound, toolerr.KindToolRetry, toolerr.KindUpstreamServerError,
}

// read reads a list of errors: the first listed code of the kind that comes first,
// then the first code of all. The effect is unknown if a field failed, or if a listed
// code decides while another error does not show that nothing was done.
func read(a *spec.Answer, items []item) bool {
	var row adapter.Row
	var first string
	executed, refused := false, true
	for _, i := range items {
		harmless := false
		for _, code := range i.codes {
			first = cmp.Or(first, code)
			r, listed := table.Lookup(code)
			if !listed {
				continue
			}
			harmless = harmless || r.Kind != toolerr.KindUpstreamServerError || r.Effect == toolerr.EffectNone
			if row.VendorCode == "" || slices.Index(order, r.Kind) < slices.Index(order, row.Kind) {
				row = r
			}
		}
		executed = executed || i.field
		refused = refused && harmless
	}
	a.Codes = append(a.Codes, row.VendorCode, first)
	if executed || row.VendorCode != "" && !refused && !outranked(a.Status, row) {
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return true
}

// outranked reports whether the status means more than the row.
func outranked(status int, row adapter.Row) bool {
	return (status == http.StatusUnauthorized || status == http.StatusTooManyRequests) &&
		row.Kind != toolerr.KindUpstreamAuthError && row.Kind != toolerr.KindUpstreamRateLimit
}

// readOfClient reads a list that may hold a failure of the client itself, and an
// error that may stand for another one. The codes are those that go-graphql-client
// v0.15.0 (graphql.go) gives to its own failures; no service has them.
func readOfClient(a *spec.Answer, items []item) bool {
	read(a, items)
	code := a.Code()
	switch code {
	case "request_error", "json_decode_error", "":
		if e, ok := a.Node.(error); ok && (httpadapter.Adapter{}).FromError(e) != nil {
			return false // of the connection, or a NetworkError
		}
		a.Unread = code == "json_decode_error"
	case "json_encode_error", "graphql_encode_error":
		a.Kind = toolerr.KindToolFatal
		a.Add(toolerr.WithEffect(toolerr.EffectNone))
	case "graphql_decode_error", "graphql_extensions_decode_error":
		a.Kind = toolerr.KindToolFatal
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	default:
		return true
	}
	a.Codes = nil
	return true
}

// readNetwork reads go-graphql-client's error for a status from 400 up. Services that
// refuse a call with a status have the list of errors in the body.
func readNetwork(a *spec.Answer) bool {
	a.Status, _ = shape.Call(a.Node, func(e interface{ StatusCode() int }) int { return e.StatusCode() })
	body, _ := shape.Call(a.Node, func(e interface{ Body() string }) string { return e.Body() })
	return read(a, itemsAt(decode([]byte(body)), "Response.Errors"))
}
