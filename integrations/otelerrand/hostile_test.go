package otelerrand_test

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
)

// trap is the name of the place that panics.
type trap string

func (p trap) at(place string) {
	if string(p) == place {
		panic("token=hunter2")
	}
}

// processor is a span processor, and an exporter.
type processor struct{ trap }

func (p processor) OnStart(context.Context, sdktrace.ReadWriteSpan) { p.at("OnStart") }
func (p processor) OnEnd(sdktrace.ReadOnlySpan)                     { p.at("OnEnd") }
func (processor) Shutdown(context.Context) error                    { return nil }
func (processor) ForceFlush(context.Context) error                  { return nil }

func (p processor) ExportSpans(context.Context, []sdktrace.ReadOnlySpan) error {
	p.at("ExportSpans")
	return nil
}

// tracers, tracer and span are a separate implementation of the interfaces.
type (
	tracers struct {
		tracenoop.TracerProvider
		trap
	}
	tracer struct {
		tracenoop.Tracer
		trap
	}
	span struct {
		tracenoop.Span
		trap
	}
)

func (p tracers) Tracer(string, ...trace.TracerOption) trace.Tracer {
	p.at("Tracer")
	if p.trap == "nil tracer" {
		return nil
	}
	return tracer{trap: p.trap}
}

func (p tracer) Start(ctx context.Context, _ string, _ ...trace.SpanStartOption) (context.Context, trace.Span) {
	p.at("Start")
	if p.trap == "nil span" {
		return nil, nil
	}
	return ctx, span{trap: p.trap}
}

func (p span) IsRecording() bool                   { p.at("IsRecording"); return true }
func (p span) SetAttributes(...attribute.KeyValue) { p.at("SetAttributes") }
func (p span) SetStatus(codes.Code, string)        { p.at("SetStatus") }
func (p span) End(...trace.SpanEndOption)          { p.at("End") }

// meters creates instruments that panic.
type (
	meters struct {
		metricnoop.MeterProvider
		trap
	}
	meter struct {
		metricnoop.Meter
		trap
	}
	histogram struct {
		metricnoop.Float64Histogram
		trap
	}
	counter struct {
		metricnoop.Int64Counter
		trap
	}
)

func (p meters) Meter(string, ...metric.MeterOption) metric.Meter {
	p.at("Meter")
	return meter{trap: p.trap}
}

func (p meter) Float64Histogram(string, ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	p.at("Float64Histogram")
	if p.trap == "nil instruments" {
		return nil, nil
	}
	return histogram{trap: p.trap}, nil
}

func (p meter) Int64Counter(string, ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	if p.trap == "nil instruments" {
		return nil, nil
	}
	return counter{trap: p.trap}, nil
}

func (p histogram) Enabled(context.Context) bool                            { p.at("Enabled"); return true }
func (p histogram) Record(context.Context, float64, ...metric.RecordOption) { p.at("Record") }
func (p counter) Enabled(context.Context) bool                              { p.at("Enabled"); return true }
func (p counter) Add(context.Context, int64, ...metric.AddOption)           { p.at("Add") }
