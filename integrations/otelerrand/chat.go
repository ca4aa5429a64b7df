package otelerrand

import (
	"context"
	"iter"
	"strings"

	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/toolerr"
)

// A tracedModel is a model whose calls have spans.
type tracedModel struct {
	agent.Model
	t *Telemetry
}

// otherProvider is the provider of a model that does not declare one.
const otherProvider = "_OTHER"

var client = []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindClient)}

// Generate implements [agent.Model].
func (m *tracedModel) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		ctx, span := m.start(m.t.within(ctx, false), req)
		over := false // the model has returned, or the caller has stopped ranging
		defer func() {
			if !over {
				fail(span, crash.Exited().ErrorType(), crash.Exited().Error())
			}
			span.End()
		}()
		for resp, err := range m.Model.Generate(ctx, req) {
			switch {
			case err != nil:
				te := adapted(ctx, err)
				fail(span, te.ErrorType(), words(te))
			case resp != nil:
				m.answered(span, resp)
			}
			if !yield(resp, err) {
				break
			}
		}
		over = true
	}
}

// start starts the span of a call.
func (m *tracedModel) start(ctx context.Context, req *agent.ModelRequest) (context.Context, trace.Span) {
	name, provider := valid(m.Name()), otherProvider
	if p, ok := m.Model.(interface{ Provider() string }); ok {
		provider = valid(p.Provider())
	}
	ctx, s := m.t.tracer.Start(ctx, semconv.GenAIOperationNameChat.Value.AsString()+" "+name, client...)
	s.SetAttributes(semconv.GenAIOperationNameChat, semconv.GenAIProviderNameKey.String(provider), semconv.GenAIRequestModel(name))
	if info := agent.RunFrom(ctx); info != nil && info.Session.ID != "" {
		s.SetAttributes(semconv.GenAIConversationID(valid(info.Session.ID)))
	}
	if req.Stream {
		s.SetAttributes(semconv.GenAIRequestStream(true))
	}
	if req.OutputSchema != nil {
		s.SetAttributes(semconv.GenAIOutputTypeJSON)
	}
	return ctx, s
}

// answered records the end of a call, if resp is the last response.
func (m *tracedModel) answered(span trace.Span, resp *agent.ModelResponse) {
	span.SetAttributes(tokens(resp.Usage)...)
	if resp.FinishReason != "" {
		span.SetAttributes(semconv.GenAIResponseFinishReasons(strings.ToLower(string(resp.FinishReason))))
	}
}

// adapted returns a model's error as a *toolerr.ToolRuntimeError. Models should adapt their
// errors themselves.
func adapted(ctx context.Context, err error) *toolerr.ToolRuntimeError {
	te, ok := toolerr.Find(err)
	if !ok {
		te, _ = toolerr.Find(adapter.NewChain(httpadapter.Adapter{}, stdadapter.Adapter{}).Adapt(ctx, err))
	}
	return te
}
