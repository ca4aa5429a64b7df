package agent

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// AgentTool makes a tool of an agent that has no parent. The model of the outer agent sends
// it a question, and its answer is the result. The inner agent runs in a session of its
// own, with a copy of the state; its changes of the state are made in the outer session
// too. The limits of the outer run hold for both together, except that MaxIterations is
// counted for each call. The event with the result has the Usage of the inner agent's
// models.
//
// The inner agent uses the outer confirmer. If there is none, or if the inner agent waits
// for a sign-in or for a later result, the call is pending and the outer run pauses. The
// event names the inner call that waits, by an id that is made of the id of the outer call,
// a dot, and the inner id. An input with that id continues the inner agent where it
// stopped: its events are stored with the call. Callbacks around the outer call then run
// again.
//
// The argument is one text, request. If the inner agent has an InputSchema, the arguments
// have that schema, and the inner agent gets their JSON. The result is the text of the
// answer, in the member answer. If the inner agent has an OutputSchema, the result is the
// value in the answer.
//
// If the inner agent fails, the call fails, with the same information. An error that is
// marked with toolerr.Abort ends the outer run too. If the answer was cut off, the call
// fails, and the result has the text so far.
func AgentTool(a *Agent, opts ...ToolOption) *FuncTool {
	if a == nil {
		return &FuncTool{err: errors.New("the agent is nil")}
	}
	opts = append([]ToolOption{Timeout(-1), func(t *FuncTool) { t.inLoop, t.agent = true, a }}, opts...)
	if len(a.cfg.InputSchema) > 0 {
		return NewTool(a.cfg.Name, a.cfg.Description, func(ctx context.Context, in json.RawMessage) (any, error) {
			return a.answerAs(ctx, CallFrom(ctx), string(in))
		}, append([]ToolOption{Schema(a.cfg.InputSchema)}, opts...)...)
	}
	return NewTool(a.cfg.Name, a.cfg.Description, func(ctx context.Context, in agentRequest) (any, error) {
		return a.answerAs(ctx, CallFrom(ctx), in.Request)
	}, opts...)
}

type agentRequest struct {
	Request string `json:"request" jsonschema:"what the agent is asked"`
}

type agentAnswer struct {
	Answer string `json:"answer"`
}

// maxAgentDepth is the maximum nesting depth of agents that are tools.
const maxAgentDepth = 8

// answerAs runs the agent for a call and returns its answer.
func (a *Agent) answerAs(ctx context.Context, call *Call, request string) (any, error) {
	outer, _ := ctx.Value(runKey{}).(*run)
	if call == nil || outer == nil {
		return nil, toolerr.Fatal(toolerr.Message{},
			toolerr.WithDeveloperMessage("an AgentTool was called outside of a run"))
	}
	branch := strings.TrimPrefix(outer.opts.branch+"."+call.Agent, ".")
	if strings.Count(branch, ".") >= maxAgentDepth {
		return nil, refusal.TooDeep()
	}
	in, earlier := Say(request), []*Event(nil)
	if call.revival != nil {
		in, earlier = call.revival.input, call.revival.events
	}
	store, err := a.ownSession(ctx, call, earlier)
	if err != nil {
		return nil, err
	}
	cfg := outer.runner.cfg
	cfg.Agent, cfg.Store = a, store
	runner, err := NewRunner(cfg)
	if err != nil {
		return nil, err
	}
	runner.stuck = outer.runner.stuck
	h := runner.Start(ctx, call.Session, in, WithConfirmer(outer.opts.confirmer),
		func(o *runOptions) { o.branch, o.diags, o.budget = branch, outer.diags, outer.budget })
	answer := answerOfAgent{acted: call.revival != nil}
	for e, err := range h.Events() {
		if err != nil {
			answer.fail(err)
			break // it is the last item
		}
		for k, v := range e.Actions.StateDelta {
			if err := call.SetState(k, v); err != nil {
				return nil, err
			}
		}
		call.use(e.Usage)
		answer.take(ctx, e)
	}
	if answer.err == nil && !answer.whole {
		s, err := suspensionIn(ctx, store, call.Session)
		if err != nil {
			return nil, err
		}
		if s.waits() != "" {
			call.suspend(s)
			return nil, nil // no model reads it
		}
	}
	return answer.result(a.output != nil)
}

// ownSession creates the session of the inner agent for a call, with the state of the
// caller and the events of earlier runs for the same call.
func (a *Agent) ownSession(ctx context.Context, call *Call, earlier []*Event) (*MemoryStore, error) {
	ctx = context.WithoutCancel(ctx)
	state := call.state()
	maps.DeleteFunc(state, func(k string, _ any) bool { return strings.HasPrefix(k, TempPrefix) })
	store := NewMemoryStore()
	s, err := store.Create(ctx, call.Session, state)
	if err != nil || len(earlier) == 0 {
		return store, err
	}
	_, err = store.Append(ctx, call.Session, s.Version, withoutState(earlier)...)
	return store, err
}

