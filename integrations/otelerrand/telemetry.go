package otelerrand

import (
	"context"
	"errors"
	"fmt"

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
	keyOperation = attribute.Key("gen_ai.operation.name")
	keyTool      = attribute.Key("gen_ai.tool.name")
	keyToolType  = attribute.Key("gen_ai.tool.type")
	keyCallID    = attribute.Key("gen_ai.tool.call.id")
	keyArguments = attribute.Key("gen_ai.tool.call.arguments")
	keyResult    = attribute.Key("gen_ai.tool.call.result")
	keyErrorType = attribute.Key("error.type")
	keyClass     = attribute.Key("toolerr.class")
	keyCanRetry  = attribute.Key("toolerr.can_retry")
	keyEffect    = attribute.Key("toolerr.effect")
	keyAdapter   = attribute.Key("toolerr.adapter")
	operation    = "execute_tool"
)

// An Option changes a new Telemetry.
type Option func(*config)

type config struct {
	tracers trace.TracerProvider
	meters  metric.MeterProvider
	content bool
}

// WithTracerProvider sets the provider of spans. The default, and nil, is the global
// provider.
func WithTracerProvider(p trace.TracerProvider) Option { return func(c *config) { c.tracers = p } }

// WithMeterProvider sets the provider of metrics. The default, and nil, is the global
// provider.
func WithMeterProvider(p metric.MeterProvider) Option { return func(c *config) { c.meters = p } }

// WithContent adds JSON to the spans: the arguments and the results of an agent's calls,
// and the requests and the answers of models. Of each, it adds at most 16 KiB, with an
// ellipsis as the last character if it was longer, and U+FFFD in place of bytes that are
// not UTF-8. The status of a failed span then has the message that the model or the user
// reads. The content may be any text of users and services.
func WithContent() Option { return func(c *config) { c.content = true } }

// A Telemetry reports to OpenTelemetry. [New] makes one. It is safe for concurrent use. It
// is also an observer for a registry.
type Telemetry struct {
	tracer   trace.Tracer
	content  bool
	duration metric.Float64Histogram
	failures metric.Int64Counter
	repeats  metric.Int64Counter
	waits    metric.Float64Histogram
	names    cache[string, string]
	running  running
	agents   agents
	labels   labels
}

var _ adapter.Observer = (*Telemetry)(nil)

// New makes a Telemetry. It returns an error if a meter provider refuses an instrument, or
// if a provider panics, as a nil pointer does.
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
	return c.open()
}

// open creates all instruments.
func (c config) open() (t *Telemetry, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, fmt.Errorf("otelerrand: a provider panicked: %v", p)
		}
	}()
	meter := c.meters.Meter(scope)
	var errs [4]error
	t = &Telemetry{tracer: c.tracers.Tracer(scope, trace.WithSchemaURL(semconv.SchemaURL)), content: c.content}
	t.duration, errs[0] = meter.Float64Histogram("gen_ai.execute_tool.duration", metric.WithUnit("s"),
		metric.WithDescription("How long a run of a tool took."),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300))
	t.failures, errs[1] = meter.Int64Counter("toolerr.errors", metric.WithUnit("{error}"),
		metric.WithDescription("Errors of tools."))
	t.repeats, errs[2] = meter.Int64Counter("toolerr.retries", metric.WithUnit("{call}"),
		metric.WithDescription("Runs of tools that repeat a call."))
	t.waits, errs[3] = meter.Float64Histogram("toolerr.wait", metric.WithUnit("s"),
		metric.WithDescription("How long services ask to wait before a repeat."),
		metric.WithExplicitBucketBoundaries(0, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900, 3600))
	return t, errors.Join(errs[:]...)
}

// Adapted counts an error.
func (t *Telemetry) Adapted(ctx context.Context, o adapter.Observation) {
	te := o.Err
	if te == nil {
		return
	}
	defer harmless()
	if t.failures.Enabled(ctx) {
		t.failures.Add(ctx, 1, t.labels.failed.get(failed{
			tool: o.Tool, errorType: te.ErrorType(), class: string(te.Class()), adapter: o.Adapter, canRetry: te.CanRetry(),
		}, failedOptions)...)
	}
	if wait, asked := te.RetryAfter(); asked && t.waits.Enabled(ctx) {
		t.waits.Record(ctx, wait.Seconds(), t.labels.ran.get(runOf(o.Tool, te), ranOptions)...)
	}
}
