package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// runCall runs a call that passed the gate, with the callbacks around it. It may
// run beside other calls of the turn.
func (r *run) runCall(t *turn, c *callState) {
	a := t.agent
	if r.ctx.Err() != nil {
		r.uncount(c)
		c.res = canceled()
		return
	}
	c.executed = true
	all := gather(r, a, func(cb *Callbacks) []beforeTool { return cb.BeforeTool })
	after := gather(r, a, func(cb *Callbacks) []afterTool { return cb.AfterTool })
	c.seen = len(all) > 0 || c.tool.policy.Auth != nil || r.surrounded()
	if c.seen {
		c.call.Args = bytes.Clone(c.args)
	}
	before, err := toolValue(r, c.call, all,
		func(ctx context.Context, f beforeTool) (any, error) { return f(ctx, c.call) })
	if err == nil && before == nil && len(all) > 0 {
		c.args, err = r.rewritten(c, c.call.Args)
	}
	switch {
	case err != nil:
		c.res = failed(notRun(err))
		return
	case before != nil:
		c.res = before
		return
	}
	c.res = r.execute(t, c)
	if c.res.err == nil {
		r.afterTool(after, c)
	} else {
		r.onToolError(a, c)
	}
	if c.res.err == nil && c.tool.policy.LongRunning {
		c.res.outcome, c.res.waits = OutcomePending, WaitsForResult
	}
}

// notRun is the error of a callback before a tool, which did not run. The callback may
// have asked a service, whose error says itself what it did.
func notRun(err error) error {
	te, ok := toolerr.Find(err)
	if !ok || ofRequest(te) {
		return err
	}
	return te.With(toolerr.WithEffect(toolerr.EffectNone))
}

// execute runs the tool, with retries where they are safe and the limits allow.
// A call that was left running is not retried.
func (r *run) execute(t *turn, c *callState) *result {
	if res := t.throttle.acquire(r, c.tool.name); res != nil {
		r.uncount(c)
		if r.ctx.Err() != nil {
			return canceled()
		}
		return res
	}
	defer t.throttle.release(c.tool.name)
	for {
		c.attempts++
		res, left := r.attempt(t.agent, c)
		res.attempts = c.attempts
		r.toolRan(c, res.err)
		switch {
		case res.err == nil:
			return res
		case r.ctx.Err() != nil:
			res.outcome = OutcomeInterrupted
			return res
		case left, !r.refresh(c, res.err) && !r.repeatTool(c, res.err):
			return res
		}
		c.call = c.call.again()
		c.call.Args = bytes.Clone(c.args)
	}
}

// rewritten returns the arguments that callbacks around a tool have left in a call. If
// they are not those that passed the gate they are checked as the model's are, and the
// error says why the tool cannot run with them: what a person approved is what runs.
func (r *run) rewritten(c *callState, args json.RawMessage) (json.RawMessage, error) {
	if bytes.Equal(args, c.args) {
		return c.args, nil
	}
	args, problems, err := r.gate(c, bytes.Clone(args))
	if len(problems) > 0 {
		err = toolerr.InvalidInput(toolerr.Message{}, problems, toolerr.WithEffect(toolerr.EffectNone))
	}
	if err != nil {
		return nil, badRewrite(err)
	}
	ask := c.tool.policy.Confirm
	switch {
	case ask == nil:
		return args, nil
	case c.call.Approval != nil:
		if hashArgs(args) != hashArgs(c.args) {
			return nil, mismatched().err
		}
		return args, nil
	}
	needed, err := bounded(&c.call.ctx, c.task(r, r.limits.ToolTimeout),
		func(ctx context.Context) (bool, error) { return ask(ctx, bytes.Clone(args)) })
	if err == nil && needed {
		err = mismatched().err
	}
	return args, err
}

// badRewrite is the error of a callback that changed arguments to ones that the tool
// cannot be given.
func badRewrite(cause error) *toolerr.ToolRuntimeError {
	return toolerr.Fatal(toolerr.Msg("The arguments were changed to ones that do not fit the tool's schema, so the call was not executed."),
		toolerr.WithCause(cause), toolerr.WithEffect(toolerr.EffectNone),
		toolerr.WithDeveloperMessage("BeforeTool or AroundTool changed the arguments"))
}

