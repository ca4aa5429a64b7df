package otelerrand_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/otelerrand"
	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/toolerr"
)

// backend collects a test's telemetry.
type backend struct {
	*otelerrand.Telemetry
	t       *testing.T
	spans   *tracetest.InMemoryExporter
	tracers trace.TracerProvider
	reader  *sdkmetric.ManualReader
	order   *starts
}

func newBackend(t *testing.T) *backend {
	t.Helper()
	b := &backend{t: t, spans: tracetest.NewInMemoryExporter(), reader: sdkmetric.NewManualReader()}
	b.order = &starts{SpanProcessor: sdktrace.NewSimpleSpanProcessor(b.spans)}
	b.tracers = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(b.order))
	var err error
	b.Telemetry, err = otelerrand.New(
		otelerrand.WithTracerProvider(b.tracers),
		otelerrand.WithMeterProvider(sdkmetric.NewMeterProvider(sdkmetric.WithReader(b.reader))),
	)
	require.NoError(t, err)
	return b
}

// span returns the only span with the name.
func (b *backend) span(name string) tracetest.SpanStub {
	b.t.Helper()
	all := slices.DeleteFunc(b.spans.GetSpans(), func(s tracetest.SpanStub) bool { return s.Name != name })
	require.Len(b.t, all, 1, name)
	return all[0]
}

func attributes(s tracetest.SpanStub) map[string]any {
	m := map[string]any{}
	for _, kv := range s.Attributes {
		m[string(kv.Key)] = kv.Value.AsInterface()
	}
	return m
}

// points returns the values of a metric by attributes: counts of counters, and sums of
// histograms.
func (b *backend) points(name string) map[string]float64 {
	b.t.Helper()
	var all metricdata.ResourceMetrics
	require.NoError(b.t, b.reader.Collect(b.t.Context(), &all))
	got := map[string]float64{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != name {
				continue
			}
			switch d := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range d.DataPoints {
					got[text(p.Attributes)] = float64(p.Value)
				}
			case metricdata.Histogram[float64]:
				for _, p := range d.DataPoints {
					got[text(p.Attributes)] = p.Sum
				}
			}
		}
	}
	return got
}

func text(s attribute.Set) string { return s.Encoded(attribute.DefaultEncoder()) }

var ref = agent.SessionRef{App: "app", User: "ada", ID: "1"}

// run executes one run of an agent with a tool.
func run(t *testing.T, b *backend, does agenttest.Behavior, opts ...agent.ToolOption) []*agent.Event {
	t.Helper()
	a := newAgent(t, agent.Config{
		Name:     "helper",
		Model:    agenttest.NewModel(agenttest.Call("pay", `{"card":"canary-4242"}`), agenttest.Say("done")),
		Tools:    []agent.Tool{agenttest.NewTool("pay", does, opts...)},
		Adapters: adapter.NewRegistry().WithObserver(b),
	})
	r := b.newRunner(agent.RunnerConfig{Agent: a})
	var events []*agent.Event
	for e, err := range r.Run(t.Context(), ref, agent.Say("go")) {
		require.NoError(t, err)
		events = append(events, e)
	}
	return events
}

func TestSpanOfASuccess(t *testing.T) {
	b := newBackend(t)
	events := run(t, b, func(ctx context.Context) (any, error) {
		_, child := b.tracers.Tracer("client").Start(ctx, "POST")
		child.End()
		return "canary-result", nil
	})
	s := b.span("execute_tool pay")
	assert.Equal(t, trace.SpanKindInternal, s.SpanKind)
	assert.Equal(t, codes.Unset, s.Status.Code)
	assert.Equal(t, map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "pay", "gen_ai.tool.type": "function",
		"gen_ai.tool.call.id": events[0].FunctionCalls()[0].ID,
	}, attributes(s), "no arguments, no result")
	assert.Equal(t, s.SpanContext.SpanID(), b.span("POST").Parent.SpanID(), "spans of the tool's calls are children")
	assert.Contains(t, b.points("gen_ai.execute_tool.duration"), "gen_ai.tool.name=pay")
	assert.Empty(t, b.points("toolerr.errors"))
}

