package agent

import (
	"context"
	"slices"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// settleCalls runs the calls of an answer, except those that prepare gives a result. It
// returns the event with the results, and whether the run has to wait.
func (r *run) settleCalls(a *Agent, calls []*FunctionCall, prepare func(t *turn, i int)) (t *turn, e *Event, waits bool) {
	t = r.newTurn(a, calls)
	for i := range t.calls {
		prepare(t, i)
	}
	t.settle()
	e, waits = t.record()
	return t, e, waits
}

// newTurn creates a turn for the calls of an answer.
func (r *run) newTurn(a *Agent, calls []*FunctionCall) *turn {
	r.guard.Begin()
	t := &turn{run: r, agent: a, box: r.toolbox(a), calls: make([]*callState, len(calls))}
	states, info, now := make([]callState, len(calls)), r.info(a.cfg.Name), r.around.Now()
	for i, fc := range calls {
		c := &states[i]
		c.fc, c.tool, c.call = fc, t.box.find(fc.Name), &c.own
		c.counts = loopguard.Call{Tool: fc.Name, Args: fc.Args, Malformed: fc.Malformed, Made: now}
		c.own.ID, c.own.Tool, c.own.Agent, c.own.Args = fc.ID, fc.Name, a.cfg.Name, fc.Args
		c.own.InvocationID, c.own.Session, c.own.Attempt = r.id, r.ref, 1
		c.sent.Arguments, c.sent.Sent = fc.Args, resolve.SentText(fc.Args)
		if c.tool != nil {
			c.sent.Schema = c.tool.decl.Parameters
			c.keys.Strict = c.tool.policy.HTTPOnly && c.tool.policy.Reconcile != nil
		}
		c.run, c.keys.ID, c.keys.Keeper = r, fc.ID, c
		c.own.ctx = callContext{Context: r.ctx, call: &c.own, sent: &c.sent, keys: &c.keys, info: info, run: r}
		t.calls[i] = c
	}
	return t
}

// settle gives every call of the turn a result.
func (t *turn) settle() {
	for i, c := range t.calls {
		if c.res != nil {
			continue
		}
		if c.res = t.admit(c, i); c.res != nil {
			t.onToolError(t.agent, c)
			t.count(c)
		}
	}
	for _, c := range t.calls {
		if c.res == nil && c.taken && !c.continues() {
			t.budget.giveBack(c)
			c.res = t.endOf(c)
		}
		if c.res == nil && !t.remote(c) {
			t.authorize(c)
		}
	}
	if t.atOnce() {
		t.runAtOnce()
	} else {
		t.runInOrder()
	}
	for _, c := range t.calls {
		if c.taken && c.attempts == 0 {
			c.res = t.endOf(c)
		}
	}
}

// continues reports whether a call whose last attempt has no known end may run again: the keys
// of its requests allow it.
func (c *callState) continues() bool {
	p, v := c.tool.policy, c.keys.Verdict()
	return p.HTTPOnly && v.Used && time.Now().Before(v.Until) && (p.Confirm == nil || c.call.Approval != nil)
}

// endOf returns the result of a call whose last attempt has no known end.
func (t *turn) endOf(c *callState) *result {
	c.taken = false
	res := refuse(OutcomeInterrupted, nil, refusal.Interrupted())
	if c.args == nil { // nothing is known of the tool, or of its arguments
		return res
	}
	ended := t.around.Now() // it can store nothing any more, so it sends nothing
	if !c.keys.Strict {
		ended = c.counts.Made.Add(t.budget.limits.WallClock) // at the latest
	}
	if res = t.reconcile(c, res, ended, false); res.reconciled == adapter.OutcomeNever {
		res = canceled()
		res.reconciled = adapter.OutcomeNever
	}
	return res
}

// atOnce reports whether the remaining calls may run concurrently. Equal calls run in order,
// because some of them are refused if the first ones fail.
func (t *turn) atOnce() bool {
	mode := t.agent.cfg.Parallel
	if len(t.calls) < 2 || t.budget.limits.Parallel < 2 {
		return false
	}
	for i, c := range t.calls {
		if c.res != nil {
			continue
		}
		p := c.tool.policy
		equal := func(other *callState) bool {
			return other.res == nil && other.tool == c.tool && other.counts.Key() == c.counts.Key()
		}
		if p.Sequential || mode == ParallelReadOnly && !p.ReadOnly || slices.ContainsFunc(t.calls[:i], equal) {
			return false
		}
	}
	return true
}

func (t *turn) runInOrder() {
	for _, c := range t.calls {
		if c.res == nil && t.mayRun(c) {
			t.execute(c)
			t.callEnded(c)
		}
	}
}

// runAtOnce runs the calls, at most Limits.Parallel at a time.
func (t *turn) runAtOnce() {
	var begun []*callState
	var begin []func(context.Context)
	for _, c := range t.calls {
		if c.res == nil && t.mayRun(c) {
			begun = append(begun, c)
			begin = append(begin, func(ctx context.Context) {
				c.call.ctx.Context = ctx
				t.execute(c)
			})
		}
	}
	t.around.Together(t.ctx, t.budget.limits.Parallel, begin)
	for _, c := range begun {
		t.callEnded(c)
	}
}

// mayRun reports whether a call may still run after the earlier ones of the turn. If not,
// it sets the result of the call.
func (t *turn) mayRun(c *callState) bool {
	if t.aborted {
		c.res = skipped(refusal.Stopped())
	} else if c.res = t.blocked(c); c.res == nil {
		c.res = t.handedOver(c)
	}
	if c.res != nil {
		t.budget.giveBack(c)
	}
	return c.res == nil
}

// callEnded records how a call ended. Later calls see its changes of the state. Later
// changes of the same call are ignored.
func (t *turn) callEnded(c *callState) {
	t.count(c)
	c.keys.End()
	t.aborted = t.aborted || c.res.err != nil && c.res.err.Aborts()
	if !c.executed {
		return
	}
	done := c.call.settle()
	done.TransferToAgent = t.allowTransfer(c, done.TransferToAgent)
	t.done.merge(done)
	t.state.Apply(done.StateDelta)
}

// allowTransfer returns the target of a call's transfer. It returns "" and adds a
// diagnostic if the agent cannot transfer to it, or if another call of the turn has
// transferred before.
func (t *turn) allowTransfer(c *callState, name string) string {
	switch {
	case name == "":
		return ""
	case t.agent.target(name) == nil:
		t.diagnose(DiagTransfer, c, toolerr.Msgf(
			"The tool hands over to %s, which is not an agent that its agent can hand over to. The agent goes on itself.", toolerr.Ident(name)), nil)
		return ""
	case t.done.TransferToAgent != "" && t.done.TransferToAgent != name:
		t.diagnose(DiagTransfer, c, toolerr.Msgf("The tool transfers to %s, but another call of the turn already transferred to %s.",
			toolerr.Ident(name), toolerr.Ident(t.done.TransferToAgent)), nil)
		return ""
	}
	return name
}

// handedOver returns the result of a second transfer call in a turn, and nil for any other
// call.
func (t *turn) handedOver(c *callState) *result {
	if c.tool.name != transferTool || t.done.TransferToAgent == "" {
		return nil
	}
	return skipped(refusal.HandedOver(t.done.TransferToAgent))
}
