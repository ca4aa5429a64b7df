// Package refusal has the errors of calls that the loop does not run, in the words that
// models read.
package refusal

import (
	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/toolerr"
)

// fatal returns the error of a call that was not executed and cannot be repeated.
func fatal(code toolerr.Code, msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal, msg, toolerr.WithCode(code), toolerr.WithEffect(toolerr.EffectNone))
}

// Canceled returns the error of a call that did not start before the run ended.
func Canceled() *toolerr.ToolRuntimeError {
	return canceled(toolerr.Msg("The run ended before the call was executed."), toolerr.EffectNone)
}

// Stopped returns the error of a call that did not start because an earlier one stopped the
// run.
func Stopped() *toolerr.ToolRuntimeError {
	return canceled(toolerr.Msg("The call was not executed, because an earlier one stopped the run."), toolerr.EffectNone)
}

// Interrupted returns the error of a call without a stored result.
func Interrupted() *toolerr.ToolRuntimeError {
	return canceled(toolerr.Msg("The run ended before the result of the call was known. It may have been executed."), toolerr.EffectUnknown)
}

// Unfinished returns the error of a call whose agent waited and did not continue.
func Unfinished() *toolerr.ToolRuntimeError {
	return canceled(toolerr.Msg("The agent did not get to go on, so what it had begun is unfinished."), toolerr.EffectUnknown)
}

func canceled(msg toolerr.Message, effect toolerr.Effect) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolCanceled, msg, toolerr.WithEffect(effect))
}

// BudgetExhausted returns the error of a call after the last one that the run has.
func BudgetExhausted() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeBudgetExhausted, toolerr.Msg(
		"The run has used up its tool calls, so the call was not executed. Answer with what is known."))
}

// Surplus returns the error of a call beyond the limit of one turn. last means that the run
// has no later turn.
func Surplus(limit int, last bool) *toolerr.ToolRuntimeError {
	if last {
		return fatal(toolerr.CodeBudgetExhausted, toolerr.Msgf(
			"Only %s calls of one turn are executed; this one was not. The run may make no more calls.", toolerr.Int(limit)))
	}
	return fatal(toolerr.CodeBudgetExhausted, toolerr.Msgf(
		"Only %s calls of one turn are executed; this one was not. Make it in a later turn if it is still needed.", toolerr.Int(limit)))
}

// UnknownTool returns the error of a call of an unknown tool, with similar names. away means
// that tools are missing that the agent has at other times.
func UnknownTool(name string, names []string, away bool) *toolerr.ToolRuntimeError {
	near := nearest.Names(name, names, 3)
	args := make([]toolerr.Arg, len(near))
	for i, n := range near {
		args[i] = toolerr.Ident(n)
	}
	msg, hint := toolerr.Msg("There is no tool of that name."), toolerr.Msg("Call one of the tools that are declared.")
	if away {
		msg, hint = toolerr.Msg("There is no tool of that name now: a toolset of the agent is unavailable."), toolerr.Msg("Go on without the tool.")
	}
	if len(args) > 0 {
		msg, hint = toolerr.Msgf("There is no tool of that name. Did you mean %s?", toolerr.OneOf(args...)), toolerr.Message{}
	}
	return toolerr.New(toolerr.KindToolBadInputValue, msg, toolerr.WithCode(toolerr.CodeUnknownTool),
		toolerr.WithHint(hint), toolerr.WithEffect(toolerr.EffectNone))
}

// AnswerCutOff returns the error of a call in an answer that is not complete.
func AnswerCutOff() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeTruncatedCall, toolerr.Msg(
		"The answer was cut off before its end, so none of its calls was executed. Send smaller arguments, or fewer calls."))
}

// AnswerBlocked returns the error of a call in an answer that the provider blocked.
func AnswerBlocked() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeDenied, toolerr.Msg("The answer was blocked, so none of its calls was executed."))
}

// HandedOver returns the error of a second transfer in one turn, after one to an agent.
func HandedOver(agent string) *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeConflict, toolerr.Msgf(
		"The conversation was handed over to %s in this turn already, so the call was not executed.", toolerr.Ident(agent)))
}

// TooDeep returns the error of an agent that is nested too deep in other agents.
func TooDeep() *toolerr.ToolRuntimeError {
	return toolerr.Fatal(toolerr.Msg("Agents that are tools are nested too deep, so the agent was not asked."),
		toolerr.WithEffect(toolerr.EffectNone))
}

// Repeated returns the error of a call that failed in the same way before.
func Repeated() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeRepeatedCall, toolerr.Msg("The same call failed the same way before, so it was not executed."))
}

// Unavailable returns the error of a call of a tool that failed too often.
func Unavailable() *toolerr.ToolRuntimeError {
	return fatal(toolerr.CodeBudgetExhausted, toolerr.Msg(
		"The tool failed too often and is unavailable for the rest of this run, so the call was not executed."))
}

// BadRewrite returns the error of a callback that changed arguments to invalid ones.
func BadRewrite(cause error) *toolerr.ToolRuntimeError {
	return toolerr.Fatal(toolerr.Msg("The arguments were changed to ones that do not fit the tool's schema, so the call was not executed."),
		toolerr.WithCause(cause), toolerr.WithEffect(toolerr.EffectNone),
		toolerr.WithDeveloperMessage("BeforeTool or AroundTool changed the arguments"))
}
