package agent

import (
	"context"
	"slices"

	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// resume prepares a step in a process other than that of its run. The run retries failures.
func (s Step) resume(ctx context.Context, r *Runner) (*run, *Agent, error) {
	all := r.cfg.Agent.reach()
	i := slices.IndexFunc(all, func(a *Agent) bool { return a.cfg.Name == s.Agent && a.sequence == nil })
	if i < 0 {
		return nil, nil, NewRunError(ErrConfig, toolerr.Msg("The runner has no agent of that name."), nil)
	}
	own := r.newRun(around.OpenEnded{Context: resolve.WithoutCall(ctx)}, s.Session, Input{}, WithMetadata(s.Metadata))
	own.id, own.diags.runID = s.InvocationID, s.InvocationID
	own.budget.limits.ModelRetries, own.budget.limits.ToolRetries = 0, 0
	own.journal.yield = func(*Event, error) bool { return true }
	own.state.Reset(s.State)
	own.again, own.journal.failed = !s.Last, true // failed: stores nothing
	return own, all[i], nil
}

// AskModel calls the model of a step once, with the callbacks around it. The response can
// be encoded as JSON. The error is a *RunError, and retry reports whether the loop would
// retry.
func (r *Runner) AskModel(ctx context.Context, s Step) (resp *ModelResponse, retry bool, err error) {
	own, a, err := s.resume(ctx, r)
	if err != nil {
		return nil, false, err
	}
	s.Request.OutputSchema = a.cfg.OutputSchema
	for i, d := range s.Request.Tools {
		if tool := own.toolbox(a).find(d.Name); tool != nil {
			s.Request.Tools[i] = tool.decl
		}
	}
	if resp, err = own.models.ask(a, s.Request); err != nil {
		hard := providerError(err)
		return nil, again(hard.Detail()), hard
	}
	if resp.Content != nil {
		*resp.Content = resp.Content.encodable()
	}
	return resp, false, nil
}

// Compact calls the compactor for the request of a step, which was made of events. A
// compaction beside an error counts. [Consult] retries in it as in a run, so an engine need
// not retry it.
func (r *Runner) Compact(ctx context.Context, s Step, events []*Event) (*Compaction, error) {
	own, a, err := s.resume(ctx, r)
	if err != nil {
		return nil, err
	}
	own.budget.limits.ModelRetries = r.cfg.Limits.withDefaults().ModelRetries
	c, err := own.prompts.askCompactor(a, s.Request, events)
	if err != nil {
		if err = own.callbackError(err); own.ctx.Err() != nil {
			err = NewRunError(ErrCanceled, toolerr.Message{}, context.Cause(own.ctx))
		}
	}
	return c, err
}

// CallTool makes the call of a step, with at most one run of the tool. retry reports
// whether the loop would retry.
func (r *Runner) CallTool(ctx context.Context, s Step) (answer ToolAnswer, retry bool) {
	own, a, err := s.resume(ctx, r)
	if err != nil {
		return ToolAnswer{Failure: failed(err).err.With(toolerr.WithEffect(toolerr.EffectNone)), Away: true}, false
	}
	own.journal.events = []*Event{{Author: s.Agent, Content: &Content{Role: RoleModel, Parts: []Part{{FunctionCall: s.Call}}}}}
	t, e, _ := own.settleCalls(a, []*FunctionCall{s.Call}, func(t *turn, i int) {
		c := t.calls[i]
		c.call.Attempt, c.call.Approval, c.requested, c.signedIn = max(s.Attempt, 1), s.Approval, s.Shown, s.SignedIn
		c.keys.State, c.keys.Keeper, c.taken = s.Kept, s.Keep, s.Interrupted
	})
	c := t.calls[0]
	answer = ToolAnswer{Event: e, Executed: c.executed, Away: c.away, Silent: c.res.silent, Failure: c.res.err}
	if c.attempts > 0 {
		answer.Attempts = c.call.Attempt
	}
	if c.res.err == nil {
		return answer, false
	}
	answer.Output = c.res.payload.Output()
	return answer, c.attempts > 0 && t.repeatable(c, c.res)
}
