package agent

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// resumption is a pending call that may run now.
type resumption struct {
	entry    *ledgerEntry
	decision Decision
	signedIn bool
	inner    Input // input for the calls in a suspended agent
}

// plan is the start of a run.
type plan struct {
	*run
	start   *Agent // the agent that continues if the input answers no call
	events  []*Event
	resumed []resumption
	agent   *Agent
	// idle: the input only answers pending calls.
	idle bool
	// used are the decisions that match a call.
	used []Decision
}

// forInner returns the input for the suspended agent of a call.
func (p *plan) forInner(entry *ledgerEntry) *Input {
	i := slices.IndexFunc(p.resumed, func(x resumption) bool { return x.entry == entry })
	if i < 0 {
		i = len(p.resumed)
		p.resumed = append(p.resumed, resumption{entry: entry})
	}
	return &p.resumed[i].inner
}

// use adds a decision, and reports false if the call already has one.
func (p *plan) use(d Decision) bool {
	if slices.ContainsFunc(p.used, func(u Decision) bool { return u.CallID == d.CallID }) {
		return false
	}
	p.used = append(p.used, d)
	return true
}

// plan computes how a run starts with its input, whose message is content, and stores
// nothing.
func (r *run) plan(content *Content) (*plan, error) {
	changes, err := r.changes()
	if err != nil {
		return nil, err
	}
	l := readLedger(r.journal.events)
	open := l.unfinished()
	switch taken, err := r.takeUp(open); {
	case err != nil:
		return nil, err
	case taken:
		l = readLedger(r.journal.events)
		open = l.unfinished()
	}
	r.journal.callIDs = make(map[string]bool, len(l.byID))
	for id := range l.byID {
		r.journal.callIDs[id] = true
	}
	start := r.journal.startAgent()
	p := &plan{run: r, start: start, agent: start, idle: content == nil}
	if len(open) > 0 {
		repair := r.journal.event(authorRuntime)
		repair.Content = &Content{Role: RoleUser}
		for _, e := range open {
			repair.Content.Parts = append(repair.Content.Parts, Part{FunctionResponse: interrupted(e.call)})
		}
		p.events = append(p.events, repair)
		r.note(DiagRepairedHistory, "", nil, toolerr.Msgf("%s calls of an earlier run had no result and were given one.", toolerr.Int(len(open))))
	}
	if err := r.checkResume(); err != nil {
		return nil, err
	}
	delivered := p.deliver(r.input.Deliveries, l)
	p.decide(r.input, l)
	if content == nil && !delivered && len(p.resumed) == 0 {
		return nil, NewRunError(ErrNotFound, toolerr.Msg("No pending call matches the input."), nil)
	}
	for _, x := range p.resumed {
		r.restore(paused(r.journal.events, x.entry.event.InvocationID))
	}
	r.state.Apply(changes)
	if content != nil || len(p.used) > 0 || len(changes) > 0 {
		e := r.journal.event(AuthorUser)
		e.Content = content
		e.Actions.Decisions, e.Actions.StateDelta = p.used, changes
		p.events = append(p.events, e)
	}
	return p, nil
}

// changes returns the changes of the state that the run begins with: those of [WithState]
// if the session has no events yet, and those of the input.
func (r *run) changes() (State, error) {
	if len(r.journal.events) > 0 || len(r.opts.state) == 0 {
		return r.input.State.Checked()
	}
	all := maps.Clone(r.opts.state)
	maps.Copy(all, r.input.State)
	return all.Checked()
}

// checkResume calls the check of [WithResumeCheck] with the calls that the input resumes.
func (r *run) checkResume() error {
	if r.opts.check == nil || !r.input.resumes() {
		return nil
	}
	for _, call := range pendingCalls(cloneEvents(r.journal.events)) {
		if !r.input.resumesCall(&call) {
			continue
		}
		if err := r.permit(r.ctx, ErrResumeRefused, func(ctx context.Context) error { return r.opts.check(ctx, call) }); err != nil {
			return err
		}
	}
	return nil
}

