package agent

import "github.com/errand-go/errand/toolerr"

// An EventCode names a soft condition: the run did not fail, but did not end normally.
type EventCode string

// The conditions a model reports.
const (
	CodeSafety                EventCode = "SAFETY"
	CodeRecitation            EventCode = "RECITATION"
	CodeMaxTokens             EventCode = "MAX_TOKENS"
	CodePromptBlocked         EventCode = "PROMPT_BLOCKED"
	CodeEmptyResponse         EventCode = "EMPTY_RESPONSE"
	CodeMalformedFunctionCall EventCode = "MALFORMED_FUNCTION_CALL"
	// CodeOther: the model stopped for an unknown reason, so its answer may be incomplete.
	CodeOther EventCode = "OTHER"
)

// The conditions the loop sees.
const (
	// CodeMaxIterations: the agent used up its iterations.
	CodeMaxIterations EventCode = "MAX_ITERATIONS"
	// CodeCanceled: the caller's context ended.
	CodeCanceled EventCode = "CANCELLED"
	// CodeWallClock: the run used up its time.
	CodeWallClock EventCode = "WALL_CLOCK"
	// CodeToolBudget: the run used up its tool calls.
	CodeToolBudget EventCode = "TOOL_BUDGET"
	// CodeToolLoop: the same call failed repeatedly in the same way.
	CodeToolLoop EventCode = "TOOL_LOOP"
	// CodeInterrupted marks the text of an answer that was interrupted.
	CodeInterrupted EventCode = "INTERRUPTED"
)

// Message returns the meaning of the code; the same text as [Event.ErrorMessage].
func (c EventCode) Message() toolerr.Message { return codeMessages[c] }

var codeMessages = map[EventCode]toolerr.Message{
	CodeSafety:                toolerr.Msg("The model stopped for safety reasons."),
	CodeRecitation:            toolerr.Msg("The model stopped because it was reciting."),
	CodeMaxTokens:             toolerr.Msg("The model's answer was cut off at its length limit."),
	CodePromptBlocked:         toolerr.Msg("The provider refused the prompt."),
	CodeEmptyResponse:         toolerr.Msg("The model answered nothing."),
	CodeMalformedFunctionCall: toolerr.Msg("The model made a call that cannot be read."),
	CodeOther:                 toolerr.Msg("The model stopped for an unknown reason; its answer may not be whole."),
	CodeMaxIterations:         toolerr.Msg("The agent reached its limit of iterations."),
	CodeCanceled:              toolerr.Msg("The run was canceled."),
	CodeWallClock:             toolerr.Msg("The run reached its time limit."),
	CodeToolBudget:            toolerr.Msg("The run reached its limit of tool calls."),
	CodeToolLoop:              toolerr.Msg("The run was stopped because the same call kept failing the same way."),
	CodeInterrupted:           toolerr.Msg("The answer broke off."),
}

// A FinishReason is why a model stopped.
type FinishReason string

// The reasons. A model package maps its provider's words to these.
const (
	FinishStop          FinishReason = "STOP"
	FinishToolCalls     FinishReason = "TOOL_CALLS"
	FinishMaxTokens     FinishReason = "MAX_TOKENS"
	FinishSafety        FinishReason = "SAFETY" // a content filter, or a refusal
	FinishRecitation    FinishReason = "RECITATION"
	FinishPromptBlocked FinishReason = "PROMPT_BLOCKED"
	FinishMalformedCall FinishReason = "MALFORMED_FUNCTION_CALL"
	// FinishOther is any other reason. The answer ends the run with [CodeOther], and its
	// calls are not run.
	FinishOther FinishReason = "OTHER"
)

// executes reports whether the calls of an answer with this reason run: only if the answer
// is known to be complete. The answer of a callback has no reason.
func (f FinishReason) executes() bool {
	return f == FinishStop || f == FinishToolCalls || f == ""
}

// code returns the condition of a reason, and "" if it has none. A reason that a model
// package does not recognise is FinishOther, and may mean that the answer is incomplete.
func (f FinishReason) code() EventCode {
	if code, ok := finishCodes[f]; ok || f.executes() {
		return code
	}
	return CodeOther
}

// finishCodes maps known reasons to conditions.
//
//nolint:exhaustive // the others stand for none, or for CodeOther
var finishCodes = map[FinishReason]EventCode{
	FinishMaxTokens:     CodeMaxTokens,
	FinishSafety:        CodeSafety,
	FinishRecitation:    CodeRecitation,
	FinishPromptBlocked: CodePromptBlocked,
	FinishMalformedCall: CodeMalformedFunctionCall,
}
