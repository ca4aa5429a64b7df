package otelerrand

import (
	"context"
	"errors"
	"slices"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/agent"
)

// agents are the spans of the agents that are at work, by the run they belong to, the
// outermost first.
type agents struct {
	mu   sync.Mutex
	runs map[string][]*invocation
}

// An invocation is one agent at work.
type invocation struct {
	agent string
	span  trace.Span
	early bool // a call that waited runs before its agent begins
	usage agent.Usage
}

// agentBegins starts the span of an agent, inside of the agent it is part of.
func (t *Telemetry) agentBegins(ctx context.Context) (*agent.Content, error) {
	info := agent.RunFrom(ctx)
	if info == nil {
		return nil, nil
	}
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	if open := t.agents.runs[info.InvocationID]; len(open) > 0 {
		if last := open[len(open)-1]; last.early && last.agent == info.Agent {
			last.early = false
			return nil, nil
		}
	}
	t.open(ctx, info, false)
	return nil, nil
}

// open starts a span.
func (t *Telemetry) open(ctx context.Context, info *agent.RunInfo, early bool) *invocation {
	open := t.agents.runs[info.InvocationID]
	if n := len(open); n > 0 {
		ctx = trace.ContextWithSpan(ctx, open[n-1].span)
	}
	i := &invocation{agent: info.Agent, span: nobody, early: early}
	i.start(ctx, t, info)
	if t.agents.runs == nil {
		t.agents.runs = map[string][]*invocation{}
	}
	t.agents.runs[info.InvocationID] = append(open, i)
	return i
}

func (i *invocation) start(ctx context.Context, t *Telemetry, info *agent.RunInfo) {
	defer harmless()
	name := valid(info.Agent)
	_, span := t.tracer.Start(ctx, semconv.GenAIOperationNameInvokeAgent.Value.AsString()+" "+name, internal...)
	if span == nil {
		return
	}
	i.span = span
	span.SetAttributes(semconv.GenAIOperationNameInvokeAgent, semconv.GenAIAgentName(name))
	if id := info.Session.ID; id != "" {
		span.SetAttributes(semconv.GenAIConversationID(valid(id)))
	}
}

// within returns a context with the span of the agent that ctx belongs to. early is for
// what an agent may do before it begins.
func (t *Telemetry) within(ctx context.Context, early bool) context.Context {
	info := agent.RunFrom(ctx)
	if info == nil {
		return ctx
	}
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	for _, i := range slices.Backward(t.agents.runs[info.InvocationID]) {
		if i.agent == info.Agent {
			return trace.ContextWithSpan(ctx, i.span)
		}
	}
	if !early {
		return ctx
	}
	return trace.ContextWithSpan(ctx, t.open(ctx, info, true).span)
}

// happened notes what an event says of the agents at work: what their models used, and how
// their run ends.
func (t *Telemetry) happened(_ context.Context, e *agent.Event) error {
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	for _, i := range t.agents.runs[e.InvocationID] {
		if u := e.Usage; u != nil && !e.Partial {
			i.usage.InputTokens += u.InputTokens
			i.usage.OutputTokens += u.OutputTokens
			i.usage.CachedTokens += u.CachedTokens
		}
		if e.ErrorCode != "" {
			fail(i.span, string(e.ErrorCode), e.ErrorCode.Message().String())
		}
	}
	return nil
}

// agentEnds ends the span of an agent, and of those inside it.
func (t *Telemetry) agentEnds(ctx context.Context) (*agent.Content, error) {
	if info := agent.RunFrom(ctx); info != nil {
		t.agents.close(info.InvocationID, func(i *invocation) bool { return i.agent == info.Agent })
	}
	return nil, nil
}

// runEnds ends the spans of a run that paused, failed or was canceled.
func (t *Telemetry) runEnds(ctx context.Context, err error) error {
	info := agent.RunFrom(ctx)
	if info == nil {
		return nil
	}
	var hard *agent.RunError
	if errors.As(err, &hard) {
		t.agents.mu.Lock()
		for _, i := range t.agents.runs[info.InvocationID] {
			fail(i.span, string(hard.Kind), hard.Error())
		}
		t.agents.mu.Unlock()
	}
	t.agents.close(info.InvocationID, func(*invocation) bool { return true })
	return nil
}

// close ends the spans of a run from the first one that is meant on, the innermost first.
func (a *agents) close(run string, meant func(*invocation) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	open := a.runs[run]
	at := slices.IndexFunc(open, meant)
	if at < 0 {
		return
	}
	for _, i := range slices.Backward(open[at:]) {
		i.end()
	}
	if at == 0 {
		delete(a.runs, run)
		return
	}
	a.runs[run] = open[:at]
}

func (i *invocation) end() {
	defer harmless()
	i.span.SetAttributes(tokens(&i.usage)...)
	i.span.End()
}

// tokens are the attributes of what models used.
func tokens(u *agent.Usage) []attribute.KeyValue {
	if u == nil || *u == (agent.Usage{}) {
		return nil
	}
	all := []attribute.KeyValue{semconv.GenAIUsageInputTokens(u.InputTokens), semconv.GenAIUsageOutputTokens(u.OutputTokens)}
	if u.CachedTokens > 0 {
		all = append(all, semconv.GenAIUsageCacheReadInputTokens(u.CachedTokens))
	}
	return all
}

// fail says on a span why it failed.
func fail(span trace.Span, errorType, message string) {
	defer harmless()
	span.SetAttributes(keyErrorType.String(errorType))
	span.SetStatus(codes.Error, valid(message))
}
