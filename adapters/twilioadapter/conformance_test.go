package twilioadapter_test

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func TestConformance(t *testing.T) {
	types(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, m := range meant {
		for field := range strings.FieldsSeq(m.numbers) {
			number, err := strconv.Atoi(field)
			require.NoError(t, err)
			want := conformance.Want{Kind: m.kind, CanRetry: m.retry, Effect: m.effect, Status: m.status}
			add(field, refused(m.status, number), want)
			add(field+", of the newer standard", refusedAnew(m.status, number), want)
		}
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 501, 502, 503, 504} {
		add(fmt.Sprint("a number of nobody's, ", status), refused(status, 99999), faults.ForStatus(status))
		cases = append(cases, conformance.Case{
			Name: fmt.Sprint("no JSON, ", status), Err: undecoded(fmt.Sprint("error decoding the response for an HTTP error code: ", status), io.EOF),
			Want: faults.ForStatus(status), ByText: "twilio-go v1.31.0",
		})
	}
	add("nothing at all", &TwilioRestError{}, faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("nothing at all, of the newer standard", &RestErrorV1{}, faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("credentials that are not sent", &TwilioRestError{Code: 21222, Status: 400, Message: "Invalid Username. Illegal chars"},
		faults.ForKind(toolerr.KindUpstreamAuthError, none))
	conformance.Suite{
		Adapter: twilioadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases,
		Canary: conformance.Canary{Content: []string{phone}},
	}.Run(t)
}
