package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/effect"
	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// execute runs an admitted call and the callbacks around it. It may run concurrently with
// other calls of the turn.
func (t *turn) execute(c *callState) {
	a := t.agent
	if t.ctx.Err() != nil {
		t.budget.giveBack(c)
		c.res = canceled()
		return
	}
	if t.remote(c) {
		t.elsewhere(c)
		return
	}
	c.executed = true
	all := gather(t.host, a, func(cb *Callbacks) []beforeTool { return cb.BeforeTool })
	after := gather(t.host, a, func(cb *Callbacks) []afterTool { return cb.AfterTool })
	c.seen = len(all) > 0 || c.tool.policy.Auth != nil || t.surrounded()
	if c.seen {
		c.call.Args = bytes.Clone(c.args)
	}
	before, err := toolValue(t.host, c.call, all,
		func(ctx context.Context, f beforeTool) (any, error) { return f(ctx, c.call) })
	if err == nil && before == nil && len(all) > 0 {
		c.args, err = t.rewritten(c, c.call.Args)
	}
	switch {
	case err != nil:
		c.res = failed(effect.BeforeCall(err))
		return
	case before != nil:
		c.res = before
		return
	}
	c.res = t.try(c)
	if c.res.err == nil {
		t.afterTool(after, c)
	} else if !t.again || !t.repeatable(c, c.res) {
		t.onToolError(a, c)
	}
	if c.res.err == nil && c.tool.policy.LongRunning {
		c.res.outcome, c.res.waits = OutcomePending, WaitsForResult
	}
}

// try runs the tool, with retries where they are safe and the limits allow them. It does
// not retry a call that was left running.
func (t *turn) try(c *callState) *result {
	if err := t.runner.stuck.Refusal(c.tool.name, stuckAt); err != nil {
		t.budget.giveBack(c)
		return skipped(err)
	}
	for {
		c.attempts++
		c.keys.Begin()
		res, left := t.attempt(c)
		if _, again := t.nextAttempt(c, res); left || !again && (!t.again || !t.repeatable(c, res)) {
			res = t.reconcile(c, res, t.around.Now(), left)
		}
		res.attempts = c.attempts
		t.toolRan(c, res.err)
		switch {
		case res.err == nil:
			return res
		case t.ctx.Err() != nil:
			res.outcome = OutcomeInterrupted
			return res
		case left, !t.refresh(c, res) && !t.repeatTool(c, res):
			return res
		}
		c.call = c.call.again()
		c.call.Args = bytes.Clone(c.args)
	}
}

// rewritten returns the arguments of a call after callbacks may have changed them. Changed
// arguments are validated like a model's, and must not differ from approved ones. The error
// is the reason why the tool cannot run with them.
func (t *turn) rewritten(c *callState, args json.RawMessage) (json.RawMessage, error) {
	if bytes.Equal(args, c.args) {
		return c.args, nil
	}
	args, problems, err := t.gate(c, bytes.Clone(args))
	if len(problems) > 0 {
		err = toolerr.InvalidInput(toolerr.Message{}, problems, toolerr.WithEffect(toolerr.EffectNone))
	}
	if err != nil {
		return nil, refusal.BadRewrite(err)
	}
	ask := c.tool.policy.Confirm
	switch approved := c.call.Approval != nil; {
	case ask != nil && approved && toolargs.Hash(args) != toolargs.Hash(c.args):
		return nil, refusal.OtherApproved()
	case ask == nil, approved:
		return args, nil
	}
	needed, err := bounded(&c.call.ctx, c.task(t.host, t.budget.limits.ToolTimeout),
		func(ctx context.Context) (bool, error) { return ask(ctx, bytes.Clone(args)) })
	if err == nil && needed {
		err = refusal.OtherApproved()
	}
	return args, err
}

// attempt runs the tool once, with a timeout, and reports whether it was left running.
func (t *turn) attempt(c *callState) (*result, bool) {
	args := c.call.Args
	if c.seen || c.attempts > 1 {
		args, c.call.Args = bytes.Clone(c.args), bytes.Clone(c.args)
	}
	res, err := bounded(&c.call.ctx, c.task(t.host, c.timeout(t.budget.limits)), func(ctx context.Context) (*result, error) {
		out, ran, err := t.callTool(ctx, c, args)
		return t.adapt(ctx, c, out, ran, err), nil
	})
	if err != nil {
		left, proven := adapter.LeftRunning(err) != nil, false
		if te, ok := toolerr.Find(err); ok {
			err, proven = c.tool.policy.effect(&c.call.ctx, te)
		}
		res = failed(err)
		res.proven = proven
		return res, left
	}
	return res, false
}

