package agent

import (
	"context"
	"maps"

	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/toolerr"
)

// Callbacks are functions around the parts of a run. The functions of a slice run in order
// until one returns a value or an error; with nil, the run goes on. A panic counts as an
// error. All of them can get the run with [RunFrom], and those around a tool also have the
// call.
type Callbacks struct {
	// BeforeAgent may return a content. It is then the agent's answer, and the agent does
	// not run. An error fails the run with [ErrCallback].
	BeforeAgent []func(ctx context.Context) (*Content, error)
	// AfterAgent may return a content, which becomes an event after the agent's last one.
	// An error fails the run. AfterAgent is also called if the run ends with a soft
	// condition, whose event stays the last one. If the condition is a limit, the content
	// comes before its event. If it belongs to the model's answer, the content is dropped
	// with a diagnostic, and an error is a diagnostic too. AfterAgent is not called if the
	// run fails, pauses or is canceled.
	AfterAgent []func(ctx context.Context) (*Content, error)
	// BeforeModel may change the request. If it returns a response, the response is used
	// and the model is not called. An error fails the run.
	BeforeModel []func(ctx context.Context, req *ModelRequest) (*ModelResponse, error)
	// AfterModel may return a response, which replaces the model's. An error fails the run.
	AfterModel []func(ctx context.Context, resp *ModelResponse) (*ModelResponse, error)
	// OnModelError is called after the last retry of a model failed. If it returns a
	// response, the response replaces the failure. Its own error is a diagnostic.
	OnModelError []func(ctx context.Context, req *ModelRequest, err error) (*ModelResponse, error)
	// BeforeTool may change the arguments of the call, see [Call]. If it returns a result
	// that is not nil, that is the tool's result, and the tool does not run. An error fails
	// the call.
	BeforeTool []func(ctx context.Context, call *Call) (any, error)
	// AfterTool is called after a success, with the result as JSON decodes it and numbers
	// as in a [State]. If it returns a result that is not nil, that replaces the tool's.
	// Its error is a diagnostic, because the tool has already run.
	AfterTool []func(ctx context.Context, call *Call, result any) (any, error)
	// OnToolError is called after a failure. If it returns a result that is not nil, the
	// call counts as a success. Its own error is a diagnostic. It is never called for a
	// call that was denied.
	OnToolError []func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) (any, error)
}

// A Plugin is a set of callbacks for every agent of a runner. They run before
// the agent's own.
type Plugin struct {
	Callbacks
	// AroundTool surrounds every run of a tool, retries included, on the tool's goroutine
	// and within its timeout. next runs the tool with the context that it gets, so that a
	// value in the context, such as a span, reaches the tool. AroundTool may change the
	// arguments of the call before that, see [Call]. The error of next is nil or a
	// *toolerr.ToolRuntimeError, also after a panic. The results of AroundTool are those of
	// the tool. The first plugin is the outermost.
	AroundTool []AroundTool
	// AroundModel surrounds each call of a model, retries included. It returns a model that
	// is called in place of m and calls m, with a context of its own. The responses and
	// errors of m are not adapted yet. The first plugin is the outermost.
	AroundModel []func(m Model) Model
	// ToolRan is called with the error of each run of a tool, retries included, after
	// AroundTool; the error is the one that the model will read, or nil. It is also called
	// in two situations that AroundTool cannot see: the tool was left running after its
	// timeout, so that AroundTool has not returned, and the result cannot be encoded. Its
	// own error is a diagnostic.
	ToolRan []func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) error
	// OnEvent gets every event before the program does, and must not change it. Its error
	// is a diagnostic.
	OnEvent []func(ctx context.Context, e *Event) error
	// AfterRun is called with the result of the run: nil, or its [*RunError]. Its error is
	// a diagnostic.
	AfterRun []func(ctx context.Context, err error) error
}

// AroundTool is a function around the run of a tool; see [Plugin].
type AroundTool func(ctx context.Context, call *Call, next func(context.Context) (any, error)) (any, error)

// RunInfo describes a run for its callbacks, instruction functions and tools.
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

// RunFrom returns the run to which ctx belongs; nil outside of a run.
func RunFrom(ctx context.Context) *RunInfo {
	i, _ := ctx.Value(runKey{}).(*RunInfo)
	if i == nil || i.Metadata == nil {
		return i
	}
	own := *i // the map has concurrent readers
	own.Metadata = maps.Clone(i.Metadata)
	return &own
}

// The types of the callbacks, by their arguments.
type (
	aroundAgent  = func(ctx context.Context) (*Content, error)
	beforeModel  = func(ctx context.Context, req *ModelRequest) (*ModelResponse, error)
	afterModel   = func(ctx context.Context, resp *ModelResponse) (*ModelResponse, error)
	onModelError = func(ctx context.Context, req *ModelRequest, err error) (*ModelResponse, error)
	beforeTool   = func(ctx context.Context, call *Call) (any, error)
	afterTool    = func(ctx context.Context, call *Call, result any) (any, error)
	onToolError  = func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) (any, error)
)

// gather returns the callbacks of one kind: the plugins', then the agent's.
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

// guard runs one callback, recovers its panics, and limits its time to that of a tool.
func guard[T any](h *host, ctx context.Context, fn func(context.Context) (T, error)) (T, error) { //nolint:revive // ctx belongs to fn
	return bounded(ctx, task{host: h, name: nameCallback, timeout: h.budget.limits.ToolTimeout}, fn)
}

// permit runs a check. If it fails, the error has the given kind.
func (h *host) permit(ctx context.Context, kind ErrorKind, check func(context.Context) error) error {
	_, err := guard(h, ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, check(ctx) })
	if err == nil || h.ctx.Err() != nil {
		return h.alive()
	}
	return NewRunError(kind, toolerr.Message{}, err)
}

// firstValue calls the callbacks in order until one returns a value or an error.
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

// toolValue is firstValue for the callbacks around a tool, whose values are results. The
// result is encoded on the callback's goroutine.
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
