// Package stripeadapter recognises the errors of Stripe's Go SDK.
//
// The SDK has a new major version every few months and is not imported: package
// shape recognises its errors by the names of their types, whatever the version.
//
// The text of a Stripe error is the whole JSON of the response, which can contain the
// client secret of a payment. The developer message is therefore made from the fields
// that contain no secret.
package stripeadapter

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

const path = "github.com/stripe/stripe-go"

var stripeError = shape.T(path, "Error")

// Adapter recognises Adapter.Error of every major version of
// github.com/stripe/stripe-go, the errors of the v2 API, the SDK's error for a
// response that is not JSON, and plain HTTP responses of Stripe.
//
// Stripe's advice_code, which is the advice to retry a declined card or not, is not
// read: the SDK has no field for it (v84.4.1).
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Types: []shape.Type{stripeError, shape.T(path, "V2RawError"), shape.T(path, "TemporarySessionExpiredError")},
		// The decline code of a bank is more specific than Stripe's code, which is more specific
		// than the type.
		Codes: []string{"DeclineCode", "Code", "Type"}, Status: "HTTPStatusCode", Header: "LastResponse.Header", RequestID: "RequestID",
		Read: describe, Refusal: refused,
	}},
	Text:        notJSON,
	Begins:      []string{"Couldn't deserialize JSON "},
	Body:        func(body []byte) any { return spec.JSON[struct{ Error fields }](body).Error },
	Hosts:       []string{"api.stripe.com", "files.stripe.com"}, // stripe-go v84.4.1, stripe.go: APIURL, UploadsURL
	Headers:     []string{"Stripe-Version"},                     // Stripe API, Versioning, read 2026-11-21
	RetryHeader: "Stripe-Should-Retry",
	Refusals:    refusals,
	Refine: func(a *spec.Answer) {
		if a.Row.VendorCode == "" && a.Status == http.StatusUnauthorized {
			// A key does not become valid by itself.
			a.Add(toolerr.WithUserAction(), toolerr.WithHint(toolerr.FactWrongKey.Hint()), toolerr.WithGuidance(toolerr.GuidanceNone))
		}
	},
})

// Fields are those of an error in a response's body (Stripe API, Errors).
type fields struct {
	DeclineCode string `json:"decline_code"`
	Code        string `json:"code"`
	Type        string `json:"type"`
	Param       string `json:"param"`
	Message     string `json:"message"`
}

// refusal returns the refusal of a parameter in the error.
func refused(node any) toolerr.Refusal {
	code, _ := shape.Field[string](node, "Code")
	param, _ := shape.Field[string](node, "Param")
	return refusals.Refusal(message(node), refusal.Statement{Fields: []string{param}, Code: code, Text: message(node)})
}

func message(node any) string {
	for _, field := range [...]string{"Msg", "Message"} {
		if text, _ := shape.Field[string](node, field); text != "" {
			return text
		}
	}
	return ""
}

// describe makes the developer message from the fields without secrets.
func describe(a *spec.Answer) bool {
	words := []string{fmt.Sprintf("stripe: status %d:", a.Status)}
	for _, field := range [...]string{"Type", "Code", "DeclineCode", "Param"} {
		if word, _ := shape.Field[string](a.Node, field); word != "" {
			words = append(words, cut(word))
		}
	}
	if text := message(a.Node); text != "" {
		words[len(words)-1] += ":"
		words = append(words, cut(text))
	}
	a.Add(toolerr.WithDeveloperMessage(strings.Join(words, " ")))
	return true
}

// cut shortens a text to 8 KiB, between two words.
func cut(text string) string {
	const most = 8 << 10
	if len(text) <= most {
		return text
	}
	return text[:max(strings.LastIndexByte(text[:most], ' '), 0)]
}

// notJSON recognises a response that the SDK could not decode. The error has no type: its
// text begins with the status, and the body follows (v76.25.0, v84.4.1).
func notJSON(e error) *spec.Answer {
	rest, ok := strings.CutPrefix(e.Error(), "Couldn't deserialize JSON (response status: ")
	if !ok || spec.Wraps(e) {
		return nil
	}
	digits, _, _ := strings.Cut(rest, ",")
	status, ok := spec.ParseStatus(digits)
	if !ok {
		return nil
	}
	a := &spec.Answer{Status: status, Undecoded: true}
	a.Add(toolerr.WithDeveloperMessage("stripe: status " + digits + ": a response that is not JSON"))
	return a
}
