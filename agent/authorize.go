package agent

import (
	"bytes"
	"context"
	"time"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// authorize gets the approval and the credentials that an admitted call needs.
func (t *turn) authorize(c *callState) {
	if t.ctx.Err() != nil {
		c.res = canceled()
		return
	}
	if p := c.tool.policy; p.Confirm != nil || p.Auth != nil { // they may be the functions that were left running
		if err := t.runner.stuck.Refusal(c.tool.name, stuckAt); err != nil {
			c.res = skipped(err)
		}
	}
	if c.res == nil {
		c.res = t.confirm(c)
	}
	if c.res == nil {
		c.res = t.authenticate(c)
	}
	if c.res != nil {
		t.budget.giveBack(c)
		t.count(c)
	}
}

// confirm returns nil if a call needs no approval or has it, else its result, which may be
// pending.
func (t *turn) confirm(c *callState) *result {
	ask := c.tool.policy.Confirm
	if c.call.Approval != nil {
		if c.requested != "" && c.requested != toolargs.Hash(c.args) {
			return mismatched()
		}
		return nil
	}
	if ask == nil {
		return nil
	}
	needed, err := bounded(&c.call.ctx, c.task(t.host, t.budget.limits.ToolTimeout),
		func(ctx context.Context) (bool, error) { return ask(ctx, bytes.Clone(c.args)) })
	if err != nil {
		return failed(err)
	}
	if !needed {
		return nil
	}
	req := ConfirmationRequest{
		CallID: c.call.ID, Agent: c.call.Agent, Tool: c.call.Tool, Args: bytes.Clone(c.args), ArgsHash: toolargs.Hash(c.args),
	}
	confirmer := t.opts.confirmer
	if confirmer == nil {
		res := refuse(OutcomePending, nil, refusal.WaitsForApproval())
		res.waits, res.confirmation = WaitsForConfirmation, &req
		return res
	}
	if te := t.guard.Denied(c.fc.Name); te != nil {
		return refuse(OutcomeDenied, nil, te)
	}
	if t.runner.stuck.Left(nameConfirmer, 0) >= stuckAt {
		return refuse(OutcomeDenied, nil, refusal.NobodyAsked())
	}
	asking, start := c.task(t.host, t.budget.limits.ConfirmationWait), time.Now()
	asking.name = nameConfirmer
	got, err := bounded(t.ctx, asking, func(ctx context.Context) (Decision, error) { return confirmer(ctx, req) })
	switch {
	case t.ctx.Err() != nil:
		return canceled()
	case time.Since(start) >= asking.timeout: // an answer after the timeout does not count
		return refuse(OutcomeDenied, nil, refusal.NotDecided())
	case err != nil:
		te, _ := toolerr.Find(err)
		res := refuse(OutcomeDenied, nil, te.With(toolerr.WithEffect(toolerr.EffectNone), toolerr.WithCanRetry(false)))
		t.diagnose(DiagCallback, c, toolerr.Msg("The confirmer failed; the call was not executed."), te)
		return res
	case !got.Approved:
		return denied(got)
	case got.CallID != "" && got.CallID != req.CallID,
		got.ArgsHash != "" && got.ArgsHash != req.ArgsHash:
		return mismatched()
	}
	c.call.Approval = &got
	return nil
}

// authenticate returns nil if a call has its credentials, else its result, which may be
// pending.
func (t *turn) authenticate(c *callState) *result {
	auth := c.tool.policy.Auth
	if auth == nil {
		return nil
	}
	got, err := bounded(&c.call.ctx, c.task(t.host, t.budget.limits.ToolTimeout),
		func(ctx context.Context) (AuthStatus, error) { return auth.Resolve(ctx, c.call) })
	switch {
	case err != nil:
		c.away = true
		return failed(err)
	case got.State == AuthReady:
		return nil
	case got.State == AuthNeedsConsent && !c.signedIn:
		req := got.Request
		req.CallID, req.Tool = c.call.ID, c.call.Tool
		res := refuse(OutcomePending, nil, refusal.WaitsForSignIn())
		res.waits, res.auth = WaitsForAuth, &req
		return res
	case got.State == AuthNeedsConsent:
		return refuse(OutcomeFailed, nil, refusal.NotSignedIn())
	default:
		c.away = true
		return refuse(OutcomeFailed, nil, refusal.NoCredentials())
	}
}
