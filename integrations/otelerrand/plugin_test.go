package otelerrand_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"

	"github.com/errand-go/errand/adapter"
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
					if ref := got.Failure().Reference(); ref != "" {
						assert.Equal(t, ref, attributes(s)["toolerr.reference"])
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

// One word leads from the payload to the report, the span and the log record, in the loop and
// under Wrap. Without a logger it leads to the others.
func TestReference(t *testing.T) {
	fails := func(context.Context) (any, error) { return nil, toolerr.Upstream(500, toolerr.Message{}) }
	runs := map[string]func(t *testing.T, b *backend, r adapter.Registry) toolerr.Payload{
		"the loop": func(t *testing.T, b *backend, r adapter.Registry) toolerr.Payload {
			t.Helper()
			a := newAgent(t, agent.Config{
				Name: "helper", Model: agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")),
				Tools: []agent.Tool{agenttest.NewTool("pay", fails)}, Adapters: r,
			})
			var failed *agent.FunctionResponse
			for e, err := range b.newRunner(agent.RunnerConfig{Agent: a}).Run(t.Context(), ref, agent.Say("go")) {
				require.NoError(t, err)
				for _, failed = range e.FunctionResponses() {
					assert.Contains(t, string(failed.Response), `"reference":"`+failed.Failure().Reference()+`"`)
				}
			}
			return failed.Failure().Payload()
		},
		"Wrap": func(t *testing.T, b *backend, r adapter.Registry) toolerr.Payload {
			t.Helper()
			pay := otelerrand.Wrap(b.Telemetry, "pay", func(ctx context.Context, _ int) (any, error) { return fails(ctx) }, r.For("pay"))
			out, err := pay(t.Context(), 1)
			return toolerr.Result(out, err)
		},
	}
	for name, run := range runs {
		for _, logged := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, a logger: %v", name, logged), func(t *testing.T) {
				b, registry := newBackend(t), adapter.NewRegistry()
				var log bytes.Buffer
				if logged {
					registry = registry.WithLogger(slog.New(slog.NewJSONHandler(&log, nil)))
				}
				p := run(t, b, registry)
				word := p.Map()["reference"]
				require.NotEmpty(t, word)
				assert.Equal(t, word, p.Err().Report().Reference)
				assert.Equal(t, word, attributes(b.span("execute_tool pay"))["toolerr.reference"])
				assert.Equal(t, logged, strings.Contains(log.String(), `"reference":"`+p.Err().Reference()+`"`), log.String())
			})
		}
	}
}

func hang(release chan struct{}) agenttest.Behavior { return agenttest.Hang(release) }
