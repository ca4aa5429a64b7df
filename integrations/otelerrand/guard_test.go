package otelerrand_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/otelerrand"
	"github.com/errand-go/errand/toolerr"
)

// hostiles returns providers that panic in different places.
func hostiles() map[string]otelerrand.Option {
	all := map[string]otelerrand.Option{
		"OnStart of an SDK processor": otelerrand.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(processor{"OnStart"}))),
		"OnEnd of an SDK processor":   otelerrand.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(processor{"OnEnd"}))),
		"the exporter":                otelerrand.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSyncer(processor{"ExportSpans"}))),
	}
	for _, place := range []trap{"nil tracer", "nil span", "Start", "IsRecording", "SetAttributes", "SetStatus", "End"} {
		all[string(place)] = otelerrand.WithTracerProvider(tracers{trap: place})
	}
	for _, place := range []trap{"nil instruments", "Enabled", "Record", "Add"} {
		all[string(place)] = otelerrand.WithMeterProvider(meters{trap: place})
	}
	return all
}

// Whatever a span processor, an exporter or a provider does, the tool runs once, and the
// model gets its result.
func TestTelemetryThatPanics(t *testing.T) {
	busy := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Nanosecond))
	for name, hostile := range hostiles() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // the fake clock skips the waits
				b := newBackend(t, hostile, otelerrand.WithContent())
				ran := 0
				pays := func(context.Context) (any, error) {
					if ran++; ran == 1 {
						return nil, busy
					}
					return map[string]any{"paid": true}, nil
				}
				var got []*agent.FunctionResponse
				for _, e := range run(t, b, pays, agent.ReadOnly()) { // so that the call is retried, and the retry is counted
					got = append(got, e.FunctionResponses()...)
				}
				assert.Equal(t, 2, ran)
				require.Len(t, got, 1)
				assert.Equal(t, agent.OutcomeOK, got[0].Outcome, "%s", got[0].Response)
				assert.JSONEq(t, `{"success":true,"error":null,"paid":true}`, string(got[0].Response))
			})
		})
	}
}

func TestWrapAroundTelemetryThatPanics(t *testing.T) {
	for name, hostile := range hostiles() {
		t.Run(name, func(t *testing.T) {
			b := newBackend(t, hostile)
			chain := adapter.NewRegistry().WithObserver(b).For("pay")
			fn := otelerrand.Wrap(b.Telemetry, "pay", func(_ context.Context, n int) (int, error) {
				if n == 0 {
					return 0, toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Second))
				}
				return n, nil
			}, chain)
			out, err := fn(t.Context(), 7)
			require.NoError(t, err)
			assert.Equal(t, 7, out)
			_, err = fn(t.Context(), 0)
			require.ErrorIs(t, err, toolerr.KindUpstreamRateLimit)
			assert.NotPanics(t, func() {
				te, _ := toolerr.Find(err)
				b.Adapted(t.Context(), adapter.Observation{Tool: "pay", Err: te})
			})
		})
	}
}

// A span whose attributes cannot be set is still ended and measured.
func TestAProcessorThatPanicsHidesNothingElse(t *testing.T) {
	b := newBackend(t, otelerrand.WithTracerProvider(tracers{trap: "SetAttributes"}))
	run(t, b, agenttest.Return("ok"))
	assert.Contains(t, b.points("gen_ai.execute_tool.duration"), "gen_ai.tool.name=pay")

	b = newBackend(t, otelerrand.WithMeterProvider(meters{trap: "Record"}))
	run(t, b, agenttest.Return("ok"))
	b.span("execute_tool pay")
}

func TestProvidersThatReturnNilOrPanic(t *testing.T) {
	for name, opt := range map[string]otelerrand.Option{
		"no tracers": otelerrand.WithTracerProvider(nil), "no meters": otelerrand.WithMeterProvider(nil),
	} {
		t.Run(name, func(t *testing.T) {
			telemetry, err := otelerrand.New(opt)
			require.NoError(t, err, "it is the global provider")
			out, err := otelerrand.Wrap(telemetry, "pay", succeed, adapter.Chain{})(t.Context(), 0)
			require.NoError(t, err)
			assert.Equal(t, 1, out)
		})
	}
	for name, opt := range map[string]otelerrand.Option{
		"a nil tracer provider":         otelerrand.WithTracerProvider((*sdktrace.TracerProvider)(nil)),
		"a nil meter provider":          otelerrand.WithMeterProvider((*sdkmetric.MeterProvider)(nil)),
		"a tracer provider that panics": otelerrand.WithTracerProvider(tracers{trap: "Tracer"}),
		"a meter provider that panics":  otelerrand.WithMeterProvider(meters{trap: "Meter"}),
		"an instrument that panics":     otelerrand.WithMeterProvider(meters{trap: "Float64Histogram"}),
	} {
		t.Run(name, func(t *testing.T) {
			telemetry, err := otelerrand.New(opt)
			assert.Nil(t, telemetry)
			assert.ErrorContains(t, err, "otelerrand: a provider panicked")
		})
	}
}

// An exporter that encodes protobuf drops a batch if it has one invalid UTF-8 byte, or is
// too large.
func TestContentIsTextOfALength(t *testing.T) {
	const most = 16 << 10
	const quotes = len(`""`)
	tests := map[string]struct {
		result any
		want   string // "" if only the length matters
		cut    bool
	}{
		"an invalid byte":                         {result: json.RawMessage("{\"a\":\"\xff\"}"), want: "{\"a\":\"\uFFFD\"}"},
		"the maximum length":                      {result: strings.Repeat("x", most-quotes), want: `"` + strings.Repeat("x", most-quotes) + `"`},
		"one byte more":                           {result: strings.Repeat("x", most-quotes+1), cut: true},
		"multibyte characters":                    {result: strings.Repeat("€", most), cut: true},
		"invalid bytes that become longer":        {result: json.RawMessage(`"` + strings.Repeat("a\xff", most) + `"`), cut: true},
		"invalid bytes that become one character": {result: json.RawMessage(`"` + strings.Repeat("\xff", most) + `"`), want: "\"\uFFFD…"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBackend(t, otelerrand.WithContent())
			run(t, b, agenttest.Return(tt.result))
			got := attributes(b.span("execute_tool pay"))["gen_ai.tool.call.result"].(string)
			assert.True(t, utf8.ValidString(got))
			assert.LessOrEqual(t, len(got), most)
			if tt.cut {
				assert.True(t, strings.HasSuffix(got, "…"))
				assert.Greater(t, len(got), most-8, "the cut is as short as possible")
			} else {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

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
