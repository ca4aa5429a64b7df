package proof_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// conform checks the laws, and the answer for every fault.
func conform(t *testing.T, all []driven) {
	s := conformance.Suite{Adapter: grpcadapter.Adapter{}, Cases: reasonCases(t), Messages: []toolerr.Message{
		toolerr.FactDailyLimit.Hint(),
		toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so."),
	}}
	for _, d := range all {
		s.Cases = append(s.Cases, conformance.Case{Name: d.name(), Err: d.err, Context: d.ctx, Want: d.fault.Want})
	}
	s.Run(t)
}

// answerFirst requires the best answer for each fault, not only an accepted one.
func answerFirst(t *testing.T, all []driven) {
	chain := adapter.NewChain(grpcadapter.Adapter{})
	for _, d := range all {
		te, ok := toolerr.Find(chain.Adapt(d.ctx, d.err))
		require.True(t, ok, d.name())
		assert.Empty(t, d.fault.Want.Diff(te), "%s: %v", d.name(), d.err)
	}
}

// answerAlone calls every adapter with every error. Only gRPC's may recognise it.
func answerAlone(t *testing.T, all []driven) {
	for _, d := range all {
		for _, a := range adapters.All() {
			assert.Equal(t, a.Slug() == "_grpc", a.FromError(d.err) != nil, "%s of %s: %v", a.Slug(), d.name(), d.err)
		}
	}
}