// deliver adds the results of long-running calls. It reports whether it added any.
func (p *plan) deliver(all []Delivery, l *ledger) bool {
	var parts []Part
	for _, d := range all {
		entry := l.waiting(d.CallID, WaitsForResult)
		if entry == nil || slices.ContainsFunc(parts, func(got Part) bool { return got.FunctionResponse.ID == d.CallID }) {
			p.unmatched(d.CallID)
			continue
		}
		if entry.suspended != nil {
			if !p.use(Decision{CallID: d.CallID, Delivered: true}) {
				p.unmatched(d.CallID)
				continue
			}
			in := p.forInner(entry)
			in.Deliveries = append(in.Deliveries, Delivery{innerID(d.CallID), d.Result, d.Err})
			p.agent = p.authorOf(entry)
			continue
		}
		p.restore(paused(p.journal.events, entry.event.InvocationID))
		a := p.authorOf(entry)
		chain, ctx := p.registry(a).For(entry.call.Name), p.agentContext(a)
		if d.Err != nil {
			chain, ctx = p.chainOf(ctx, a, entry.call)
		}
		t := task{host: p.host, chain: chain, name: entry.call.Name, callID: d.CallID, timeout: forever}
		res, err := bounded(ctx, t, func(ctx context.Context) (*result, error) {
			return encode(p.budget.limits.ResultBytes, d.Result, chain.Adapt(ctx, d.Err)), nil
		})
		if err != nil {
			res = failed(err)
		}
		parts = append(parts, Part{FunctionResponse: res.response(entry.call)})
		if p.agent = a.target(entry.handedTo); p.agent == nil {
			p.agent = a
		}
	}
	if len(parts) == 0 {
		return false
	}
	e := p.journal.event(AuthorUser)
	e.Content = &Content{Role: RoleUser, Parts: parts}
	p.events = append(p.events, e)
	return true
}

// chainOf returns the chain of a call's tool, and a context with the call.
func (p *plan) chainOf(ctx context.Context, a *Agent, call *FunctionCall) (adapter.Chain, context.Context) {
	tool := p.toolbox(a).find(call.Name)
	if tool == nil { // the tool was removed
		return p.registry(a).For(call.Name), adapter.WithCall(ctx, adapter.Call{Arguments: call.Args})
	}
	return tool.chain, adapter.WithCall(ctx, adapter.Call{Arguments: call.Args, Schema: tool.decl.Parameters})
}

// decide matches decisions with the calls that wait for them.
func (p *plan) decide(in Input, l *ledger) {
	take := func(d Decision, what Waits) {
		entry := l.waiting(d.CallID, what)
		if entry == nil || !p.use(d) {
			p.unmatched(d.CallID)
			return
		}
		p.agent = p.authorOf(entry)
		if entry.suspended == nil {
			p.resumed = append(p.resumed, resumption{entry: entry, decision: d, signedIn: what == WaitsForAuth})
			return
		}
		inner := p.forInner(entry)
		d.CallID = innerID(d.CallID)
		if d.SignedIn {
			inner.SignedIn = append(inner.SignedIn, d.CallID)
			return
		}
		inner.Decisions = append(inner.Decisions, d)
	}
	for _, d := range in.Decisions {
		d.SignedIn, d.Delivered = false, false
		take(d, WaitsForConfirmation)
	}
	for _, id := range in.SignedIn {
		take(Decision{CallID: id, SignedIn: true}, WaitsForAuth)
	}
}

func (p *plan) unmatched(callID string) {
	p.diags.add(Diagnostic{
		Kind: DiagResume, CallID: callID,
		Message: toolerr.Msg("The input names a call that does not wait for it."),
	})
}

func (p *plan) authorOf(e *ledgerEntry) *Agent {
	if a := p.runner.cfg.Agent.find(e.event.Author); a != nil && a.sequence == nil {
		return a
	}
	return p.start
}

// resume runs the pending calls that have decisions, agent by agent.
func (r *run) resume(p *plan) (*Agent, error) {
	var next *Agent
	paused := false
	for len(p.resumed) > 0 {
		a := p.authorOf(p.resumed[0].entry)
		var mine []resumption
		p.resumed = slices.DeleteFunc(p.resumed, func(x resumption) bool {
			if p.authorOf(x.entry) != a {
				return false
			}
			mine = append(mine, x)
			return true
		})
		got, err := r.resumeCalls(a, mine)
		switch {
		case errors.Is(err, errPaused): // calls of other agents have decisions too
			paused = true
		case err != nil:
			return nil, err
		default:
			next = got
		}
	}
	if paused {
		return nil, errPaused
	}
	return next, nil
}

