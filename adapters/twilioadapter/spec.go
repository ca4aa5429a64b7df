// Package twilioadapter recognises the errors of Twilio's Go SDK.
//
// The SDK is not imported: package shape recognises its errors by the names of their
// types. Twilio's codes are numbers. The agent reads errand's name for the number, and
// a program finds the number itself in the report. Twilio's texts contain phone
// numbers and reach developers only.
package twilioadapter

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

const client = "github.com/twilio/twilio-go/client"

var (
	restError   = shape.T(client, "TwilioRestError")
	restErrorV1 = shape.T(client, "RestErrorV1") // Twilio API Standards V1.0
	withMessage = shape.T("github.com/pkg/errors", "withMessage")
)

// Adapter recognises TwilioRestError and RestErrorV1 of
// github.com/twilio/twilio-go/client, the SDK's error for a failure whose body is not
// JSON, and plain HTTP responses of Twilio.
//
// The status of the SDK's errors is the one in the body. The SDK drops headers, such
// as Retry-After, and makes its requests with a context of its own: give its
// transport the tool's context, so that the wait is kept and the call ends with the
// tool. A message whose request met a 5xx or a lost connection may have been sent. If
// an API of the newer standard returns a response without JSON, the SDK itself sends
// the request again.
//
// If a message fails later, in its resource or a status callback, the SDK returns no
// error: a tool that reports the failure can put the number into a TwilioRestError.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{restError}, Status: "Status", Read: readNumber, Refusal: refused},
		{Types: []shape.Type{restErrorV1}, Status: "HttpStatusCode", Read: readNumber, Refusal: refused},
		{Types: []shape.Type{withMessage}, Read: notJSON},
	},
	Body:     func(body []byte) any { return spec.JSON[response](body) },
	Refusals: refusals,
	Hosts:    []string{"twilio.com"}, // twilio-go v1.31.0, RequestHandler.BuildUrl: product.edge.region.twilio.com
	Form:     linksDictionary,
	Members:  []string{"more_info"},
})

// A response has the number of TwilioRestError, but not the field with the message, by
// which [unsent] recognises errors of the SDK.
type response struct {
	Code int
	Text string `json:"message"`
}

// refusal returns the refusal in the number and the sentence.
func refused(node any) toolerr.Refusal {
	number, _ := shape.Field[int](node, "Code")
	text, ok := shape.Field[string](node, "Message")
	if !ok {
		text, _ = shape.Field[string](node, "Text")
	}
	return refusals.Refusal(text, refusal.Statement{Code: strconv.Itoa(number), Text: text})
}

// readNumber reads Twilio's number, for the report, and its name.
func readNumber(a *spec.Answer) bool {
	number, _ := shape.Field[int](a.Node, "Code")
	switch {
	case unsent(a.Node, number):
		a.Is(badCredentials)
		a.Status = 0
	case number != 0:
		a.Codes = []string{strconv.Itoa(number), Code(number)}
	}
	return true
}

// unsent reports whether the SDK refused its own user name or password before it sent a
// request. It uses two numbers of SIP for that (twilio-go v1.31.0,
// Client.validateCredentials).
func unsent(e any, number int) bool {
	if number != 21222 && number != 21224 {
		return false
	}
	text, _ := shape.Field[string](e, "Message")
	return text == "Invalid Username. Illegal chars" || text == "Invalid Password. Illegal chars"
}

// notJSON recognises the error for a failure whose body the SDK could not decode. It has no
// type: its text ends with the status, and it wraps the decoder's error (twilio-go v1.31.0,
// Client.doWithErr).
func notJSON(a *spec.Answer) (ok bool) {
	text, _ := shape.Field[string](a.Node, "msg")
	digits, ok := strings.CutPrefix(text, "error decoding the response for an HTTP error code: ")
	if ok {
		a.Status, ok = spec.ParseStatus(digits)
	}
	return ok && a.Status >= http.StatusBadRequest
}

// page is the beginning of the link to a page of Twilio's dictionary.
const page = "https://www.twilio.com/docs/errors/"

// linksDictionary reports whether a body links the page of Twilio's dictionary for its
// number (twilio-go v1.31.0, TwilioRestError.MoreInfo and its tests).
var linksDictionary = spec.FormOf(page, func(r struct {
	MoreInfo string `json:"more_info"`
},
) bool {
	return strings.HasPrefix(r.MoreInfo, page)
})
