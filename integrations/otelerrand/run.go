package otelerrand

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/toolerr"
)

// Wrap returns fn with its errors adapted by c, as adapter.Wrap does, and with a span and a
// measurement for every call. The span is in the context that fn gets.
func Wrap[In, Out any](
	t *Telemetry, tool string, fn func(context.Context, In) (Out, error), c adapter.Chain, opts ...adapter.WrapOption,
) func(context.Context, In) (Out, error) {
	wrapped, span := adapter.Wrap(fn, c, opts...), spanName(tool)
	return func(ctx context.Context, in In) (Out, error) {
		ctx, r := t.begin(ctx, tool, span)
		defer r.end(ctx) // also after a runtime.Goexit
		out, err := wrapped(ctx, in)
		err = referred(err)
		r.over(err)
		return out, err
	}
}

// referred returns the error of a tool with a reference, by which its span is found.
func referred(err error) error {
	if te, ok := toolerr.Find(err); ok && te.Reference() == "" {
		return te.With(toolerr.WithReference())
	}
	return err
}

// A run is one run of a tool.
type run struct {
	t       *Telemetry
	tool    string
	span    trace.Span
	begun   time.Time // zero if the duration is not measured
	err     *toolerr.ToolRuntimeError
	settled bool
}

var internal = []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindInternal)}

// begin starts the span of a run. It costs little if nothing is recorded.
func (t *Telemetry) begin(ctx context.Context, tool, name string) (context.Context, run) {
	r := run{t: t, tool: tool}
	ctx, r.span = t.tracer.Start(ctx, name, internal...)
	if r.span.IsRecording() {
		r.span.SetAttributes(keyOperation.String(operation), keyTool.String(valid(tool)), keyToolType.String("function"))
	}
	if t.duration.Enabled(ctx) {
		r.begun = time.Now()
	}
	return ctx, r
}

func spanName(tool string) string {
	if tool == "" {
		return operation
	}
	return operation + " " + valid(tool)
}

// over records the tool's error.
func (r *run) over(err error) {
	r.err, _ = toolerr.Find(err)
	r.settled = true
}

// end ends the span and records the duration. A tool that did not return called
// runtime.Goexit.
func (r *run) end(ctx context.Context) {
	if !r.settled {
		r.err = crash.Exited()
	}
	if te := r.err; te != nil && r.span.IsRecording() {
		r.span.SetAttributes(keyErrorType.String(te.ErrorType()), keyClass.String(string(te.Class())),
			keyCanRetry.Bool(te.CanRetry()), keyEffect.String(string(te.Effect())))
		if ref := te.Reference(); ref != "" {
			r.span.SetAttributes(keyReference.String(ref))
		}
		r.span.SetStatus(codes.Error, words(te))
	}
	if !r.begun.IsZero() {
		var attrs []attribute.KeyValue
		if r.tool != "" {
			attrs = append(attrs, keyTool.String(valid(r.tool)))
		}
		if r.err != nil {
			attrs = append(attrs, keyErrorType.String(r.err.ErrorType()))
		}
		r.t.duration.Record(ctx, time.Since(r.begun).Seconds(), metric.WithAttributes(attrs...))
	}
	r.span.End()
}
