package otelerrand_test

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/otelerrand"
	"github.com/errand-go/errand/toolerr"
)

// If the loop creates the error, the span and the counters have it, once.
func TestFailuresThatTheToolDoesNotReturn(t *testing.T) {
	for name, tt := range map[string]struct {
		does func(release chan struct{}) agenttest.Behavior
		kind toolerr.Kind
	}{
		"left running at the end of its time": {hang, toolerr.KindToolTimeout},
		"a result that is not JSON": {func(chan struct{}) agenttest.Behavior {
			return func(context.Context) (any, error) { return math.NaN(), nil }
		}, toolerr.KindToolBadOutputValue},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBackend(t)
				release := make(chan struct{})
				events := run(t, b, tt.does(release), agent.Timeout(time.Second))
				got := events[1].FunctionResponses()[0]
				require.Equal(t, agent.OutcomeFailed, got.Outcome)
				require.Equal(t, tt.kind, got.Failure().Kind())
				check := func() {
					s := b.span("execute_tool pay")
					assert.Equal(t, codes.Error, s.Status.Code)
					assert.Equal(t, got.Failure().Error(), s.Status.Description)
					assert.Equal(t, got.Failure().ErrorType(), attributes(s)["error.type"])
					assert.Contains(t, b.points("gen_ai.execute_tool.duration"), "error.type="+got.Failure().ErrorType()+",gen_ai.tool.name=pay")
					counted := b.points("toolerr.errors")
					require.Len(t, counted, 1)
					for _, n := range counted {
						assert.Equal(t, 1.0, n)
					}
					assert.Zero(t, otelerrand.Running(b.Telemetry))
				}
				check()
				close(release)
				synctest.Wait()
				check() // a late result changes nothing
			})
		})
	}
}

func hang(release chan struct{}) agenttest.Behavior { return agenttest.Hang(release) }
