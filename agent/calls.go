package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// A callState is one call of a turn on its way to a result.
type callState struct {
	fc   *FunctionCall
	tool *boundTool      // nil for a call of no tool
	args json.RawMessage // as they passed the gate; nobody else can change them
	call *Call           // own, until the call is repeated
	res  *result         // nil until the call is settled
	own  Call
	sent resolve.Bound // what the model sent, and the schema that it was shown

	attempts  int
	signedIn  bool // a person was asked to, and says so
	refreshed bool // the credentials were renewed
	executed  bool
	counted   bool   // the call has its place in the run's budget
	seen      bool   // somebody else has had the call, and could write to its arguments
	requested string // the hash of the arguments a person was shown; "" if nobody was

	key         string  // that its repeats have; "" until somebody asks
	failedTimes int     // how often it failed the same way
	earlier     *repeat // why it was refused
}

// turn is the calls of one answer.
type turn struct {
	agent    *Agent
	calls    []*callState
	throttle *throttle
	// budget: a call went unanswered because the run has none left.
	budget bool
	// aborted: a call stopped the run, so that no further one begins.
	aborted bool
	// done is what the calls that ended did beside their results, in the order in which
	// they ended.
	done  Actions
	abort *toolerr.ToolRuntimeError
}

// newTurn readies the calls of an answer.
func (r *run) newTurn(a *Agent, calls []*FunctionCall) *turn {
	t := &turn{agent: a, calls: make([]*callState, len(calls))}
	box := r.toolbox(a)
	states, info := make([]callState, len(calls)), r.info(a.cfg.Name)
	for i, fc := range calls {
		c := &states[i]
		c.fc, c.tool, c.call = fc, box.find(fc.Name), &c.own
		c.own.ID, c.own.Tool, c.own.Agent, c.own.Args = fc.ID, fc.Name, a.cfg.Name, fc.Args
		c.own.InvocationID, c.own.Session, c.own.Attempt, c.own.run = r.id, r.ref, 1, r
		c.sent.Arguments = fc.Args
		if c.tool != nil {
			c.sent.Schema = c.tool.decl.Parameters
		}
		c.own.ctx = callContext{Context: r.ctx, call: &c.own, sent: &c.sent, info: info}
		t.calls[i] = c
	}
	return t
}

// settleAll brings every call of the turn to a result.
func (r *run) settleAll(t *turn) {
	for i, c := range t.calls {
		if c.res != nil {
			continue
		}
		if c.res = r.admit(t, c, i); c.res != nil {
			r.onToolError(t.agent, c)
			r.guard.note(c)
		}
	}
	for _, c := range t.calls {
		if c.res == nil {
			r.clear(c)
		}
	}
	if r.atOnce(t) {
		r.runAtOnce(t)
	} else {
		r.runInOrder(t)
	}
	for _, c := range t.calls {
		r.temper(t, c)
		if c.res.err == nil {
			continue
		}
		if c.res.outcome != OutcomePending {
			r.diagnose(DiagToolFailed, c, toolerr.Msg("A call failed; the model was told."), c.res.err)
		}
		if t.abort == nil && c.res.err.Aborts() {
			t.abort = c.res.err
		}
	}
}

// clear asks for what an admitted call needs before it may run: approval and
// credentials.
func (r *run) clear(c *callState) {
	if r.ctx.Err() != nil {
		c.res = canceled()
		return
	}
	asks := c.tool.policy.Confirm != nil || c.tool.policy.Auth != nil
	if asks { // the functions that are asked may be the ones that were left running
		c.res = r.refused(c.tool.name)
	}
	if c.res == nil {
		c.res = r.confirm(c)
	}
	if c.res == nil {
		c.res = r.authenticate(c)
	}
	if c.res != nil {
		r.uncount(c)
		r.guard.note(c)
	}
}

