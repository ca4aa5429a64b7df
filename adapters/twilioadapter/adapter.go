// Package twilioadapter recognises the errors of Twilio's Go SDK.
//
// The SDK is not imported: its errors are known by the names of their types.
// Twilio numbers what went wrong; the agent reads a name for the number, which is
// errand's own, and a program finds the number in the report.
//
// What Twilio wrote has phone numbers in it, and stays with the developer.
package twilioadapter

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises TwilioRestError and RestErrorV1 of
// github.com/twilio/twilio-go/client, and what the SDK says of a refusal that is no
// JSON. The zero value is ready for use.
//
// The status is the one that stands in the body. The SDK throws headers away,
// Retry-After among them, and makes its requests with a context of its own: a
// transport that is to keep the wait, or to end with the tool, has to be given the
// tool's context. A message that met a 5xx or a lost connection may have been sent;
// where an API of the newer standard refuses without JSON, the SDK itself sends the
// request a second time.
//
// What became of a message later, in its resource or a status callback, is a
// success to the SDK: a tool that reports it can put the number into a
// TwilioRestError.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_twilio".
func (Adapter) Slug() string { return slug }

// Table returns what the names of Twilio's numbers mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not Twilio's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch types.Of(e) {
		case restError:
			status, _ := fieldStatus.Of(e)
			return answered(err, e, status)
		case newError:
			status, _ := fieldHTTPStatus.Of(e)
			return answered(err, e, status)
		case annotated:
			if status := statusIn(e); status != 0 {
				return httpadapter.FromStatus(err, status, nil, time.Time{}, named(e)...)
			}
		}
	}
	return nil
}

const module = "github.com/twilio/twilio-go/client"

var (
	restError = shape.T(module, "TwilioRestError")
	newError  = shape.T(module, "RestErrorV1") // Twilio API Standards V1.0
	annotated = shape.T("github.com/pkg/errors", "withMessage")

	types = shape.NewSet(restError, newError, annotated)

	fieldCode       = shape.NewGetter[int]("Code")
	fieldMessage    = shape.NewGetter[string]("Message")
	fieldStatus     = shape.NewGetter[int]("Status")
	fieldHTTPStatus = shape.NewGetter[int]("HttpStatusCode")
	fieldNote       = shape.NewGetter[string]("msg")
)

// named says what the error is of.
func named(e error) []toolerr.Option {
	return append(make([]toolerr.Option, 0, 6), toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
}

// answered is the error of a call that Twilio refused or failed.
func answered(err, e error, status int) *toolerr.ToolRuntimeError {
	if status < 300 || status > 999 {
		status = 0 // it is a number in a body, not one that was seen
	}
	number, _ := fieldCode.Of(e)
	word := Code(number)
	if unsent(e, number) {
		word, status = badCredentials, 0
	}
	return meaning(err, number, word, status, nil, named(e))
}

// meaning is what a name means or, where no row has it, the status.
func meaning(err error, number int, word string, status int, header http.Header, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	opts = append(opts, toolerr.WithStatus(status))
	if number != 0 {
		opts = append(opts, toolerr.WithVendorCode(strconv.Itoa(number)))
	}
	if row, ok := table.Lookup(word); ok {
		return row.Error(err, opts...)
	}
	if status != 0 {
		return httpadapter.FromStatus(err, status, header, time.Time{}, opts...)
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// unsent reports whether the SDK refused its own user name or password, for which
// it borrows two numbers of SIP (twilio-go v1.31.0, Client.validateCredentials).
func unsent(e error, number int) bool {
	if number != 21222 && number != 21224 {
		return false
	}
	said, _ := fieldMessage.Of(e)
	return said == "Invalid Username. Illegal chars" || said == "Invalid Password. Illegal chars"
}

// notJSON is how the SDK begins what it says of a refusal that is no JSON, for want
// of a type (twilio-go v1.31.0, Client.doWithErr). The status follows; what is
// wrapped is the decoder's error.
const notJSON = "error decoding the response for an HTTP error code: "

// statusIn returns the status of a refusal that is no JSON, 0 if e is none.
func statusIn(e error) int {
	note, _ := fieldNote.Of(e)
	digits, ok := strings.CutPrefix(note, notJSON)
	if !ok || len(digits) != 3 {
		return 0
	}
	status, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || status < http.StatusBadRequest {
		return 0
	}
	return int(status)
}
