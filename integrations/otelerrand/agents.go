package otelerrand

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// agents are the spans of the active agents of each run, the outermost first. The last ones
// may have ended.
type agents struct {
	mu   sync.Mutex
	runs map[string][]*invocation
}

// An invocation is one active agent.
type invocation struct {
	agent string
	span  trace.Span
	early bool // a resumed call runs before its agent starts
	usage agent.Usage
	// over is when the agent ended; zero while it is active. Its span ends when the next
	// agent starts or the run ends, because the event of a limit comes after the agent's
	// end.
	over time.Time
}

// agentBegins starts the span of an agent, as a child of the enclosing agent's.
func (t *Telemetry) agentBegins(ctx context.Context) (*agent.Content, error) {
	info := agent.RunFrom(ctx)
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	if open := t.agents.runs[info.InvocationID]; len(open) > 0 && open[len(open)-1].early {
		last := open[len(open)-1]
		if last.early = false; last.agent == info.Agent {
			return nil, nil
		}
		last.over = time.Now()
	}
	t.open(ctx, info, false)
	return nil, nil
}

// open ends the spans of agents that have ended, and starts a new one.
func (t *Telemetry) open(ctx context.Context, info *agent.RunInfo, early bool) *invocation {
	open := t.agents.runs[info.InvocationID]
	for len(open) > 0 && !open[len(open)-1].over.IsZero() {
		open[len(open)-1].end()
		open = open[:len(open)-1]
	}
	if n := len(open); n > 0 {
		ctx = trace.ContextWithSpan(ctx, open[n-1].span)
	}
	i := &invocation{agent: info.Agent, span: t.start(ctx, info), early: early}
	if t.agents.runs == nil {
		t.agents.runs = map[string][]*invocation{}
	}
	t.agents.runs[info.InvocationID] = append(open, i)
	return i
}

func (t *Telemetry) start(ctx context.Context, info *agent.RunInfo) trace.Span {
	name := valid(info.Agent)
	_, span := t.tracer.Start(ctx, semconv.GenAIOperationNameInvokeAgent.Value.AsString()+" "+name, internal...)
	span.SetAttributes(semconv.GenAIOperationNameInvokeAgent, semconv.GenAIAgentName(name))
	if id := info.Session.ID; id != "" {
		span.SetAttributes(semconv.GenAIConversationID(valid(id)))
	}
	return span
}

// within returns a context with the span of the agent that ctx belongs to. early is true
// for actions that an agent may take before it starts.
func (t *Telemetry) within(ctx context.Context, early bool) context.Context {
	info := agent.RunFrom(ctx)
	if info == nil {
		return ctx
	}
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	for _, i := range slices.Backward(t.agents.runs[info.InvocationID]) {
		if i.agent == info.Agent && i.over.IsZero() {
			return trace.ContextWithSpan(ctx, i.span)
		}
	}
	if !early {
		return ctx
	}
	return trace.ContextWithSpan(ctx, t.open(ctx, info, true).span)
}

// happened reads an event: the usage of the models, the end of the run, and the end of an
// agent, for which AfterAgent is not called if a callback answered in its place.
func (t *Telemetry) happened(_ context.Context, e *agent.Event) error {
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	open := t.agents.runs[e.InvocationID]
	for _, i := range open {
		if u := e.Usage; u != nil && !e.Partial && i.over.IsZero() {
			i.usage.InputTokens += u.InputTokens
			i.usage.OutputTokens += u.OutputTokens
			i.usage.CachedTokens += u.CachedTokens
		}
		if e.ErrorCode != "" && e.TurnComplete { // else the run goes on, or ends with an error
			fail(i.span, string(e.ErrorCode), e.ErrorCode.Message().String())
		}
	}
	if n := len(open); n > 0 && e.TurnComplete && e.Author == open[n-1].agent && open[n-1].over.IsZero() {
		open[n-1].over = time.Now()
	}
	return nil
}

// agentEnds records the end of an agent and of the agents inside it.
func (t *Telemetry) agentEnds(ctx context.Context) (*agent.Content, error) {
	info := agent.RunFrom(ctx)
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	open := t.agents.runs[info.InvocationID]
	at := slices.IndexFunc(open, func(i *invocation) bool { return i.agent == info.Agent && i.over.IsZero() })
	if at < 0 {
		return nil, nil
	}
	for _, i := range open[at:] {
		if i.over.IsZero() {
			i.over = time.Now()
		}
	}
	return nil, nil
}

// runEnds ends the spans of a run, the innermost first.
func (t *Telemetry) runEnds(ctx context.Context, err error) error {
	info := agent.RunFrom(ctx)
	var hard *agent.RunError
	failed := errors.As(err, &hard)
	t.agents.mu.Lock()
	defer t.agents.mu.Unlock()
	for _, i := range slices.Backward(t.agents.runs[info.InvocationID]) {
		if failed && i.over.IsZero() {
			fail(i.span, string(hard.Kind), agent.NewRunError(hard.Kind, toolerr.Message{}, nil).Error())
		}
		i.end()
	}
	delete(t.agents.runs, info.InvocationID)
	return nil
}

func (i *invocation) end() {
	i.span.SetAttributes(tokens(&i.usage)...)
	if i.over.IsZero() {
		i.span.End()
		return
	}
	i.span.End(trace.WithTimestamp(i.over))
}

// tokens returns the attributes of a usage.
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

// fail sets the error of a span.
func fail(span trace.Span, errorType, message string) {
	span.SetAttributes(keyErrorType.String(errorType))
	span.SetStatus(codes.Error, valid(message))
}
