//go:build !race && go1.26

package adapters_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// The race detector makes a sync.Pool forget at random, so that no bound holds there. Go 1.25
// takes one allocation more for two of the bodies.
func TestRefusalTakesLittleMemory(t *testing.T) {
	chain := adapters.Default().For("tool")
	for name, tt := range map[string]struct {
		body string
		call adapter.Call
		want int
	}{"three errors": {refusedFields, ordering, 3}, "RFC 9457": {problemDetails, profile, 2}, "FastAPI": {unprocessable, predicting, 2}} {
		err, problems := refused(t, tt.body), 0
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
			te, _ := toolerr.Find(chain.Adapt(adapter.WithCall(t.Context(), tt.call), err))
			problems = len(te.Problems())
		}), 36.0, name)
		assert.Equal(t, tt.want, problems, name)
	}
}
