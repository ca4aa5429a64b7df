package otelerrand_test

import (
	"bytes"
	"context"
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
	check := func(t *testing.T, b *backend, log *bytes.Buffer, p toolerr.Payload) {
		t.Helper()
		word := p.Err().Reference()
		require.NotEmpty(t, word)
		assert.Contains(t, p.String(), `"reference":"`+word+`"`)
		assert.Equal(t, word, p.Err().Report().Reference)
		assert.Equal(t, word, attributes(b.span("execute_tool pay"))["toolerr.reference"])
		assert.Equal(t, log != nil, log != nil && strings.Contains(log.String(), word))
	}
	for name, log := range map[string]*bytes.Buffer{"a logger": {}, "no logger": nil} {
		t.Run(name, func(t *testing.T) {
			registry := adapter.NewRegistry()
			if log != nil {
				registry = registry.WithLogger(slog.New(slog.NewJSONHandler(log, nil)))
			}
			b := newBackend(t)
			a := newAgent(t, agent.Config{
				Name: "helper", Model: agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")),
				Tools: []agent.Tool{agenttest.NewTool("pay", fails)}, Adapters: registry,
			})
			for e, err := range b.newRunner(agent.RunnerConfig{Agent: a}).Run(t.Context(), ref, agent.Say("go")) {
				require.NoError(t, err)
				for _, r := range e.FunctionResponses() {
					check(t, b, log, toolerr.Result(nil, r.Failure()))
				}
			}
			b = newBackend(t)
			pay := otelerrand.Wrap(b.Telemetry, "pay", func(ctx context.Context, _ int) (any, error) { return fails(ctx) }, registry.For("pay"))
			check(t, b, log, toolerr.Result(pay(t.Context(), 1)))
		})
	}
}

// The span of a server around a call has the reference of its failure.
func TestReferenceOfARequest(t *testing.T) {
	b := newBackend(t)
	ctx, span := b.tracers.Tracer("server").Start(t.Context(), "tools/call pay")
	_, err := adapter.Do(ctx, adapter.NewRegistry().WithObserver(b).For("pay"), func(context.Context) (any, error) {
		return nil, toolerr.Upstream(500, toolerr.Message{})
	})
	span.End()
	te, _ := toolerr.Find(err)
	require.NotEmpty(t, te.Reference())
	assert.Equal(t, te.Reference(), attributes(b.span("tools/call pay"))["toolerr.reference"])
}

func hang(release chan struct{}) agenttest.Behavior { return agenttest.Hang(release) }

// The span of a call that was found out says so.
func TestReconciledSpan(t *testing.T) {
	b := newBackend(t)
	events := run(t, b, func(context.Context) (any, error) { return nil, toolerr.Upstream(500, toolerr.Message{}) },
		agent.Reconcile(func(context.Context, map[string]any, string) (string, adapter.Outcome, error) {
			return "paid", adapter.OutcomeDone, nil
		}))
	assert.Equal(t, adapter.OutcomeDone, events[1].FunctionResponses()[0].Reconciled)
	s := b.span("execute_tool pay")
	assert.Equal(t, codes.Unset, s.Status.Code)
	assert.Equal(t, "done", attributes(s)["toolerr.reconciled"])
}
