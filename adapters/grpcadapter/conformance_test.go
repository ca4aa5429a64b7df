package grpcadapter_test

import (
	"testing"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// cases has every row: codes, and reasons with a code of another meaning.
func cases() []conformance.Case {
	codes := map[string]Code{}
	for code := range uint32(17) {
		codes[grpcadapter.Code(int(code))] = Code(code)
	}
	var all []conformance.Case
	for _, row := range spec.Of(grpcadapter.Adapter{}).Table().Rows() {
		effect := row.Effect
		if effect == toolerr.EffectUnset {
			effect = toolerr.New(row.Kind, toolerr.Message{}).Effect()
		}
		want := faults.ForKind(row.Kind, effect)
		if row.Retry != adapter.RetryByKind {
			want = want.Retry(row.CanRetry())
		}
		err := failed(9, faults.CanaryMessage, reason(row.VendorCode, "googleapis.com"))
		if code, ok := codes[row.VendorCode]; ok {
			err = failed(code, faults.CanaryMessage)
		}
		if row.Unanswered { // by a text of the client
			err = failed(8, "grpc: received message larger than max (5 vs. 4)")
		}
		all = append(all, conformance.Case{Name: row.VendorCode, Err: err, Want: want})
	}
	refused := failed(14, `connection error: desc = "transport: Error while dialing: dial tcp `+faults.CanaryHost+`:1: connect: connection refused"`)
	return append(all,
		conformance.Case{Name: "refused", Err: refused, Want: faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone)},
		conformance.Case{
			Name: "a proxy", Err: failed(14, "unexpected HTTP status code received from server: 503 (Service Unavailable); "+faults.CanaryBody),
			Want: faults.ForStatus(503),
		},
		conformance.Case{Name: "a limit, and a wait", Err: failed(8, faults.CanaryMessage, retry(7, 0)), Want: faults.ForKind(toolerr.KindUpstreamRateLimit, toolerr.EffectNone).Wait(7 * time.Second)},
		conformance.Case{Name: "a permission, and a wait", Err: failed(7, faults.CanaryMessage, retry(7, 0)), Want: faults.ForKind(toolerr.KindUpstreamAuthError, toolerr.EffectNone)},
		conformance.Case{
			Name: "refused, of grpc v1.40.0", Err: failed(14, `connection error: desc = "transport: Error while dialing dial tcp `+faults.CanaryHost+`:1: connect: connection refused"`),
			Want: faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone),
		},
		conformance.Case{Name: "an unknown code", Err: failed(99, faults.CanaryMessage), Want: faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown)},
	)
}

func TestConformance(t *testing.T) {
	conformance.Suite{
		Adapter: grpcadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases(),
	}.Run(t)
}
