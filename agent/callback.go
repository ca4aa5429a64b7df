package agent

import (
	"context"
	"maps"

	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/toolerr"
)

// Callbacks are functions around the parts of a run. Those of a slice run in
// order until one returns a value or an error; nil means: go on. A panic counts
// as an error. All may reach the run through [RunFrom], those around a tool
// also through the call.
type Callbacks struct {
	// BeforeAgent: a content is the agent's answer, and it does not run. An
	// error fails the run with [ErrCallback].
	BeforeAgent []func(ctx context.Context) (*Content, error)
	// AfterAgent: a content is said after the agent's last event. An error fails
	// the run. It is also asked when the run ends with a soft condition, whose event stays
	// the last one: what it says comes before the event of a limit, and is dropped with a
	// diagnostic if the condition was that of the model's answer; an error is a diagnostic
	// too. It is not asked when the run fails, pauses or is canceled.
	AfterAgent []func(ctx context.Context) (*Content, error)
	// BeforeModel may change the request. A response is used and the model is
	// not asked. An error fails the run.
	BeforeModel []func(ctx context.Context, req *ModelRequest) (*ModelResponse, error)
	// AfterModel: a response replaces the model's. An error fails the run.
	AfterModel []func(ctx context.Context, resp *ModelResponse) (*ModelResponse, error)
	// OnModelError is asked when the model failed for good; a response is used
	// in place of the failure. Its own error is a diagnostic.
	OnModelError []func(ctx context.Context, req *ModelRequest, err error) (*ModelResponse, error)
	// BeforeTool may change the arguments of the call, see [Call]. A result that is not
	// nil is the tool's, and it does not run. An error fails the call.
	BeforeTool []func(ctx context.Context, call *Call) (any, error)
	// AfterTool is asked after success, with the result as JSON decodes it and numbers as
	// in a [State]. A result that is not nil replaces the tool's. Its error is a
	// diagnostic: what the tool did is done.
	AfterTool []func(ctx context.Context, call *Call, result any) (any, error)
	// OnToolError is asked after a failure; a result that is not nil makes it a
	// success. Its own error is a diagnostic. It is never asked about a call
	// that was denied.
	OnToolError []func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) (any, error)
}

// A Plugin is a named bundle of callbacks for every agent of a runner. They run
// before the agent's own.
type Plugin struct {
	Name string
	Callbacks
	// BeforeRun: a content is the run's answer, and no agent runs. Decisions and
	// sign-ins of the input are not used: the calls still wait for them. An error
	// fails the run before anything is stored.
	BeforeRun []func(ctx context.Context, input *Content) (*Content, error)
	// AroundTool surrounds every run of a tool, repeats included, on the tool's
	// goroutine and within its time: next runs the tool with the context it is
	// given, so that what the context carries, such as a span, reaches the tool. It may
	// change the arguments of the call before, see [Call].
	// The error of next is nil or a *toolerr.ToolRuntimeError, of a panic too.
	// What the function returns is what the tool returned. The first plugin is
	// the outermost.
	AroundTool []AroundTool
	// AroundModel surrounds each call of a model, retries included: it returns a model
	// that is asked in place of m and asks m, with the context that it makes of its own.
	// What m answers and fails with is not adapted yet. The first plugin is the outermost.
	AroundModel []func(m Model) Model
	// ToolRan is told how each run of a tool ended, repeats included, after
	// AroundTool: the error that the model will read of, or nil. It is also told
	// of what AroundTool cannot see: that the tool was left running at the end of
	// its time, where AroundTool has not returned, and that its result cannot be
	// encoded. Its own error is a diagnostic.
	ToolRan []func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) error
	// OnEvent sees every event before the consumer does, and may not change it.
	// Its error is a diagnostic.
	OnEvent []func(ctx context.Context, e *Event) error
	// AfterRun is told how the run ended: nil, or its [*RunError]. Its error is
	// a diagnostic.
	AfterRun []func(ctx context.Context, err error) error
}

// AroundTool surrounds the run of a tool; see [Plugin].
type AroundTool func(ctx context.Context, call *Call, next func(context.Context) (any, error)) (any, error)

// RunInfo is what callbacks, instruction functions and tools can know of the
// run they belong to.
type RunInfo struct {
	InvocationID string
	Agent        string
	Session      SessionRef
	Metadata     map[string]string

	state *state.View
}

// State returns a copy of a value of the session's state.
func (i *RunInfo) State(key string) (any, bool) { return i.state.Get(key) }

type runKey struct{}

// RunFrom returns the run that ctx belongs to; nil outside of one.
func RunFrom(ctx context.Context) *RunInfo {
	i, _ := ctx.Value(runKey{}).(*RunInfo)
	if i == nil || i.Metadata == nil {
		return i
	}
	own := *i // others read the map at the same time
	own.Metadata = maps.Clone(i.Metadata)
	return &own
}

// The callbacks, by what they are given.
type (
	aroundAgent  = func(ctx context.Context) (*Content, error)
	beforeModel  = func(ctx context.Context, req *ModelRequest) (*ModelResponse, error)
	afterModel   = func(ctx context.Context, resp *ModelResponse) (*ModelResponse, error)
	onModelError = func(ctx context.Context, req *ModelRequest, err error) (*ModelResponse, error)
	beforeTool   = func(ctx context.Context, call *Call) (any, error)
	afterTool    = func(ctx context.Context, call *Call, result any) (any, error)
	onToolError  = func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) (any, error)
)

// gather lists the callbacks of one kind: the plugins', then the agent's.
func gather[T any](h *host, a *Agent, pick func(*Callbacks) []T) []T {
	own := pick(&a.cfg.Callbacks)
	if len(h.runner.cfg.Plugins) == 0 {
		return own
	}
	var all []T
	for i := range h.runner.cfg.Plugins {
		all = append(all, pick(&h.runner.cfg.Plugins[i].Callbacks)...)
	}
	return append(all, own...)
}

// guard runs one callback under containment, for as long as a tool may run.
func guard[T any](h *host, ctx context.Context, fn func(context.Context) (T, error)) (T, error) { //nolint:revive // ctx belongs to fn
	return bounded(ctx, task{host: h, name: nameCallback, timeout: h.budget.limits.ToolTimeout}, fn)
}

// firstValue asks callbacks until one returns a value or an error.
func firstValue[F, T any](
	h *host, ctx context.Context, all []F, ask func(context.Context, F) (*T, error), //nolint:revive // ctx belongs to ask
) (*T, error) {
	for _, f := range all {
		v, err := guard(h, ctx, func(ctx context.Context) (*T, error) { return ask(ctx, f) })
		if err != nil || v != nil {
			return v, err
		}
	}
	return nil, nil
}

// toolValue is firstValue for the callbacks around a tool, whose values are
// results. The result is encoded on the callback's goroutine.
func toolValue[F any](
	h *host, call *Call, all []F, ask func(context.Context, F) (any, error),
) (*result, error) {
	for _, f := range all {
		got, err := guard(h, &call.ctx, func(ctx context.Context) (*result, error) {
			v, err := ask(ctx, f)
			if err != nil || v == nil {
				return nil, err
			}
			return encode(h.budget.limits.ResultBytes, v, nil), nil
		})
		if err != nil || got != nil {
			return got, err
		}
	}
	return nil, nil
}
