// Package googleadapter recognises the errors of Google's API clients for Go, and
// those of OAuth 2.0 token endpoints, Google's and those of other providers.
//
// It has two adapters, because many clients use golang.org/x/oauth2. [OAuth2] recognises
// a refused token of any provider, as service "_oauth2"; it belongs in every registry.
// [Adapter] recognises Google's errors, as "_google". It assumes that a refused token is
// Google's, which is right if it is the adapter of one tool. In a registry for all
// tools OAuth2 comes first.
//
// These clients return errors of the connection without wrapping them; such errors
// are left to httpadapter. So are decoding errors, unless [Adapter.Decoding] states
// that the tool decodes only Google's responses.
package googleadapter

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises googleapi.Error (the clients of google.golang.org/api, and
// those of cloud.google.com/go that use REST), the token errors of
// golang.org/x/oauth2 and cloud.google.com/go/auth, the errors of BigQuery's jobs,
// the parts of a batch, and plain HTTP responses of Google's APIs. The zero value is
// ready to use.
//
// A gRPC error has no type of Google's and is left to grpcadapter, unless it also
// holds a googleapi.Error, as apierror's errors for REST do.
type Adapter struct {
	// Decoding makes the adapter answer for decoding errors as well: Google's
	// clients return them as the decoder made them, and nothing shows that they come
	// from a response. Set it for a tool that decodes nothing but Google's
	// responses, and leave it unset in a registry for all tools.
	Decoding bool
}

// Slug returns "_google".
func (Adapter) Slug() string { return table.Slug() }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of
// Google's reasons and codes and of the codes of token endpoints.
func (Adapter) Spec() adapter.Adapter { return google }

// Reads also accepts the errors with several parts, which the spec does not read, and with
// Decoding any error.
func (a Adapter) Reads(t reflect.Type) bool { return a.Decoding || google.Reads(t) || several.Has(t) }

// FromError returns the error that err becomes, or nil if it is not Google's.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	te := fromParts(err, maxParts)
	if te == nil && a.Decoding {
		te = undecoded(err)
	}
	return te
}

// Types that tests replace.
var (
	tokenError   = shape.T("cloud.google.com/go/auth", "Error")
	jobError     = shape.T("cloud.google.com/go/bigquery", "Error")
	multiError   = shape.T("cloud.google.com/go/bigquery", "MultiError")
	rowErrors    = shape.T("cloud.google.com/go/bigquery", "PutMultiError")
	entityErrors = shape.T("cloud.google.com/go/datastore", "MultiError")
)

var google = spec.New(spec.Spec{
	Table: table,
	Errors: append([]spec.Error{
		{Types: []shape.Type{shape.T("google.golang.org/api/googleapi", "Error")}, Status: "Code", Header: "Header", Read: readAPI, Refusal: refusalOf},
		{Types: []shape.Type{jobError}, Codes: []string{"Reason"}, Refusal: jobRefusal},
	}, tokenErrors...),
	Text:   tokenText,
	Begins: []string{"oauth2: "},
	Body:   func(body []byte) any { return response{string(body)} },
	// Google APIs, Discovery: the rootUrl of every API is below it.
	Hosts:    []string{"googleapis.com"},
	Refusals: rpcdetails.Refusals,
	Weak:     general,
	Refine:   func(a *spec.Answer) { ownWord(a); passes(a); withoutToken(a) },
})

// A response has the field in which googleapi.Error keeps the body.
type response struct{ Body string }

// An envelope is the error response of Google's JSON APIs.
type envelope struct {
	Error struct {
		Status  string `json:"status"`
		Message string `json:"message"`
		Errors  []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
		Details []any `json:"details"`
	} `json:"error"`
}

// envelopeOf returns the envelope in a body, or the first of a list, or the zero envelope.
func envelopeOf(body string) envelope {
	if strings.HasPrefix(strings.TrimLeft(body, " \t\r\n"), "[") {
		all := spec.JSON[[]envelope]([]byte(body))
		return slices.Concat(all, []envelope{{}})[0]
	}
	return spec.JSON[envelope]([]byte(body))
}

// readAPI reads a googleapi.Error, and the parts that it leaves in its body: always the
// canonical code, and everything if the error was made without reading the body, as by the
// reader of cloud.google.com/go/storage (v1.69.0). The details are not taken from gax's
// apierror, which drops them all if the envelope has the older errors array (gax-go
// v2.26.2).
func readAPI(a *spec.Answer) bool {
	body, _ := shape.Field[string](a.Node, "Body")
	in := envelopeOf(body).Error
	details, _ := shape.Field[[]any](a.Node, "Details")
	var reasons []string
	for item := range shape.Items(a.Node, "Errors") {
		reason, _ := shape.Field[string](item, "Reason")
		reasons = append(reasons, reason)
	}
	if len(reasons) == 0 && len(details) == 0 {
		details = in.Details
		for _, item := range in.Errors {
			reasons = append(reasons, item.Reason)
		}
	}
	d := rpcdetails.OfJSON(details)
	a.Codes = slices.Concat(a.Codes, []string{d.Reason}, reasons, []string{in.Status})
	a.RequestID, a.Limit = d.RequestID, httpadapter.LimitOf(in.Message)
	a.Limit.None = a.Limit.None || d.None
	if d.Daily { // the delay belongs to the limit per minute
		a.Retry(false)
		a.Add(toolerr.WithHint(toolerr.FactDailyLimit.Hint()))
	} else if d.HasDelay {
		a.WaitFor(d.Delay)
	}
	return true
}

// ownWord ignores PERMISSION_DENIED with a status of 500 or more: it then comes from a call
// of the service itself, which forwarded it.
func ownWord(a *spec.Answer) {
	if a.Row.VendorCode == permissionDenied && a.Status >= http.StatusInternalServerError {
		a.Is("")
	}
}

// passes allows a retry after a quota of BigQuery's that passes within a while, such as one of
// seconds or that of a queue (BigQuery, Troubleshoot quotas).
func passes(a *spec.Answer) {
	if a.Row.VendorCode == "quotaExceeded" && a.Limit.Short {
		a.Retry(true)
		a.Add(toolerr.WithHint(toolerr.Message{}))
	}
}
