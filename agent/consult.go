package agent

import (
	"context"
	"slices"
	"time"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// Consult calls a model outside the loop, for example for the summary of a [Compactor].
// [RunnerConfig].Egress is called with the request first, plugins surround the model, and
// transient failures are retried. It returns before ctx ends, in time to use the answer,
// even if the model does not. A panic of the model is an error. The call does not count
// for the [Limits].
//
// ctx must be the context that the compactor was given. Another context belongs to no run,
// so neither Egress nor plugins apply. In a run of an [Engine], call Consult in
// [Runner.Compact].
func Consult(ctx context.Context, m Model, req *ModelRequest) (*ModelResponse, error) {
	if req == nil {
		return nil, NewRunError(ErrInvalidInput, toolerr.Msg("The model cannot be called: there is no request."), nil)
	}
	beside, ok := ctx.Value(consultKey{}).(*consultant)
	if !ok {
		ctx = resolve.WithoutCall(ctx) // ctx may be that of a tool call
		var err error
		if beside, err = alone(ctx, m); err != nil {
			return nil, err
		}
	}
	model, err := named(m)
	if err != nil {
		return nil, NewRunError(ErrConfig, toolerr.Msg("The model cannot be used: its Name method panics."), nil)
	}
	h := *beside.host // others may use it at the same time
	if h.engine != nil {
		return nil, NewRunError(ErrConfig, toolerr.Msg("The model cannot be called in the loop of an engine. Call Runner.Compact elsewhere."), nil)
	}
	left := time.Duration(0)
	if deadline, ok := ctx.Deadline(); ok {
		left = max(deadline.Sub(h.around.Now())*3/4, time.Nanosecond)
	}
	ctx, cancel := h.around.Bound(ctx, left, context.DeadlineExceeded)
	defer cancel()
	h.ctx, h.infos, h.budget = ctx, map[string]*RunInfo{}, &budget{limits: h.budget.limits}
	h.budget.limits.ModelCalls = unlimited
	asked := *req
	asked.Stream, asked.Contents = false, slices.Clone(req.Contents)                   // a model that is left running reads it later
	own := &asker{host: &h, journal: &journal{host: &h, failed: true}, instead: model} // nothing is stored
	resp, err := own.askModel(ctx, beside.agent, &asked)
	if ctx.Err() != nil && err != nil {
		return nil, NewRunError(ErrCanceled, toolerr.Message{}, context.Cause(ctx))
	}
	return resp, err
}

// alone returns a consultant without a run.
func alone(ctx context.Context, m Model) (*consultant, error) {
	a, err := New(Config{Name: "alone", Model: m})
	if err != nil {
		return nil, err
	}
	r, err := NewRunner(RunnerConfig{Agent: a})
	if err != nil {
		return nil, err
	}
	return &consultant{r.newRun(ctx, SessionRef{}, Input{}).host, a}, nil
}
