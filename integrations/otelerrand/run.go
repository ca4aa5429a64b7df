package otelerrand

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
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
		r.over(err)
		return out, err
	}
}

// asked adds the attributes of an agent's call.
func (r *run) asked(ctx context.Context, call *agent.Call) {
	defer harmless()
	if call.Attempt > 1 && r.t.repeats.Enabled(ctx) {
		r.t.repeats.Add(ctx, 1, r.t.labels.again.get(call.Tool, againOptions)...)
	}
	if !r.span.IsRecording() {
		return
	}
	r.span.SetAttributes(keyCallID.String(valid(call.ID)))
	if r.t.content {
		r.span.SetAttributes(keyArguments.String(content(call.Args)))
	}
}

// answered adds the tool's result, if the option allows content.
func (r *run) answered(out any) {
	defer harmless()
	if out == nil || !r.t.content || !r.span.IsRecording() {
		return
	}
	if raw, err := safeJSON(out); err == nil {
		r.span.SetAttributes(keyResult.String(content(raw)))
	}
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
	r := run{t: t, tool: tool, span: noSpan}
	ctx = r.start(ctx, name)
	r.clock(ctx)
	return ctx, r
}

// start starts the span, and returns a context with it.
func (r *run) start(ctx context.Context, name string) (in context.Context) {
	in = ctx
	defer harmless()
	traced, span := r.t.tracer.Start(ctx, name, internal...)
	if traced == nil || span == nil {
		return in
	}
	in, r.span = traced, span
	if span.IsRecording() {
		span.SetAttributes(keyOperation.String(operation), keyTool.String(valid(r.tool)), keyToolType.String("function"))
	}
	return in
}

// clock starts the measurement, if the instrument is enabled.
func (r *run) clock(ctx context.Context) {
	defer harmless()
	if r.t.duration.Enabled(ctx) {
		r.begun = time.Now()
	}
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

// end ends the span. A tool that did not return called runtime.Goexit.
func (r *run) end(ctx context.Context) {
	if !r.settled {
		r.err = adapter.Exited()
	}
	r.judge()
	r.measure(ctx)
	r.finish()
}

// judge sets the error of the span.
func (r *run) judge() {
	te := r.err
	if te == nil {
		return
	}
	defer harmless()
	if r.span.IsRecording() {
		r.span.SetAttributes(keyErrorType.String(te.ErrorType()), keyClass.String(string(te.Class())),
			keyCanRetry.Bool(te.CanRetry()), keyEffect.String(string(te.Effect())))
		r.span.SetStatus(codes.Error, r.t.words(te))
	}
}

// measure records the duration of the run.
func (r *run) measure(ctx context.Context) {
	if r.begun.IsZero() {
		return
	}
	defer harmless()
	r.t.duration.Record(ctx, time.Since(r.begun).Seconds(), r.t.labels.ran.get(runOf(r.tool, r.err), ranOptions)...)
}

// finish ends the span; a processor then exports it.
func (r *run) finish() {
	defer harmless()
	r.span.End()
}

var errUnencodable = errors.New("cannot be encoded as JSON")

// safeJSON is json.Marshal for foreign values.
func safeJSON(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errUnencodable
		}
	}()
	return json.Marshal(v)
}
