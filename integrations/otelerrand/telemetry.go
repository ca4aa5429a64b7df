package otelerrand

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/adapter"
)

const scope = "github.com/errand-go/errand/integrations/otelerrand"

// The attributes.
const (
	keyOperation  = attribute.Key("gen_ai.operation.name")
	keyTool       = attribute.Key("gen_ai.tool.name")
	keyToolType   = attribute.Key("gen_ai.tool.type")
	keyCallID     = attribute.Key("gen_ai.tool.call.id")
	keyErrorType  = attribute.Key("error.type")
	keyClass      = attribute.Key("toolerr.class")
	keyCanRetry   = attribute.Key("toolerr.can_retry")
	keyEffect     = attribute.Key("toolerr.effect")
	keyReference  = attribute.Key("toolerr.reference")
	keyAdapter    = attribute.Key("toolerr.adapter")
	keyReconciled = attribute.Key("toolerr.reconciled")
	operation     = "execute_tool"
)

// An Option changes a new Telemetry.
type Option func(*config)

type config struct {
	tracers trace.TracerProvider
	meters  metric.MeterProvider
}

// WithTracerProvider sets the provider of spans. The default, and nil, is the global
// provider.
func WithTracerProvider(p trace.TracerProvider) Option { return func(c *config) { c.tracers = p } }

// WithMeterProvider sets the provider of metrics. The default, and nil, is the global
// provider.
func WithMeterProvider(p metric.MeterProvider) Option { return func(c *config) { c.meters = p } }

// A Telemetry reports to OpenTelemetry. [New] makes one. It is safe for concurrent use. It
// is also an observer for a registry.
type Telemetry struct {
	tracer   trace.Tracer
	duration metric.Float64Histogram
	failures metric.Int64Counter
	running  running
	agents   agents
}

var _ adapter.Observer = (*Telemetry)(nil)

// New makes a Telemetry. It returns an error if a meter provider refuses an instrument.
func New(opts ...Option) (*Telemetry, error) {
	var c config
	for _, o := range opts {
		if o != nil {
			o(&c)
		}
	}
	if c.tracers == nil {
		c.tracers = otel.GetTracerProvider()
	}
	if c.meters == nil {
		c.meters = otel.GetMeterProvider()
	}
	meter := c.meters.Meter(scope)
	duration, failed := meter.Float64Histogram("gen_ai.execute_tool.duration", metric.WithUnit("s"),
		metric.WithDescription("How long a run of a tool took."),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300))
	failures, err := meter.Int64Counter("toolerr.errors", metric.WithUnit("{error}"),
		metric.WithDescription("Errors of tools."))
	return &Telemetry{
		tracer:   c.tracers.Tracer(scope, trace.WithSchemaURL(semconv.SchemaURL)),
		duration: duration, failures: failures,
	}, errors.Join(failed, err)
}

// Adapted counts an error, and gives the span in ctx, which may be that of a server's request,
// the error's reference.
func (t *Telemetry) Adapted(ctx context.Context, o adapter.Observation) {
	te := o.Err
	if te == nil {
		return
	}
	if ref := te.Reference(); ref != "" {
		trace.SpanFromContext(ctx).SetAttributes(keyReference.String(ref))
	}
	if !t.failures.Enabled(ctx) {
		return
	}
	attrs := []attribute.KeyValue{
		keyErrorType.String(te.ErrorType()), keyClass.String(string(te.Class())), keyCanRetry.Bool(te.CanRetry()),
	}
	if o.Tool != "" {
		attrs = append(attrs, keyTool.String(valid(o.Tool)))
	}
	if o.Adapter != "" {
		attrs = append(attrs, keyAdapter.String(valid(o.Adapter)))
	}
	t.failures.Add(ctx, 1, metric.WithAttributes(attrs...))
}
