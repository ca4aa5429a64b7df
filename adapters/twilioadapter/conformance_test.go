package twilioadapter_test

import (
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

func TestConformance(t *testing.T) {
	types(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for number, code := range twilioadapter.Numbers() {
		row, _ := (twilioadapter.Adapter{}).Table().Lookup(code)
		te := row.Error(io.EOF)
		want := conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect(), Status: 400}
		add(fmt.Sprint(number), restError(400, number), want)
		add(fmt.Sprint(number, ", of the newer standard"), restErrorV1(400, number), want)
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 501, 502, 503, 504} {
		add(fmt.Sprint("an unlisted number, ", status), restError(status, 99999), faults.ForStatus(status))
		cases = append(cases, conformance.Case{
			Name: fmt.Sprint("not JSON, ", status), Err: undecoded(fmt.Sprint("error decoding the response for an HTTP error code: ", status), io.EOF),
			Want: faults.ForStatus(status), ByText: "twilio-go v1.31.0",
		})
	}
	add("an empty error", &TwilioRestError{}, faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("an empty error of the newer standard", &RestErrorV1{}, faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("credentials that are not sent", &TwilioRestError{Code: 21222, Status: 400, Message: "Invalid Username. Illegal chars"},
		faults.ForKind(toolerr.KindUpstreamAuthError, none))
	conformance.Suite{
		Adapter: twilioadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases,
		Canary: conformance.Canary{Content: []string{phone}},
	}.Run(t)
}

func TestEveryNumberHasARow(t *testing.T) {
	for number, code := range twilioadapter.Numbers() {
		_, ok := (twilioadapter.Adapter{}).Table().Lookup(code)
		assert.True(t, ok, number)
	}
}

// The model reads that it must not send the message again for these numbers, and for no
// others.
func TestRecipientsWhoOptedOut(t *testing.T) {
	types(t)
	never := []int{21610, 30004, 63014, 63032, 63033}
	for number := range twilioadapter.Numbers() {
		te := adapt(t, restError(400, number))
		if slices.Contains(never, number) {
			assert.False(t, te.CanRetry(), number)
			assert.Contains(t, te.Hint().String(), "Do not send it again", number)
		} else {
			assert.NotContains(t, te.Hint().String(), "Do not send it again", number)
		}
	}
}
