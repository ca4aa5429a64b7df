package agent

import (
	"bytes"
	"encoding/json"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/toolerr"
)

// admit returns nil if a call may continue, else its result.
func (t *turn) admit(c *callState, index int) *result {
	if t.ctx.Err() != nil {
		return canceled()
	}
	if index >= t.budget.limits.ToolCallsPerTurn {
		return refuse(OutcomeSkipped, nil, t.surplus())
	}
	if c.counted = t.budget.takeToolCall(); !c.counted {
		t.spent = true
		return refuse(OutcomeSkipped, nil, refusal(toolerr.CodeBudgetExhausted, toolerr.Msg(
			"The run has used up its tool calls, so the call was not executed. Answer with what is known.")))
	}
	if res := t.guard.blocked(c); res != nil {
		t.budget.giveBack(c)
		return res
	}
	if c.tool == nil {
		return failed(unknownTool(c.fc.Name, t.box.names))
	}
	args, res := t.checkArgs(c)
	if res != nil {
		return res
	}
	c.args, c.call.Args = args, bytes.Clone(args)
	return nil
}

// checkArgs validates the arguments of a call. It returns the arguments for the tool, or a
// result that lists all problems.
func (t *turn) checkArgs(c *callState) (json.RawMessage, *result) {
	if c.fc.Malformed != "" {
		_, err := toolargs.Parse([]byte(c.fc.Malformed))
		return nil, failed(toolargs.Refusal(err))
	}
	args, problems, err := t.gate(c, c.fc.Args)
	te, checked := toolerr.Find(err)
	switch {
	case t.ctx.Err() != nil:
		return nil, canceled()
	case checked:
		return nil, failed(te.With(toolerr.WithEffect(toolerr.EffectNone)))
	case err != nil:
		return nil, failed(toolargs.Refusal(err))
	case len(problems) > 0:
		return nil, failed(toolargs.Unfit(problems))
	}
	return args, nil
}

// surplus returns the error of a call beyond ToolCallsPerTurn.
func (t *turn) surplus() *toolerr.ToolRuntimeError {
	limit := toolerr.Int(t.budget.limits.ToolCallsPerTurn)
	if t.noRoom() {
		return refusal(toolerr.CodeBudgetExhausted, toolerr.Msgf(
			"Only %s calls of one turn are executed; this one was not. The run has no room for another call.", limit))
	}
	return refusal(toolerr.CodeBudgetExhausted, toolerr.Msgf(
		"Only %s calls of one turn are executed; this one was not. Make it in a later turn if it is still needed.", limit))
}

// unknownTool returns the error of a call of an unknown tool, with similar names.
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
