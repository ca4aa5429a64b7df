package agent

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// An Engine is where runs live if they do not live in one process: a workflow whose steps
// are recorded, and that is replayed from the records. The loop gets from the engine what
// would differ in a replay. The engine calls models and tools elsewhere, with a runner
// without an engine: [Runner.AskModel], which includes the callbacks around models, and
// [Runner.CallTool], which includes the callbacks around tools, confirmations and
// credentials. A [Compactor] that waits, such as one that calls a model, calls
// [Runner.Compact] there.
//
// Everything else runs in the loop, must do the same in each replay, and must not wait:
// instructions, the other callbacks, a [Preflighter], and the store. The loop also runs
// agents that are tools and calls that transfer, on one goroutine, with their callbacks,
// confirmations and credentials; calls OnToolError for calls that never reach a tool, such
// as those with invalid arguments; and reads toolsets and the artifacts that an instruction
// names. In the loop, the adapters of an agent have no observer, logger or cooldown.
type Engine interface {
	// Now returns the time.
	Now() time.Time
	// Bound returns a context that ends with ctx, after limit with the cause, and when its
	// function is called. A limit of 0 or less means none. Its Err may be the cause.
	Bound(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelCauseFunc)
	// Together runs functions, at most limit at the same time, and returns when all have
	// returned. The context of each is made of ctx.
	Together(ctx context.Context, limit int, fns []func(context.Context))
	// AskModel returns the result of [Runner.AskModel], after retries.
	AskModel(ctx context.Context, s Step) (*ModelResponse, error)
	// CallTool returns the result of [Runner.CallTool], after retries. An answer with only
	// a Failure belongs to a call about which nothing else is known.
	CallTool(ctx context.Context, s Step) ToolAnswer
}

// A Step is a call that an [Engine] makes elsewhere: of a model if there is a Request, and
// of a tool if there is a Call.
type Step struct {
	InvocationID string            `json:"invocationId"`
	Session      SessionRef        `json:"session"`
	Agent        string            `json:"agent"`
	Metadata     map[string]string `json:"metadata,omitempty"`
	State        State             `json:"state,omitempty"`
	// Request may omit what the configuration of the agent contains: OutputSchema, and
	// everything but the names of its tools.
	Request *ModelRequest `json:"request,omitempty"`
	Call    *FunctionCall `json:"call,omitempty"`
	// Approval is the decision of a person to whom arguments with the hash Shown were
	// shown. SignedIn means that a person was asked to sign in.
	Approval *Decision `json:"approval,omitempty"`
	Shown    string    `json:"shown,omitempty"`
	SignedIn bool      `json:"signedIn,omitempty"`
	// Policy is the tool's, and Timeout limits one run of it.
	Policy  Policy        `json:"-"`
	Timeout time.Duration `json:"-"`
	// Attempts is how often the model may be called, or the tool run.
	Attempts int `json:"attempts"`
	// Attempt counts from 1, and Last is set on the last attempt. The engine sets them.
	Attempt int  `json:"-"`
	Last    bool `json:"-"`
}

// A ToolAnswer is the result of a call.
type ToolAnswer struct {
	// Event has one response, that of the call, and the other effects of the call.
	Event *Event `json:"event,omitempty"`
	// Output is the result that the tool returned beside an error.
	Output   json.RawMessage `json:"output,omitempty"`
	Executed bool            `json:"executed,omitempty"`
	Silent   bool            `json:"silent,omitempty"`
	// Attempts is how often the tool was run.
	Attempts int `json:"attempts,omitempty"`
	// Failure is the error; nil after a success. To send it elsewhere, an engine encodes
	// its report.
	Failure *toolerr.ToolRuntimeError `json:"-"`
}

// step returns the Step of a.
func (h *host) step(a *Agent) Step {
	return Step{InvocationID: h.id, Session: h.ref, Agent: a.cfg.Name, Metadata: h.metadata, State: h.state.Copy()}
}

