package agent

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// AgentTool makes an agent, which has no parent, a tool: the model asks it
// something, and its answer is the result. The agent runs in a session of its own, over a copy of the
// state; what it changes there is changed in the session of the caller too. It
// is bounded by its own limits and the caller's wall clock, and is asked for
// approval as the caller is.
func AgentTool(a *Agent, opts ...ToolOption) *FuncTool {
	if a == nil {
		return &FuncTool{err: errors.New("the agent is nil")}
	}
	return NewTool(a.cfg.Name, a.cfg.Description, func(ctx context.Context, in agentRequest) (agentAnswer, error) {
		return a.answerAs(ctx, CallFrom(ctx), in.Request)
	}, append([]ToolOption{Timeout(-1)}, opts...)...)
}

type agentRequest struct {
	Request string `json:"request" jsonschema:"what the agent is asked"`
}

type agentAnswer struct {
	Answer string `json:"answer"`
}

// maxAgentDepth is how deep agents that are tools may be nested.
const maxAgentDepth = 8

// answerAs runs the agent for a call.
func (a *Agent) answerAs(ctx context.Context, call *Call, request string) (agentAnswer, error) {
	if call == nil {
		return agentAnswer{}, toolerr.Fatal(toolerr.Message{},
			toolerr.WithDeveloperMessage("an AgentTool was called outside of a run"))
	}
	branch := strings.TrimPrefix(call.run.opts.branch+"."+call.Agent, ".")
	if strings.Count(branch, ".") >= maxAgentDepth {
		return agentAnswer{}, toolerr.Fatal(toolerr.Msg("Agents that are tools are nested too deep, so the agent was not asked."),
			toolerr.WithEffect(toolerr.EffectNone))
	}
	cfg := call.run.runner.cfg
	cfg.Agent, cfg.Store, cfg.CreateSessions, cfg.Limits = a, NewMemoryStore(), true, call.run.limits
	runner, err := NewRunner(cfg)
	if err != nil {
		return agentAnswer{}, err
	}
	runner.stuck = call.run.runner.stuck
	state := call.run.state.copy()
	maps.DeleteFunc(state, func(k string, _ any) bool { return strings.HasPrefix(k, TempPrefix) })
	h := runner.Start(ctx, call.Session, Say(request), WithState(state), WithConfirmer(call.run.confirmer()),
		func(o *runOptions) { o.branch, o.diags = branch, call.run.diags })
	var answer agentAnswer
	for e, err := range h.Events() {
		if err != nil {
			re, _ := asRunError(err)
			return answer, childFailed(re)
		}
		for k, v := range e.Actions.StateDelta {
			if err := call.SetState(k, v); err != nil {
				return answer, err
			}
		}
		switch {
		case len(e.Actions.RequestedToolConfirmations)+len(e.Actions.RequestedAuth) > 0:
			return answer, toolerr.ContextRequired(toolerr.Msg("The agent needs a person's approval to go on."), toolerr.Message{})
		case e.ErrorCode == CodeCancelled:
			return answer, toolerr.New(toolerr.KindToolCanceled, toolerr.Message{})
		case e.ErrorCode != "" && e.ErrorCode != CodeMaxTokens:
			return answer, toolerr.Fatal(e.ErrorCode.Message())
		case e.IsFinalResponse() && e.Content != nil:
			answer.Answer = e.Content.Text()
		}
	}
	return answer, nil
}

// childFailed is the failure of an agent that is a tool.
func childFailed(re *RunError) error {
	d := re.Detail()
	return toolerr.New(toolerr.KindToolFatal, re.Message(), toolerr.WithCause(re),
		toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithDeveloperMessage(d.DeveloperMessage()))
}