// admit lets a call pass, or answers it without running anything.
func (r *run) admit(t *turn, c *callState, index int) *result {
	if r.ctx.Err() != nil {
		return canceled()
	}
	if index >= r.limits.ToolCallsPerTurn {
		return refuse(OutcomeSkipped, nil, r.surplus(t))
	}
	if c.counted = r.countCall(); !c.counted {
		t.budget = true
		return refuse(OutcomeSkipped, nil, refusal(toolerr.CodeBudgetExhausted, toolerr.Msg(
			"The run has used up its tool calls, so the call was not executed. Answer with what is known.")))
	}
	if res := r.bar(c); res != nil {
		r.uncount(c)
		return res
	}
	if c.tool == nil {
		return failed(unknownTool(c.fc.Name, r.toolbox(t.agent).names))
	}
	args, res := r.checkArgs(c)
	if res != nil {
		return res
	}
	c.args, c.call.Args = args, bytes.Clone(args)
	return nil
}

// surplus is the error of a call beyond those of one turn.
func (r *run) surplus(t *turn) *toolerr.ToolRuntimeError {
	limit := toolerr.Int(r.limits.ToolCallsPerTurn)
	if r.noRoom(t) {
		return refusal(toolerr.CodeBudgetExhausted, toolerr.Msgf(
			"Only %s calls of one turn are executed; this one was not. The run has no room for another call.", limit))
	}
	return refusal(toolerr.CodeBudgetExhausted, toolerr.Msgf(
		"Only %s calls of one turn are executed; this one was not. Make it in a later turn if it is still needed.", limit))
}

// unknownTool is the error of a call of no tool, with the names that come near.
func unknownTool(name string, names []string) *toolerr.ToolRuntimeError {
	near := nearest.Names(name, names, 3)
	args := make([]toolerr.Arg, len(near))
	for i, n := range near {
		args[i] = toolerr.Ident(n)
	}
	msg, hint := toolerr.Msg("There is no tool of that name."), toolerr.Msg("Call one of the tools that are declared.")
	if len(args) > 0 {
		msg, hint = toolerr.Msgf("There is no tool of that name. Did you mean %s?", toolerr.OneOf(args...)), toolerr.Message{}
	}
	return toolerr.New(toolerr.KindToolBadInputValue, msg, toolerr.WithCode(toolerr.CodeUnknownTool),
		toolerr.WithHint(hint), toolerr.WithEffect(toolerr.EffectNone))
}

// atOnce reports whether the calls that are left to run may run at once.
func (r *run) atOnce(t *turn) bool {
	mode := t.agent.cfg.Parallel
	if mode == ParallelNever || len(t.calls) < 2 || r.limits.Parallel < 2 {
		return false
	}
	for _, c := range t.calls {
		if c.res != nil {
			continue
		}
		p := c.tool.policy
		if p.Sequential || mode == ParallelReadOnly && !p.ReadOnly {
			return false
		}
	}
	return true
}

func (r *run) runInOrder(t *turn) {
	for _, c := range t.calls {
		if c.res == nil && r.mayRun(t, c) {
			r.runCall(t, c)
			r.callEnded(t, c)
		}
	}
}

// runAtOnce runs the calls, at most Limits.Parallel at a time. Of calls that are
// the same no more begin than may fail; the others wait for how they end.
func (r *run) runAtOnce(t *turn) {
	t.throttle = &throttle{}
	for wave := r.nextWave(t); len(wave) > 0; wave = r.nextWave(t) {
		var group sync.WaitGroup
		slots := make(chan struct{}, min(r.limits.Parallel, len(wave)))
		for _, c := range wave {
			if !r.mayRun(t, c) {
				continue
			}
			slots <- struct{}{}
			group.Go(func() {
				defer func() { <-slots }()
				r.runCall(t, c)
			})
		}
		group.Wait()
		writers := map[string]*callState{}
		for _, c := range wave {
			r.noteWrites(writers, c, r.callEnded(t, c))
		}
	}
}

// mayRun reports whether a call may still run after those of the turn that did,
// and answers it if not.
func (r *run) mayRun(t *turn, c *callState) bool {
	if t.aborted {
		c.res = refuse(OutcomeSkipped, nil, toolerr.New(toolerr.KindToolCanceled,
			toolerr.Msg("The call was not executed, because an earlier one stopped the run."),
			toolerr.WithEffect(toolerr.EffectNone)))
	} else if c.res = r.bar(c); c.res == nil {
		c.res = t.handedOver(c)
	}
	if c.res != nil {
		r.uncount(c)
	}
	return c.res == nil
}

