package graphqladapter

import (
	"cmp"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// An item is one error of a list.
type item struct {
	codes  []string // the most specific first
	status int      // the HTTP status in the extensions, or 0
	field  bool     // it is about a field, so the call was executed
	query  bool     // it is about a position in the query, not about a field
	limit  httpadapter.Limit
}

func itemsAt(x any, path string) (all []item) {
	for e := range shape.Items(x, path) {
		all = append(all, itemOf(e))
	}
	return all
}

func itemOf(x any) (i item) {
	extensions, _ := shape.Field[map[string]any](x, "Extensions")
	for _, member := range [...]string{"code", "errorType", "classification"} {
		if code, _ := extensions[member].(string); code != "" {
			i.codes = append(i.codes, code)
		}
	}
	if code, _ := shape.Field[string](x, "Type"); code != "" {
		i.codes = append(i.codes, code)
	}
	i.status = statusIn(extensions)
	raw, _ := json.Marshal(extensions)
	i.limit = httpadapter.LimitIn(raw)
	for range shape.Items(x, "Path") {
		i.field = true
	}
	for range shape.Items(x, "Locations") {
		i.query = !i.field
	}
	if message, _ := shape.Field[string](x, "Message"); !slices.ContainsFunc(i.codes, listed) {
		i.readText(message)
	}
	return i
}

func listed(code string) bool {
	_, ok := table.Lookup(code)
	return ok
}

// statusIn returns the HTTP status of a failure in extensions: as their code, as Apollo
// Server's http.status, or as statusCode, which Node.js servers use.
func statusIn(extensions map[string]any) int {
	inner, _ := extensions["http"].(map[string]any)
	for _, value := range [...]any{inner["status"], extensions["statusCode"], extensions["status"], extensions["code"]} {
		if number, ok := value.(float64); ok && number >= 400 && number < 600 {
			return int(number)
		}
	}
	return 0
}

// readText reads the code from a text, as a last resort.
func (i *item) readText(text string) {
	for _, t := range texts {
		if strings.HasPrefix(text, t.begin) && strings.Contains(text, t.part) {
			i.codes, i.field = append(i.codes, t.code), i.field || t.field
			return
		}
	}
}

// order is the order in which the kinds of several errors decide: first those that must be
// resolved before others can be seen.
var order = []toolerr.Kind{
	toolerr.KindUpstreamAuthError, toolerr.KindUpstreamRateLimit, toolerr.KindUpstreamValidationError, toolerr.KindUpstreamBadRequest,
	toolerr.KindUpstreamNotFound, toolerr.KindToolRetry, toolerr.KindUpstreamServerError,
}

// read reads a list of errors. It uses the first listed code, or the first status, of the
// kind that comes first in order, and otherwise the first code of all. The effect is
// unknown if a field failed, or if a listed code decides while another error may have had
// an effect. It is none if the response has no data, as unexecuted states, and every error
// is a refusal or about a position in the query.
func read(a *spec.Answer, items []item, unexecuted bool) bool {
	var row adapter.Row
	var first string
	var status int
	executed, refused, idle := false, true, true
	for _, i := range items {
		harmless := i.status >= 400 && i.status < 500
		static := false
		for _, code := range i.codes {
			first = cmp.Or(first, code)
			r, ok := table.Lookup(code)
			if !ok {
				continue
			}
			static = static || beforeExecution[code]
			harmless = harmless || r.Kind != toolerr.KindUpstreamServerError || r.Effect == toolerr.EffectNone
			if row.VendorCode == "" || rank(r.Kind) < rank(row.Kind) {
				row, a.Limit = r, i.limit
			}
		}
		if i.status != 0 && (status == 0 || rank(toolerr.StatusRuleOf(i.status).Kind) < rank(toolerr.StatusRuleOf(status).Kind)) {
			status = i.status
		}
		executed = executed || i.field && !static
		refused = refused && harmless
		idle = idle && (harmless || static || i.query && len(i.codes) == 0)
	}
	a.Codes = append(a.Codes, row.VendorCode, first)
	if status != 0 && row.VendorCode == "" && a.Status < 300 {
		rule := toolerr.StatusRuleOf(status)
		a.Kind = rule.Kind
		a.Retry(rule.CanRetry)
	}
	switch {
	case executed, row.VendorCode != "" && !refused && !outranked(a.Status, row):
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	case unexecuted && idle && a.Status < 500:
		a.Add(toolerr.WithEffect(toolerr.EffectNone))
	}
	return true
}

func rank(kind toolerr.Kind) int { return slices.Index(order, kind) }

// outranked reports whether the status takes precedence over the row.
func outranked(status int, row adapter.Row) bool {
	return (status == http.StatusUnauthorized || status == http.StatusTooManyRequests) &&
		row.Kind != toolerr.KindUpstreamAuthError && row.Kind != toolerr.KindUpstreamRateLimit
}

// readOfClient reads a list that may contain a failure of the client, and an error that may
// replace another one. The codes are those that go-graphql-client v0.15.0 (graphql.go) uses
// for its own failures; no service has them.
func readOfClient(a *spec.Answer, items []item) bool {
	read(a, items, false)
	code := a.Code()
	switch code {
	case "request_error", "json_decode_error", "":
		if e, ok := a.Node.(error); ok && (httpadapter.Adapter{}).FromError(e) != nil {
			return false // from the connection, or a NetworkError
		}
		a.Undecoded = code == "json_decode_error"
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

// readNetwork reads go-graphql-client's error for a status from 400 up. If a service
// refuses a call with a status, the body has the list of errors.
func readNetwork(a *spec.Answer) bool {
	a.Status, _ = shape.Call(a.Node, func(e interface{ StatusCode() int }) int { return e.StatusCode() })
	body, _ := shape.Call(a.Node, func(e interface{ Body() string }) string { return e.Body() })
	return readBody(a, body)
}

// readBody reads the body of a response that a client keeps as text.
func readBody(a *spec.Answer, body string) bool {
	r := decode([]byte(body))
	items := itemsAt(r, "Response.Errors")
	if len(items) == 0 {
		var i item // GitHub's limits have no list
		i.readText(r.Response.Message)
		items = []item{i}
	}
	return read(a, items, r.unexecuted())
}

// ofErrors reports whether the target of the JSON was a client's list of errors, or one of
// them.
func ofErrors(e *json.UnmarshalTypeError) bool {
	t := e.Type
	for t != nil && t.Name() == "" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer) {
		t = t.Elem()
	}
	if t == nil {
		return false
	}
	if t.Name() == "" && t.Kind() == reflect.Struct { // of shurcooL's client and similar ones
		_, message := t.FieldByName("Message")
		_, locations := t.FieldByName("Locations")
		return message && locations && strings.HasPrefix(strings.ToLower(e.Field), "errors")
	}
	return slices.Contains(errorTypes, shape.OfType(t))
}
