package agent

import (
	"context"
	"errors"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// runContext is the context of what belongs to a run and to no agent.
func (r *run) runContext() context.Context {
	return context.WithValue(r.ctx, runKey{}, r.info(""))
}

// beforeRun asks the plugins for an answer in place of the run.
func (r *run) beforeRun(p *plan) (*Content, error) {
	said := r.input.Content
	for i := range r.runner.cfg.Plugins {
		c, err := firstValue(r, r.runContext(), r.runner.cfg.Plugins[i].BeforeRun,
			func(ctx context.Context, f func(context.Context, *Content) (*Content, error)) (*Content, error) {
				return f(ctx, said.clone())
			})
		if err != nil {
			return nil, r.callbackError(err)
		}
		if c != nil {
			r.unused(p)
			return c, nil
		}
	}
	return nil, nil
}

// unused takes what people decided out of a plan: no agent runs, so the calls still wait
// for it.
func (r *run) unused(p *plan) {
	for _, d := range p.used {
		r.diags.add(Diagnostic{
			Kind: DiagResume, CallID: d.CallID,
			Message: toolerr.Msg("A plugin answered in place of the run, so the call still waits for what the input brought."),
		})
	}
	p.resumed, p.used = nil, nil
	p.events = slices.DeleteFunc(p.events, func(e *Event) bool {
		e.Actions.Decisions = nil
		return e.Content == nil
	})
}

// onEvent shows an event to the plugins.
func (r *run) onEvent(e *Event) {
	for i := range r.runner.cfg.Plugins {
		for _, f := range r.runner.cfg.Plugins[i].OnEvent {
			r.tell(func(ctx context.Context) error { return f(ctx, e) }, toolerr.Msg("OnEvent failed."))
		}
	}
}

// afterRun tells the plugins how the run ended.
func (r *run) afterRun(err error) {
	var told error
	if hard, ok := asRunError(err); ok {
		told = hard
	} else if errors.Is(err, errBroken) {
		told = NewRunError(ErrCanceled, toolerr.Msg("The consumer stopped ranging."), nil)
	}
	for i := range r.runner.cfg.Plugins {
		for _, f := range r.runner.cfg.Plugins[i].AfterRun {
			r.tell(func(ctx context.Context) error { return f(ctx, told) }, toolerr.Msg("AfterRun failed."))
		}
	}
}

// toolRan tells the plugins how a run of a tool ended.
func (r *run) toolRan(c *callState, te *toolerr.ToolRuntimeError) {
	call := c.call
	for i := range r.runner.cfg.Plugins {
		for _, f := range r.runner.cfg.Plugins[i].ToolRan {
			r.tellIn(&call.ctx, func(ctx context.Context) error { return f(ctx, call, te) }, toolerr.Msg("ToolRan failed."))
		}
	}
}

// observe tells an agent's observer about a result that cannot be encoded: the
// chain of the tool has not seen that error.
func (r *run) observe(a *Agent, c *callState, te *toolerr.ToolRuntimeError) {
	observer := a.cfg.Adapters.Observer()
	if observer == nil {
		return
	}
	r.tellIn(&c.call.ctx, func(ctx context.Context) error {
		observer.Adapted(ctx, adapter.Observation{Tool: c.tool.name, Err: te})
		return nil
	}, toolerr.Msg("The observer failed."))
}

// tell runs a callback that only listens, also when the run's context has
// ended.
func (r *run) tell(f func(context.Context) error, msg toolerr.Message) {
	r.tellIn(r.runContext(), f, msg)
}

func (r *run) tellIn(ctx context.Context, f func(context.Context) error, msg toolerr.Message) {
	limit := r.limits.ToolTimeout
	if r.ctx.Err() != nil {
		ctx, limit = context.WithoutCancel(ctx), settleTime
	}
	_, err := bounded(ctx, task{run: r, chain: r.registry(r.runner.cfg.Agent).For(""), name: nameCallback, timeout: limit},
		func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) })
	if err != nil {
		te, _ := toolerr.Find(err)
		r.diags.add(Diagnostic{Kind: DiagCallback, Err: te, Message: msg})
	}
}