func TestSpanOfAFailure(t *testing.T) {
	b := newBackend(t)
	run(t, b, agenttest.ReturnError(toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(90*time.Second),
		toolerr.WithEffect(toolerr.EffectNone), toolerr.WithCause(errors.New("token=hunter2")))))
	s := b.span("execute_tool pay")
	want := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(90*time.Second))
	assert.Equal(t, codes.Error, s.Status.Code)
	assert.Equal(t, want.Error(), s.Status.Description)
	got := attributes(s)
	assert.Equal(t, want.ErrorType(), got["error.type"])
	assert.Equal(t, string(want.Class()), got["toolerr.class"])
	assert.Equal(t, true, got["toolerr.can_retry"])
	assert.Equal(t, "none", got["toolerr.effect"])
	assert.Empty(t, s.Events, "no exception event, whose message would be foreign text")
	agenttest.AssertNoCanary(t, "hunter2", s)
	kind := want.ErrorType()
	assert.Equal(t, map[string]float64{
		"error.type=" + kind + ",gen_ai.tool.name=pay,toolerr.can_retry=true,toolerr.class=" + string(want.Class()): 1,
	}, b.points("toolerr.errors"))
	assert.Contains(t, b.points("gen_ai.execute_tool.duration"), "error.type="+kind+",gen_ai.tool.name=pay")
}

func TestWrap(t *testing.T) {
	b := newBackend(t)
	chain := adapter.NewRegistry().WithObserver(b).For("pay")
	calls := map[string]func(context.Context, int) (int, error){
		"ok": func(ctx context.Context, n int) (int, error) {
			assert.True(t, trace.SpanFromContext(ctx).IsRecording())
			return n, nil
		},
		"fails":  func(context.Context, int) (int, error) { return 0, errors.New("token=hunter2") },
		"panics": func(context.Context, int) (int, error) { panic("token=hunter2") },
	}
	for name, fn := range calls {
		t.Run(name, func(t *testing.T) {
			b.spans.Reset()
			out, err := otelerrand.Wrap(b.Telemetry, "pay", fn, chain)(t.Context(), 7)
			s := b.span("execute_tool pay")
			if name == "ok" {
				require.NoError(t, err)
				assert.Equal(t, 7, out)
				assert.Equal(t, codes.Unset, s.Status.Code)
				return
			}
			require.Error(t, err)
			assert.Equal(t, codes.Error, s.Status.Code)
			assert.Equal(t, err.Error(), s.Status.Description)
			agenttest.AssertNoCanary(t, "hunter2", s)
		})
	}
	sum := 0.0
	for _, n := range b.points("toolerr.errors") {
		sum += n
	}
	assert.Equal(t, 2.0, sum)
}

func TestWrapOfAToolThatEndsItsGoroutine(t *testing.T) {
	b := newBackend(t)
	var group sync.WaitGroup
	group.Go(func() {
		_, _ = otelerrand.Wrap(b.Telemetry, "", func(context.Context, int) (int, error) { runtime.Goexit(); return 0, nil }, adapter.Chain{})(t.Context(), 1)
	})
	group.Wait()
	assert.Equal(t, sdktrace.Status{Code: codes.Error, Description: crash.Exited().Error()}, b.span("execute_tool").Status)
}

func silent(tb testing.TB) *otelerrand.Telemetry {
	tb.Helper()
	_, err := otelerrand.New() // the global providers
	require.NoError(tb, err)
	t, err := otelerrand.New(otelerrand.WithTracerProvider(tracenoop.NewTracerProvider()), otelerrand.WithMeterProvider(metricnoop.NewMeterProvider()), nil)
	require.NoError(tb, err)
	return t
}

func succeed(context.Context, int) (int, error) { return 1, nil }

func TestAllocations(t *testing.T) {
	s := silent(t)
	wrapped := otelerrand.Wrap(s, "pay", succeed, adapter.Chain{})
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = wrapped(t.Context(), 1) }), 2.0)
	failure := adapter.Observation{Tool: "pay", Err: toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Second))}
	assert.Zero(t, testing.AllocsPerRun(100, func() { s.Adapted(t.Context(), failure) }))
}

// An exporter that encodes protobuf drops a batch if it has one invalid UTF-8 byte.
func TestNamesAreText(t *testing.T) {
	b := newBackend(t)
	_, err := otelerrand.Wrap(b.Telemetry, "p\xffy", func(context.Context, int) (int, error) { return 0, errors.New("no") },
		adapter.NewRegistry().WithObserver(b).For("p\xffy"))(t.Context(), 1)
	require.Error(t, err)
	assert.Equal(t, "p\uFFFDy", attributes(b.span("execute_tool p\uFFFDy"))["gen_ai.tool.name"])
	for _, metric := range []string{"toolerr.errors", "gen_ai.execute_tool.duration"} {
		for labels := range b.points(metric) {
			assert.True(t, utf8.ValidString(labels), labels)
			assert.Contains(t, labels, "p\uFFFDy")
		}
		assert.Len(t, b.points(metric), 1)
	}
}
