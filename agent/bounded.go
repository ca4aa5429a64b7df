package agent

import (
	"context"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// A task describes a bounded call of foreign code, such as a tool, a callback or a model.
type task struct {
	host    *host
	chain   adapter.Chain
	name    string // for [Runner.Stuck]
	callID  string
	timeout time.Duration
}

// bounded runs fn, and adds a diagnostic when fn is left running.
func bounded[T any](ctx context.Context, t task, fn func(context.Context) (T, error)) (T, error) {
	if t.host.engine != nil { // an engine has one goroutine, so fn itself has to observe its deadline
		ctx, cancel := t.host.around.Bound(ctx, t.timeout, context.DeadlineExceeded)
		defer cancel()
		return adapter.Do(ctx, t.chain, fn)
	}
	v, err := adapter.Do(ctx, t.chain, fn,
		adapter.Bounded{Timeout: t.timeout, Bulkhead: t.host.runner.stuck, Limit: -1, Name: t.name})
	if err != nil && adapter.LeftRunning(err) != nil {
		t.host.diags.add(Diagnostic{
			Kind: DiagAbandoned, Tool: t.name, CallID: t.callID,
			Message: toolerr.Msg("The function did not return when its context ended, and was left running."),
		})
	}
	return v, err
}

// Names under which other functions than tools are counted. No tool can have one.
const (
	nameConfirmer = "(confirmer)"
	nameCallback  = "(callback)"
	nameToolset   = "(toolset)"
	nameSchema    = "(schema)"
)

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
	return firstValue(h, &call.ctx, all, func(ctx context.Context, f F) (*result, error) {
		v, err := ask(ctx, f)
		if err != nil || v == nil {
			return nil, err
		}
		return encode(h.budget.limits.ResultBytes, v, nil), nil
	})
}

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

// apart returns a function that runs checks of more than a few milliseconds. A check ends
// at the latest when the run ends or a tool's timeout has passed.
func (h *host) apart(name, callID string) toolargs.Apart {
	return func(check func() []toolerr.Problem) ([]toolerr.Problem, error) {
		return bounded(h.ctx, task{host: h, name: name, callID: callID, timeout: h.budget.limits.ToolTimeout},
			func(context.Context) ([]toolerr.Problem, error) { return check(), nil })
	}
}
