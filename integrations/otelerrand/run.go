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

// Wrap returns fn adapted by c, as [adapter.Wrap] does, with a span and a
// measurement for every call. The span is in the context that fn gets.
func Wrap[In, Out any](
	t *Telemetry, tool string, fn func(context.Context, In) (Out, error), c adapter.Chain, opts ...adapter.WrapOption,
) func(context.Context, In) (Out, error) {
	wrapped, span := adapter.Wrap(fn, c, opts...), spanName(tool)
	return func(ctx context.Context, in In) (Out, error) {
		ctx, r := t.begin(ctx, tool, span)
		defer r.end(ctx) // of a runtime.Goexit too
		out, err := wrapped(ctx, in)
		r.over(err)
		return out, err
	}
}

// Plugin returns the plugin that puts spans around the tools of a runner's
// agents.
func (t *Telemetry) Plugin() agent.Plugin {
	return agent.Plugin{Name: "otelerrand", AroundTool: []agent.AroundTool{t.around}}
}

func (t *Telemetry) around(ctx context.Context, call *agent.Call, next func(context.Context) (any, error)) (any, error) {
	ctx, r := t.begin(ctx, call.Tool, t.names.get(call.Tool, spanName))
	defer r.end(ctx)
	if call.Attempt > 1 && t.repeats.Enabled(ctx) {
		t.repeats.Add(ctx, 1, t.labels.again.get(call.Tool, againOptions)...)
	}
	recording := r.span.IsRecording()
	if recording {
		r.span.SetAttributes(keyCallID.String(call.ID))
		if t.content {
			r.span.SetAttributes(keyArguments.String(string(call.Args)))
		}
	}
	out, err := next(ctx)
	r.over(err)
	if recording && t.content && out != nil {
		if raw, err := safeJSON(out); err == nil {
			r.span.SetAttributes(keyResult.String(string(raw)))
		}
	}
	return out, err
}

// A run is one run of a tool.
type run struct {
	t       *Telemetry
	tool    string
	span    trace.Span
	begun   time.Time // zero if nobody wants to know how long it takes
	err     *toolerr.ToolRuntimeError
	settled bool
}

var internal = []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindInternal)}

// begin starts the span of a run. What nobody records costs next to nothing.
func (t *Telemetry) begin(ctx context.Context, tool, name string) (context.Context, run) {
	ctx, span := t.tracer.Start(ctx, name, internal...)
	r := run{t: t, tool: tool, span: span}
	if span.IsRecording() {
		span.SetAttributes(keyOperation.String(operation), keyTool.String(tool), keyToolType.String("function"))
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
	return operation + " " + tool
}

// over notes how the tool returned.
func (r *run) over(err error) {
	r.err, _ = toolerr.Find(err)
	r.settled = true
}

// end ends the span. A tool that did not return ended its goroutine.
func (r *run) end(ctx context.Context) {
	if !r.settled {
		r.err = toolerr.Fatal(toolerr.Msg("The tool stopped unexpectedly."), toolerr.WithEffect(toolerr.EffectUnknown))
	}
	if te := r.err; te != nil && r.span.IsRecording() {
		r.span.SetAttributes(keyErrorType.String(te.ErrorType()), keyClass.String(string(te.Class())),
			keyCanRetry.Bool(te.CanRetry()), keyEffect.String(string(te.Effect())))
		r.span.SetStatus(codes.Error, te.Error())
	}
	if !r.begun.IsZero() {
		r.t.duration.Record(ctx, time.Since(r.begun).Seconds(), r.t.labels.ran.get(runOf(r.tool, r.err), ranOptions)...)
	}
	r.span.End()
}

var errUnencodable = errors.New("cannot be encoded as JSON")

// safeJSON is json.Marshal for values of other people.
func safeJSON(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errUnencodable
		}
	}()
	return json.Marshal(v)
}