// suspensionIn returns the suspension of an inner agent that waits.
func suspensionIn(ctx context.Context, store Store, ref SessionRef) (*Suspension, error) {
	s, err := getSession(context.WithoutCancel(ctx), store, ref)
	if err != nil {
		return nil, err
	}
	events := withoutState(recent(s.Events))
	answered := map[string]bool{}
	for _, e := range slices.Backward(events) { // a suspension that continued is not stored again
		maps.DeleteFunc(e.Actions.Suspended, func(id string, _ Suspension) bool { return answered[id] })
		for _, resp := range e.FunctionResponses() {
			answered[resp.ID] = true
		}
	}
	return &Suspension{Events: events}, nil
}

// withoutState returns copies of events without their changes of the state. The caller's
// state has these changes already, and may have later ones.
func withoutState(events []*Event) []*Event {
	own := cloneEvents(events)
	for _, e := range own {
		e.Actions.StateDelta = nil
	}
	return own
}

// answerOfAgent collects the answer of an agent that is a tool.
type answerOfAgent struct {
	text  string
	whole bool // the last event was an answer
	acted bool // a tool of the agent ran, and may have had side effects
	err   error
}

// take reads an event of the agent.
func (h *answerOfAgent) take(ctx context.Context, e *Event) {
	if e.Partial || e.ErrorCode == CodeInterrupted { // another event follows an interrupted text
		return
	}
	for _, resp := range e.FunctionResponses() {
		h.acted = h.acted || acted(resp)
	}
	h.whole = e.IsFinalResponse() && len(e.LongRunningToolIDs) == 0
	if text := finalText(e); h.whole && text != "" {
		h.text = text
	}
	switch e.ErrorCode { //nolint:exhaustive // the rest is alike
	case "":
		if e.Author == authorRuntime { // a request to correct the answer
			h.text, h.whole = "", false
		}
	case CodeCanceled:
		kind := toolerr.KindToolCanceled
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			kind = toolerr.KindToolTimeout
		}
		h.err = toolerr.New(kind, toolerr.Message{}, h.effect())
	case CodeMaxTokens:
		msg := toolerr.Msg("The agent's answer was cut off at its length limit. The text so far is included, if there is any.")
		h.err = toolerr.Retryable(msg, toolerr.Msg("Ask for less at once."), h.effect())
	default:
		h.err = toolerr.Fatal(e.ErrorCode.Message(), h.effect())
	}
}

// acted reports whether a tool may have had side effects.
func acted(resp *FunctionResponse) bool {
	switch resp.Outcome { //nolint:exhaustive // in the others no tool ran
	case OutcomeOK, OutcomeInterrupted:
		return true
	case OutcomeFailed, OutcomeDenied, OutcomeConflict:
		return resp.failure == nil || resp.failure.Effect() != toolerr.EffectNone
	case OutcomePending:
		return resp.Waits == WaitsForResult
	}
	return false
}

// finalText returns the answer in an event: its text, or the results that replace a text.
func finalText(e *Event) string {
	text := e.Content.Text()
	if text != "" || !e.Actions.SkipSummarization {
		return text
	}
	var all []string
	for _, resp := range e.FunctionResponses() {
		all = append(all, string(resp.Response))
	}
	return strings.Join(all, "\n")
}

// fail records the error of the inner run. It keeps an abort, and the facts about a service
// that refused or was unreachable. Any other error becomes a failure of the agent, not of
// the caller's arguments. The inner loop has retried already, so the advice for the outer
// loop is not to retry.
func (h *answerOfAgent) fail(err error) {
	re, _ := asRunError(err)
	d := resolve.Detach(re.Detail()) // the call or model request in it is the inner agent's
	h.text = ""
	switch class := d.Class(); {
	case d.Aborts():
		h.err = d
		return
	case class == toolerr.ClassRateLimit, class == toolerr.ClassUpstream, class == toolerr.ClassNetworkTransport:
		if h.err = d.With(h.effect()); d.Guidance() == toolerr.GuidanceRetryWithBackoff {
			h.err = d.With(h.effect(), toolerr.WithGuidance(toolerr.GuidanceNone))
		}
		return
	}
	h.err = toolerr.New(toolerr.KindToolFatal, re.Message(), toolerr.WithCause(re),
		h.effect(), toolerr.WithDeveloperMessage(d.DeveloperMessage()))
}

// effect returns an option that states whether the agent's tools may have had side effects.
func (h *answerOfAgent) effect() toolerr.Option {
	if h.acted {
		return toolerr.WithEffect(toolerr.EffectUnknown)
	}
	return toolerr.WithEffect(toolerr.EffectNone)
}

// result returns the text of the answer, or, if value is set, the JSON value in it.
func (h *answerOfAgent) result(value bool) (any, error) {
	err := h.err
	if err == nil && h.text == "" {
		err = toolerr.Fatal(toolerr.Msg("The agent ended without a text for an answer."), h.effect())
	}
	if err != nil && h.text == "" {
		return nil, err
	}
	if raw := toolargs.Unfenced(h.text); value && err == nil && json.Valid([]byte(raw)) {
		return json.RawMessage(raw), nil
	}
	return agentAnswer{h.text}, err
}
