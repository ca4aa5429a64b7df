// Package geminiadapter recognises the errors of Google's Go SDK for Gemini,
// google.golang.org/genai.
//
// The SDK is not imported: package shape recognises its APIError by the name of its
// type, whatever the version. The error keeps the body and drops the headers, so the
// wait comes from the details in the body. The reason in the details decides, or, if
// the table does not list it, the canonical code. The status does not: an invalid key
// is a 400.
package geminiadapter

import (
	"cmp"
	"net/http"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

var apiError = shape.T("google.golang.org/genai", "APIError")

// Adapter recognises genai.APIError, of Gemini's API and of Vertex AI, and plain HTTP
// responses of Gemini's API.
//
// Errors of the connection, and responses that the SDK could not read, are left to
// httpadapter; refused tokens and plain responses of Vertex AI are left to
// googleadapter. Errors of the package genai/interactions are not recognised.
var Adapter = spec.New(spec.Spec{
	Table:        table,
	Errors:       []spec.Error{{Types: []shape.Type{apiError}, Codes: []string{"Status"}, Status: "Code", Read: readDetails, Refusal: refused}},
	Body:         decode,
	FailsWith2xx: true,                                          // a stream that began with 200
	Hosts:        []string{"generativelanguage.googleapis.com"}, // google.golang.org/genai v1.77.0, client.go
	Refusals:     rpcdetails.Refusals,
})

// A response has the fields of APIError that a body has.
type response struct {
	Error struct {
		Code    int              `json:"code"`
		Status  string           `json:"status"`
		Message string           `json:"message"`
		Details []map[string]any `json:"details"`
	} `json:"error"`
}

// decode reads a body, which streamGenerateContent and the interface for OpenAI's clients
// wrap in a list (github.com/google-gemini/gemini-cli issue 14831,
// github.com/666ghj/BettaFish issue 585).
func decode(body []byte) any {
	if list := spec.JSON[[]response](body); len(list) > 0 {
		return list[0].Error
	}
	return spec.JSON[response](body).Error
}

// refusal returns the refusal in the details and the message of an error.
func refused(node any) toolerr.Refusal {
	all, _ := shape.Field[[]map[string]any](node, "Details")
	text, _ := shape.Field[string](node, "Message")
	return toolerr.Refusal{Findings: rpcdetails.Google(text, rpcdetails.Violations(all)), Message: text}
}

func detailsOf(a *spec.Answer) rpcdetails.Details {
	all, _ := shape.Field[[]map[string]any](a.Node, "Details")
	return rpcdetails.OfJSON(all)
}

// readDetails reads the reason, which is more specific than the canonical code, the wait
// and the request id. The zero APIError has no information. If the body of a success
// contains an error, the status is the one in the body, which the SDK uses too; the headers
// belong to the success.
func readDetails(a *spec.Answer) bool {
	d := detailsOf(a)
	a.Codes = append([]string{d.Reason}, a.Codes...)
	if d.Daily { // the delay belongs to the limit per minute
		a.Retry(false)
		a.Add(toolerr.WithHint(toolerr.FactDailyLimit.Hint()))
	} else if d.HasDelay {
		a.WaitFor(d.Delay)
	}
	sentence, _ := shape.Field[string](a.Node, "Message")
	a.Limit = httpadapter.LimitOf(sentence)
	a.Limit.None = a.Limit.None || d.None
	a.RequestID = cmp.Or(d.RequestID, httpadapter.RequestID(a.Header))
	if status, _ := shape.Field[int](a.Node, "Code"); a.Succeeded() && status >= http.StatusMultipleChoices {
		a.Status, a.Header = status, nil
	}
	return !a.Empty()
}