// resume prepares a step in a process other than that of its run. The run retries failures.
func (s Step) resume(ctx context.Context, r *Runner) (*run, *Agent, error) {
	all := r.cfg.Agent.reach()
	i := slices.IndexFunc(all, func(a *Agent) bool { return a.cfg.Name == s.Agent && a.sequence == nil })
	if i < 0 {
		return nil, nil, NewRunError(ErrConfig, toolerr.Msg("The runner has no agent of that name."), nil)
	}
	h := r.Start(around.OpenEnded{Context: resolve.WithoutCall(ctx)}, s.Session, Input{}, WithMetadata(s.Metadata))
	h.id, h.diags.runID = s.InvocationID, s.InvocationID
	h.opts.limits.ModelRetries, h.opts.limits.ToolRetries = -1, -1
	h.budget = &budget{limits: h.opts.limits.withDefaults()}
	own := h.newRun(h.ctx, func(*Event, error) bool { return true })
	own.state.Reset(s.State)
	own.again, own.journal.failed = !s.Last, true // failed: stores nothing
	return own, all[i], nil
}

// reach returns the agents of the tree of a, and those of agents that are tools in it.
func (a *Agent) reach() []*Agent {
	all := a.tree()
	for _, d := range a.tree() {
		for _, b := range d.tools {
			if f, ok := b.tool.(*FuncTool); ok && f.agent != nil {
				all = append(all, f.agent.reach()...)
			}
		}
	}
	return all
}

// checkEngine reports the parts of the configuration that an engine does not support.
func (a *Agent) checkEngine(add func(text string)) {
	names := map[string]*Agent{}
	for _, d := range a.reach() {
		if len(d.cfg.Toolsets) > 0 {
			add("an agent has a toolset, which an engine cannot open: give the agent its tools")
		}
		if other := names[d.cfg.Name]; other != nil && other != d {
			add("two agents have the same name, and an engine asks for them by name")
		}
		names[d.cfg.Name] = d
	}
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
		if tool := own.tools.of(a).find(d.Name); tool != nil {
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
		return ToolAnswer{Failure: failed(err).err.With(toolerr.WithEffect(toolerr.EffectNone))}, false
	}
	own.journal.events = []*Event{{Author: s.Agent, Content: &Content{Role: RoleModel, Parts: []Part{{FunctionCall: s.Call}}}}}
	t, e, _ := own.settleCalls(a, []*FunctionCall{s.Call}, func(t *turn, i int) {
		c := t.calls[i]
		c.call.Attempt, c.call.Approval, c.requested, c.signedIn = max(s.Attempt, 1), s.Approval, s.Shown, s.SignedIn
	})
	c := t.calls[0]
	answer = ToolAnswer{Event: e, Executed: c.executed, Silent: c.res.silent, Failure: c.res.err}
	if c.attempts > 0 {
		answer.Attempts = c.call.Attempt
	}
	if c.res.err == nil {
		return answer, false
	}
	answer.Output = c.res.payload.Output()
	return answer, c.attempts > 0 && t.repeatable(c, c.res)
}

// remote reports whether the engine runs the call.
func (t *turn) remote(c *callState) bool {
	f, ok := c.tool.tool.(*FuncTool)
	return t.engine != nil && (!ok || !f.inLoop)
}

// elsewhere runs a call through the engine.
func (t *turn) elsewhere(c *callState) {
	s := t.step(t.agent)
	s.Call, s.Approval, s.Shown, s.SignedIn = c.fc, c.call.Approval, c.requested, c.signedIn
	s.Policy, s.Timeout, s.Attempts = c.tool.policy, c.timeout(t.budget.limits), t.budget.limits.ToolRetries+1
	answer := t.engine.CallTool(&c.call.ctx, s)
	c.attempts, c.executed = answer.Attempts, answer.Executed
	if e := answer.Event; e == nil || len(e.FunctionResponses()) != 1 {
		c.attempts, c.executed = max(c.attempts, 1), true
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
		c.res.raw, c.res.waits, c.res.silent = resp.Response, resp.Waits, answer.Silent
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

// askElsewhere calls a model through the engine.
func (m *asker) askElsewhere(a *Agent, req *ModelRequest) (*ModelResponse, error) {
	if !m.budget.takeModelCall() {
		return nil, NewRunError(ErrMaxModelCalls, toolerr.Message{}, nil)
	}
	s := m.step(a)
	s.Request, s.Attempts = req, m.budget.limits.ModelRetries+1
	resp, err := m.engine.AskModel(m.agentContext(a), s)
	switch stop := m.alive(); {
	case err == nil:
		return resp, nil
	case stop != nil:
		return nil, stop
	}
	return nil, providerError(err)
}