func (r *run) resumeCalls(a *Agent, mine []resumption) (*Agent, error) {
	calls := make([]*FunctionCall, len(mine))
	for i, x := range mine {
		calls[i] = copied(x.entry.call) // the tool may write to the arguments
		calls[i].Args = bytes.Clone(calls[i].Args)
	}
	return r.endTurn(a, calls, func(t *turn, i int) {
		x, c := mine[i], t.calls[i]
		c.waits = x.entry.answer.Waits
		t.done.TransferToAgent = cmp.Or(t.done.TransferToAgent, x.entry.handedTo)
		approval, shown := asked(r.journal.events, c.fc.ID)
		c.requested = cmp.Or(shown, x.decision.ArgsHash)
		switch d := x.decision; {
		case x.entry.suspended != nil || x.signedIn:
			if s := x.entry.suspended; s != nil {
				c.call.revival = &revival{s.Events, x.inner}
			}
			c.signedIn, c.call.Approval = true, approval
		case !d.Approved:
			c.res = denied(d)
		case d.ArgsHash != "" && d.ArgsHash != c.requested:
			c.res = mismatched()
		default:
			c.call.Approval = &d
		}
	})
}

// asked returns the approval of a call that then waited for a sign-in, and the hash of the
// arguments in the confirmation request; nil and "" if there was none. If a compaction was
// undone, an earlier call may have had the same id, so the last ones count.
func asked(events []*Event, callID string) (approval *Decision, shown string) {
	for _, e := range events {
		if req, ok := e.Actions.RequestedToolConfirmations[callID]; ok {
			shown = req.ArgsHash
		}
		for _, d := range e.Actions.Decisions {
			if d.CallID == callID && !d.SignedIn && !d.Delivered && d.Approved {
				d.Data = bytes.Clone(d.Data)
				approval = &d
			}
		}
	}
	return approval, shown
}

// stillWaiting reports whether calls of the session wait for a person.
func (j *journal) stillWaiting() bool {
	return slices.ContainsFunc(pendingCalls(j.events), func(p PendingCall) bool { return p.Waits != WaitsForResult })
}

// startAgent returns the agent that continues a session: the last author or its transfer
// target. If that agent, or one above it, cannot transfer, the root continues.
func (j *journal) startAgent() *Agent {
	root := j.runner.cfg.Agent
	for _, e := range slices.Backward(j.events) {
		if e.Author == AuthorUser || e.Author == authorRuntime || e.Branch != j.branch {
			continue
		}
		a := root.find(e.Author)
		if a != nil {
			if to := a.target(e.Actions.TransferToAgent); to != nil {
				a = to
			}
		}
		if a == nil || a == root {
			return root
		}
		for up := a; up != root; up = up.parent {
			if up.cfg.DisableTransfer || up.parent.sequence != nil {
				return root
			}
		}
		return a
	}
	return root
}

// takeUp gives results to the calls of earlier runs that have none, if it can be found out how
// they ended or if they can run again. It reports whether it gave any.
func (r *run) takeUp(open []*ledgerEntry) (taken bool, err error) {
	for len(open) > 0 && r.engine == nil {
		event := open[0].event
		a, resolvable := r.runner.cfg.Agent.find(event.Author), false
		var calls []*FunctionCall
		for ; len(open) > 0 && open[0].event == event; open = open[1:] {
			call := copied(open[0].call) // the tool may write to the arguments
			call.Args = bytes.Clone(call.Args)
			calls = append(calls, call)
			if a == nil || a.sequence != nil {
				continue
			}
			tool := r.toolbox(a).find(call.Name)
			resolvable = resolvable || tool != nil &&
				(tool.policy.Reconcile != nil || tool.policy.HTTPOnly && len(r.journal.sent(call.ID).Salt) > 0)
		}
		if !resolvable {
			continue
		}
		_, e, _ := r.settleCalls(a, calls, func(t *turn, i int) {
			c := t.calls[i]
			c.taken, c.keys.State, c.counts.Made = true, r.journal.sent(c.fc.ID), event.Timestamp
			c.call.Approval, c.requested = asked(r.journal.events, c.fc.ID)
		})
		if err := r.journal.emit(e); err != nil {
			return false, err
		}
		taken = true
	}
	return taken, nil
}