// attempt runs the tool once, contained and bounded in time, and reports whether
// it was left running.
func (r *run) attempt(a *Agent, c *callState) (*result, bool) {
	timeout := c.tool.policy.Timeout
	switch {
	case timeout == 0:
		timeout = r.limits.ToolTimeout
	case timeout < 0:
		timeout = forever
	}
	args := c.call.Args
	if c.seen || c.attempts > 1 {
		args, c.call.Args = bytes.Clone(c.args), bytes.Clone(c.args)
	}
	res, err := bounded(&c.call.ctx, c.task(r, timeout), func(ctx context.Context) (*result, error) {
		growStack()
		out, err := r.callTool(ctx, c, args)
		if te, ok := toolerr.Find(err); ok {
			err = c.tool.policy.effect(ctx, te)
		}
		e := r.encode(out, err)
		e.adapted = err != nil
		if out == nil && err == nil && c.tool.policy.LongRunning {
			e.silent = true
			e.set(toolerr.Result(struct {
				Status string `json:"status"`
			}{"pending"}, nil))
		}
		return e, nil
	})
	if err != nil {
		left := adapter.LeftRunning(err) != nil
		if te, ok := toolerr.Find(err); ok {
			err = c.tool.policy.effect(&c.call.ctx, te)
		}
		return failed(err), left
	}
	if res.err != nil && !res.adapted {
		r.observe(a, c, res.err)
	}
	return res, false
}

// growStack gives the goroutine the stack that decoding and encoding JSON needs.
// Growing it now costs less than growing it step by step below the tool, where
// there are frames to copy.
//
//go:noinline
func growStack() {
	var frame [4 << 10]byte
	runtime.KeepAlive(&frame)
}

// callTool calls the tool, with what plugins have put around it. Its error is
// nil or a *toolerr.ToolRuntimeError.
func (r *run) callTool(ctx context.Context, c *callState, args json.RawMessage) (any, error) {
	if !r.surrounded() {
		out, err := c.tool.tool.Call(ctx, args)
		if err != nil {
			err = c.tool.chain.Adapt(ctx, err)
		}
		return out, err
	}
	call := c.call
	next := func(ctx context.Context) (any, error) {
		return adapter.Do(ctx, c.tool.chain, func(ctx context.Context) (any, error) {
			args, err := r.rewritten(c, call.Args)
			if err != nil {
				return nil, err
			}
			return c.tool.tool.Call(ctx, bytes.Clone(args))
		})
	}
	for i := range slices.Backward(r.runner.cfg.Plugins) {
		for _, around := range slices.Backward(r.runner.cfg.Plugins[i].AroundTool) {
			inner := next
			next = func(ctx context.Context) (any, error) {
				out, err := around(ctx, call, inner)
				return out, adapted(ctx, c.tool.chain, err)
			}
		}
	}
	return next(ctx)
}

// surrounded reports whether a plugin has something around tools.
func (r *run) surrounded() bool {
	return slices.ContainsFunc(r.runner.cfg.Plugins, func(p Plugin) bool { return len(p.AroundTool) > 0 })
}

// adapted returns err as a *toolerr.ToolRuntimeError. One that is one already is not
// observed again; a plugin may have kept it from another call.
func adapted(ctx context.Context, chain adapter.Chain, err error) error {
	if err == nil {
		return nil
	}
	if te, ok := err.(*toolerr.ToolRuntimeError); ok && te != nil { //nolint:errorlint // itself
		return chain.Resolve(ctx, te)
	}
	return chain.Adapt(ctx, err)
}

// afterTool lets the callbacks replace a result. One that fails changes
// nothing: what the tool did is done.
func (r *run) afterTool(all []afterTool, c *callState) {
	if len(all) == 0 {
		return
	}
	var value any = map[string]any{}
	if output := c.res.payload.Output(); output != nil {
		value, _ = jsonvalue.Decode(output) // it is valid
	}
	got, err := toolValue(r, c.call, all, func(ctx context.Context, f afterTool) (any, error) { return f(ctx, c.call, value) })
	r.replace(c, got, err, toolerr.Msg("AfterTool failed; the tool's result stands."))
}

// onToolError lets the callbacks make a success of a failure.
func (r *run) onToolError(a *Agent, c *callState) {
	if c.res.outcome != OutcomeFailed {
		return
	}
	all := gather(r, a, func(cb *Callbacks) []onToolError { return cb.OnToolError })
	got, err := toolValue(r, c.call, all, func(ctx context.Context, f onToolError) (any, error) { return f(ctx, c.call, c.res.err) })
	r.replace(c, got, err, toolerr.Msg("OnToolError failed; the tool's failure stands."))
}

func (r *run) replace(c *callState, got *result, err error, msg toolerr.Message) {
	if err != nil {
		te, _ := toolerr.Find(err)
		r.diagnose(DiagCallback, c, msg, te)
		return
	}
	if got != nil {
		attempts := c.res.attempts
		c.res = got
		c.res.attempts = attempts
	}
}