// callTool calls the tool with the plugins' AroundTool callbacks, and reports whether the
// tool ran. Its error is nil or a *toolerr.ToolRuntimeError.
func (t *turn) callTool(ctx context.Context, c *callState, args json.RawMessage) (out any, ran bool, err error) {
	if !t.surrounded() {
		if ctx, err = c.tool.chain.Admit(ctx); err != nil {
			return nil, false, err
		}
		if out, err = c.tool.tool.Call(ctx, args); err != nil {
			err = c.tool.chain.Adapt(ctx, err)
		}
		return out, true, err
	}
	call := c.call
	next := func(ctx context.Context) (any, error) {
		return adapter.Do(ctx, c.tool.chain, func(ctx context.Context) (any, error) {
			args, err := t.rewritten(c, call.Args)
			if err != nil {
				return nil, err
			}
			ran = true
			return c.tool.tool.Call(ctx, bytes.Clone(args))
		})
	}
	for i := range slices.Backward(t.runner.cfg.Plugins) {
		for _, around := range slices.Backward(t.runner.cfg.Plugins[i].AroundTool) {
			inner := next
			next = func(ctx context.Context) (any, error) {
				out, err := around(ctx, call, inner)
				return out, adapted(ctx, c.tool.chain, err)
			}
		}
	}
	out, err = next(ctx)
	return out, ran, err
}

// surrounded reports whether a plugin has an AroundTool.
func (t *turn) surrounded() bool {
	return slices.ContainsFunc(t.runner.cfg.Plugins, func(p Plugin) bool { return len(p.AroundTool) > 0 })
}

// adapted returns err as a *toolerr.ToolRuntimeError. It does not observe an err that is
// one already: a plugin may have kept it from another call.
func adapted(ctx context.Context, chain adapter.Chain, err error) error {
	if err == nil {
		return nil
	}
	if te, ok := err.(*toolerr.ToolRuntimeError); ok && te != nil { //nolint:errorlint // itself
		return chain.Resolve(ctx, te)
	}
	return chain.Adapt(ctx, err)
}

// elsewhere runs a call through the engine.
func (t *turn) elsewhere(c *callState) {
	s := t.step(t.agent)
	s.Call, s.Approval, s.Shown, s.SignedIn = c.fc, c.call.Approval, c.requested, c.signedIn
	s.Policy, s.Timeout, s.Attempts = c.tool.policy, c.timeout(t.budget.limits), t.budget.limits.ToolRetries+1
	answer := t.engine.CallTool(&c.call.ctx, s)
	c.attempts, c.executed, c.away = answer.Attempts, answer.Executed, answer.Away
	if e := answer.Event; e == nil || len(e.FunctionResponses()) != 1 {
		if c.executed = !c.away; c.executed {
			c.attempts = max(c.attempts, 1)
		}
		te, _ := c.tool.policy.effect(&c.call.ctx, answer.Failure)
		c.res = failed(te)
	} else {
		resp := e.FunctionResponses()[0]
		var out any // a nil json.RawMessage would encode as null
		if answer.Output != nil {
			out = answer.Output
		}
		if c.res = newResult(resp.Outcome, toolerr.Result(out, nil)); answer.Failure != nil {
			c.res.change(answer.Failure)
		}
		c.res.raw, c.res.waits, c.res.silent, c.res.reconciled = resp.Response, resp.Waits, answer.Silent, resp.Reconciled
		if asked, ok := e.Actions.RequestedToolConfirmations[c.fc.ID]; ok {
			c.res.confirmation = &asked
		}
		if asked, ok := e.Actions.RequestedAuth[c.fc.ID]; ok {
			c.res.auth = &asked
		}
		c.call.use(e.Usage)
		c.call.act(func(a *Actions) { a.merge(e.Actions) })
	}
	c.res.attempts = c.attempts
	if c.res.err != nil && t.ctx.Err() != nil {
		c.res.outcome = OutcomeInterrupted
	}
	if !c.executed {
		t.budget.giveBack(c)
	}
}

// toolRan passes the end of a tool run to the plugins.
func (h *host) toolRan(c *callState, te *toolerr.ToolRuntimeError) {
	call := c.call
	for i := range h.runner.cfg.Plugins {
		for _, f := range h.runner.cfg.Plugins[i].ToolRan {
			h.notify(&call.ctx, func(ctx context.Context) error { return f(ctx, call, te) }, toolerr.Msg("ToolRan failed."))
		}
	}
}