// callEnded notes how a call that was to run ended, and returns what it changed in the
// state. The calls after it see the change; nothing that the call does later counts.
func (r *run) callEnded(t *turn, c *callState) State {
	r.guard.note(c)
	t.aborted = t.aborted || c.res.err != nil && c.res.err.Aborts()
	if !c.executed {
		return nil
	}
	done := c.call.settle()
	done.TransferToAgent = r.allowTransfer(t, c, done.TransferToAgent)
	t.done.merge(done)
	r.state.apply(done.StateDelta)
	return done.StateDelta
}

// noteWrites reports keys of the state that calls which ran at once both wrote: neither
// has seen the other's value, and the last one stays.
func (r *run) noteWrites(writers map[string]*callState, c *callState, delta State) {
	for key := range delta {
		if other := writers[key]; other != nil {
			r.diagnose(DiagState, c, toolerr.Msgf("The call and another one, %s, ran at once and both wrote %s: one value is lost.",
				toolerr.Ident(other.fc.ID), toolerr.Ident(key)), nil)
		}
		writers[key] = c
	}
}

// nextWave returns the calls that are left to run, and of those that are the
// same as many as may fail.
func (r *run) nextWave(t *turn) []*callState {
	wave := make([]*callState, 0, len(t.calls))
	for _, c := range t.calls {
		if c.res != nil {
			continue
		}
		same := 0
		for _, other := range wave {
			if other.fc.Name == c.fc.Name && other.repeatKey() == c.repeatKey() {
				same++
			}
		}
		if same == 0 || same < r.guard.room(c) {
			wave = append(wave, c)
		}
	}
	return wave
}

// event makes the event that holds all results of the turn, in call order.
func (t *turn) event(r *run) *Event {
	e := r.event(t.agent.cfg.Name)
	e.Content = &Content{Role: RoleUser, Parts: make([]Part, 0, len(t.calls))}
	e.Actions = t.done
	for _, c := range t.calls {
		e.Content.Parts = append(e.Content.Parts, Part{FunctionResponse: c.res.response(c.fc)})
		e.Usage = e.Usage.add(c.call.used())
		if c.res.outcome != OutcomePending {
			continue
		}
		switch {
		case c.res.confirmation != nil:
			if e.Actions.RequestedToolConfirmations == nil {
				e.Actions.RequestedToolConfirmations = map[string]ConfirmationRequest{}
			}
			e.Actions.RequestedToolConfirmations[c.fc.ID] = *c.res.confirmation
		case c.res.auth != nil:
			if e.Actions.RequestedAuth == nil {
				e.Actions.RequestedAuth = map[string]AuthRequest{}
			}
			e.Actions.RequestedAuth[c.fc.ID] = *c.res.auth
		}
	}
	return e
}

// waiting reports whether a call of the turn waits for somebody, so that there
// is nothing to ask the model yet: for a person, or for the result of a tool
// that said nothing so far.
func (t *turn) waiting() bool {
	for _, c := range t.calls {
		if c.res.outcome == OutcomePending && (c.res.waits != WaitsForResult || c.res.silent) {
			return true
		}
	}
	return false
}

// callContext is the context of one call: it answers for the call and its run.
type callContext struct {
	context.Context //nolint:containedctx // this is a context
	call            *Call
	sent            *resolve.Bound
	info            *RunInfo
}

// Value returns the call, what the model sent in it, the run, and what the parent holds.
func (c *callContext) Value(key any) any {
	switch key.(type) {
	case callKey:
		return c.call
	case resolve.Key:
		return c.sent
	case runKey:
		return c.info
	}
	return c.Context.Value(key)
}

// diagnose adds a diagnostic about a call.
func (r *run) diagnose(kind DiagnosticKind, c *callState, msg toolerr.Message, te *toolerr.ToolRuntimeError) {
	r.diags.add(Diagnostic{Kind: kind, Agent: c.call.Agent, Tool: c.call.Tool, CallID: c.call.ID, Message: msg, Err: te})
}
