// Package stripeadapter recognises the errors of Stripe's Go SDK.
//
// The SDK has a new major every few months and is not imported: its errors are
// known by the names of their types, whatever the major.
//
// The text of a Stripe error is the whole JSON that came, with the client secret
// of a payment in it. Nobody reads that here, not even a developer: the
// developer message is made of the fields that hold no secret.
package stripeadapter

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises stripe.Error of every major of
// github.com/stripe/stripe-go, the errors of the v2 API, and what the SDK says
// of an answer that is no JSON. The zero value is ready for use.
//
// Stripe's advice_code, which says whether a declined card may be tried again, is
// not read: the SDK has no field for it (v84.4.1).
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_stripe".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean: Stripe's error codes, decline codes and
// types of errors.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not Stripe's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if types.Of(e) != (shape.Type{}) {
			return answered(err, e)
		}
		if status := statusIn(e); status != 0 {
			return undecoded(err, e, status)
		}
	}
	return nil
}

const path = "github.com/stripe/stripe-go"

var (
	stripeError = shape.T(path, "Error")
	rawError    = shape.T(path, "V2RawError")
	expired     = shape.T(path, "TemporarySessionExpiredError")

	types = shape.NewSet(stripeError, rawError, expired)

	fieldStatus  = shape.NewGetter[int]("HTTPStatusCode")
	fieldType    = shape.NewGetter[string]("Type")
	fieldCode    = shape.NewGetter[string]("Code")
	fieldDecline = shape.NewGetter[string]("DeclineCode")
	fieldParam   = shape.NewGetter[string]("Param")
	fieldID      = shape.NewGetter[string]("RequestID")
	fieldHeader  = shape.NewGetter[http.Header]("LastResponse.Header")
	fieldMsg     = shape.NewGetter[string]("Msg")
	fieldMessage = shape.NewGetter[string]("Message")
)

// answered is the error of a call that Stripe refused or failed.
func answered(err, e error) *toolerr.ToolRuntimeError {
	status, _ := fieldStatus.Of(e)
	header, _ := fieldHeader.Of(e)
	id, _ := fieldID.Of(e)
	row, code, listed := rowOf(e)
	opts := append(identified(e, status, ""), toolerr.WithRequestID(id), toolerr.WithStatus(status))
	if code != row.VendorCode {
		opts = append(opts, toolerr.WithVendorCode(code))
	}
	if can, says := shouldRetry(header); says && (!can || mayRepeat(row, status)) {
		opts = append(opts, toolerr.WithCanRetry(can))
	}
	if !listed {
		if status == http.StatusUnauthorized {
			// A key does not change by itself.
			opts = append(opts, toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg(hintKey)), toolerr.WithGuidance(toolerr.GuidanceNone))
		}
		if te := httpadapter.FromStatus(err, status, header, time.Time{}, opts...); te != nil {
			return te
		}
		return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
	}
	if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return row.Error(err, opts...)
}

// rowOf returns the row of the most telling word: why a bank declined, Stripe's
// code, the type. code is the first word there is, known or not.
func rowOf(e error) (row adapter.Row, code string, listed bool) {
	for _, get := range [...]*shape.Getter[string]{fieldDecline, fieldCode, fieldType} {
		word, _ := get.Of(e)
		if code == "" {
			code = word
		}
		if row, listed = table.Lookup(word); listed {
			return row, code, true
		}
	}
	return adapter.Row{}, code, false
}

// shouldRetry reads Stripe's own word for whether a repeat helps.
func shouldRetry(h http.Header) (can, says bool) {
	switch h.Get("Stripe-Should-Retry") {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// mayRepeat reports whether Stripe's word that a repeat helps can be true: not
// where the tool or its key has to change first. row is the zero Row where the
// status alone decides.
func mayRepeat(row adapter.Row, status int) bool {
	if row.Kind == "" {
		return status != http.StatusUnauthorized && status != http.StatusForbidden
	}
	return row.Kind == toolerr.KindToolRetry || row.Kind.Class() == toolerr.ClassUpstream && row.Kind != toolerr.KindUpstreamAuthError
}

// identified names what the error is of, and says what happened to developers.
func identified(e error, status int, what string) []toolerr.Option {
	if what == "" {
		what = strings.Join(strings.Fields(strings.Join([]string{
			text(fieldType, e), text(fieldCode, e), text(fieldDecline, e), text(fieldParam, e),
		}, " ")), " ")
		if said := text(fieldMsg, e); said != "" {
			what += ": " + said
		} else if said := text(fieldMessage, e); said != "" {
			what += ": " + said
		}
	}
	return []toolerr.Option{
		toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)),
		toolerr.WithDeveloperMessage(fmt.Sprintf("stripe: status %d: %s", status, what)),
	}
}

// maxText is how much of a field developers read.
const maxText = 8 << 10

// text is a field of e, cut between words where it is too long.
func text(get *shape.Getter[string], e error) string {
	word, _ := get.Of(e)
	if len(word) <= maxText {
		return word
	}
	return word[:max(strings.LastIndexByte(word[:maxText], ' '), 0)]
}

// plainText is the type behind errors.New.
var plainText = reflect.TypeOf(errors.New(""))

// notJSON is how the SDK begins what it says of an answer that is no JSON, for
// want of a type (v76.25.0, v84.4.1). The status follows; behind it stands what
// came.
const notJSON = "Couldn't deserialize JSON (response status: "

// statusIn returns the status of an answer that is no JSON, 0 if e is none.
func statusIn(e error) int {
	if reflect.TypeOf(e) != plainText {
		return 0
	}
	digits, ok := strings.CutPrefix(e.Error(), notJSON)
	if !ok || len(digits) < 4 || digits[3] != ',' {
		return 0
	}
	status := 0
	for _, c := range digits[:3] {
		if c < '0' || c > '9' {
			return 0
		}
		status = 10*status + int(c-'0')
	}
	return status
}

// undecoded is the error of an answer that is no JSON: a proxy's refusal, or what
// came instead of a success.
func undecoded(err, e error, status int) *toolerr.ToolRuntimeError {
	opts := identified(e, status, "an answer that is no JSON")
	if te := httpadapter.FromStatus(err, status, nil, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, append(opts,
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectUnknown))...)
}
