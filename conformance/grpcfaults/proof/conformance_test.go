package proof_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// conform holds the adapter to the laws, and to the answer of every fault.
func conform(t *testing.T, all []driven) {
	s := conformance.Suite{Adapter: grpcadapter.Adapter{}, Cases: reasonCases(t), Messages: []toolerr.Message{
		toolerr.Msg("A daily quota is used up. It starts anew tomorrow."),
		toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so."),
	}}
	for _, d := range all {
		s.Cases = append(s.Cases, conformance.Case{Name: d.name(), Err: d.err, Context: d.ctx, Want: d.fault.Want})
	}
	s.Run(t)
}

// answerFirst holds the adapter to the best answer of each fault, not to one
// that is acceptable as well.
func answerFirst(t *testing.T, all []driven) {
	chain := adapter.NewChain(grpcadapter.Adapter{})
	for _, d := range all {
		te, ok := toolerr.Find(chain.Adapt(d.ctx, d.err))
		require.True(t, ok, d.name())
		assert.Empty(t, d.fault.Want.Diff(te), "%s: %v", d.name(), d.err)
	}
}

// answerAlone asks every adapter about every error: gRPC's answers, and no other
// has an opinion.
func answerAlone(t *testing.T, all []driven) {
	for _, d := range all {
		for _, a := range adapters.All() {
			assert.Equal(t, a.Slug() == "_grpc", a.FromError(d.err) != nil, "%s of %s: %v", a.Slug(), d.name(), d.err)
		}
	}
}

// leakRaw shows that the adapter has something to keep back.
func leakRaw(t *testing.T, all []driven) {
	leaks := 0
	for _, d := range all {
		if len(faults.Planted().Find(d.err.Error())) > 0 {
			leaks++
		}
	}
	assert.Greater(t, leaks, len(all)/3, "errors whose own text holds a canary, of %d", len(all))
}
