package agent

import (
	"context"
	"errors"
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// surrounded returns a model with the plugins' wrappers.
func (h *host) surrounded(m Model) Model {
	for i := range slices.Backward(h.runner.cfg.Plugins) {
		for _, around := range slices.Backward(h.runner.cfg.Plugins[i].AroundModel) {
			m = around(m)
		}
	}
	return m
}

// onEvent passes an event to the plugins.
func (h *host) onEvent(e *Event) {
	for i := range h.runner.cfg.Plugins {
		for _, f := range h.runner.cfg.Plugins[i].OnEvent {
			h.notify(h.runContext(), func(ctx context.Context) error { return f(ctx, e) }, toolerr.Msg("OnEvent failed."))
		}
	}
}

// afterRun passes the end of the run to the plugins.
func (h *host) afterRun(err error) {
	var failure error
	if hard, ok := asRunError(err); ok {
		failure = hard
	} else if errors.Is(err, errBroken) {
		failure = NewRunError(ErrCanceled, toolerr.Msg("The consumer stopped ranging."), nil)
	}
	for i := range h.runner.cfg.Plugins {
		for _, f := range h.runner.cfg.Plugins[i].AfterRun {
			h.notify(h.runContext(), func(ctx context.Context) error { return f(ctx, failure) }, toolerr.Msg("AfterRun failed."))
		}
	}
}

// notify runs a callback that returns nothing, even after the run's context has ended.
func (h *host) notify(ctx context.Context, f func(context.Context) error, msg toolerr.Message) {
	limit := h.budget.limits.ToolTimeout
	if h.ctx.Err() != nil {
		ctx, limit = context.WithoutCancel(ctx), settleTime
	}
	_, err := bounded(ctx, task{host: h, chain: h.registry(h.runner.cfg.Agent).For(""), name: nameCallback, timeout: limit},
		func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) })
	if err != nil {
		h.note(DiagCallback, "", err, msg)
	}
}
