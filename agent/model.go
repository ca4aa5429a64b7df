package agent

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// A Model answers requests. It is safe for concurrent use.
//
// Generate yields deltas (responses with Partial set, if the request asks for a
// stream) and then exactly one response that is not Partial and has a
// FinishReason. The last response's Content is the whole answer; if it is nil,
// the deltas put together are. An error ends the sequence. A sequence that
// breaks these rules fails the run with [ErrModelContract] or, if it ends
// without a finish, [ErrProviderStream].
//
// Errors are best adapted to *toolerr.ToolRuntimeError by the model itself;
// others are adapted by the agent's registry, for the tool name Name returns. A
// model switches its SDK's own retries off: the loop repeats by its limits.
//
// An answer is at most 32 MiB, in pieces or whole; beyond, the run fails with
// [ErrModelContract]. Generate returns when its context ends, and when the loop
// stops ranging. A model that does not is left running; while 16 of its calls have
// been left for five seconds or more, a run that would ask it fails with
// ErrModelContract too.
//
// A model that cannot take every attachment is also a [Preflighter].
// Name is asked once, when an agent or an option is made of the model.
type Model interface {
	Name() string
	Generate(ctx context.Context, req *ModelRequest) iter.Seq2[*ModelResponse, error]
}

// namedModel is a model, and what it says its name is.
type namedModel struct {
	Model
	name string
}

// named asks a model for its name, which a nil pointer cannot tell.
func named(m Model) (n namedModel, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("has a model that panics when asked for its name")
		}
	}()
	return namedModel{m, m.Name()}, nil
}

// key returns the name that calls which are left running are counted by. No tool
// has such a name.
func (m namedModel) key() string { return "model:" + m.name }

// A ModelRequest is what a model is asked.
type ModelRequest struct {
	// StaticContent comes first and never changes, for providers that cache.
	StaticContent *Content
	// Instruction is the system text.
	Instruction string
	// Contents is the conversation. Every call in it is followed by a content
	// with all results of its turn; the last content is the user's.
	Contents []Content
	Tools    []Declaration
	// ToolChoice is ToolsNone for a last answer: tools stay declared, because
	// the conversation mentions them, and must not be called. It is what [WithToolChoice]
	// says in the first request of a run.
	ToolChoice ToolChoice
	// OutputSchema is the JSON schema of the answer; nil for text.
	OutputSchema json.RawMessage
	// Stream asks for deltas.
	Stream bool
}

// A ToolChoice is whether a model may call tools, or has to. A model that cannot make a
// choice returns an error of [ErrToolChoiceUnsupported].
type ToolChoice string

// The choices, beside [CallTool].
const (
	ToolsAuto ToolChoice = ""
	// ToolsNone: the answer calls no tool.
	ToolsNone ToolChoice = "none"
	// ToolsAny: the answer calls a tool.
	ToolsAny ToolChoice = "any"
)

const oneTool = "tool:"

// CallTool is the choice of one tool: the answer calls it.
func CallTool(name string) ToolChoice { return ToolChoice(oneTool + name) }

// Tool returns the name of the tool of [CallTool]; "" of the other choices.
func (c ToolChoice) Tool() string {
	name, ok := strings.CutPrefix(string(c), oneTool)
	if !ok {
		return ""
	}
	return name
}

// possible returns why an agent with the given tools cannot be told the choice.
func (c ToolChoice) possible(tools []Declaration) error {
	name := c.Tool()
	switch {
	case c == ToolsAuto, c == ToolsNone, c == ToolsAny && len(tools) > 0,
		name != "" && slices.ContainsFunc(tools, func(d Declaration) bool { return d.Name == name }):
		return nil
	}
	return NewRunError(ErrInvalidInput, toolerr.Msg("The agent has no tool for the choice of tools that was asked for."), nil)
}

// honored reports whether an answer makes the calls that the choice asks for. One that is
// not whole, or a callback's, has nothing to honor.
func (c ToolChoice) honored(reason FinishReason, calls []*FunctionCall) bool {
	name := c.Tool()
	switch {
	case c == ToolsAuto, reason == "", !reason.executes():
		return true
	case c == ToolsNone:
		return len(calls) == 0
	}
	return slices.ContainsFunc(calls, func(call *FunctionCall) bool { return name == "" || call.Name == name })
}

// A ModelResponse is an answer, or a piece of one.
type ModelResponse struct {
	Content *Content
	// CallDelta is a piece of a call; Content may be nil beside it.
	CallDelta *CallDelta
	Partial   bool
	// FinishReason and Usage are those of the answer that AfterModel replaces or
	// changes, where it leaves them empty: the calls of an answer that was
	// blocked or cut off run only if a callback names a reason of its own.
	FinishReason FinishReason
	Usage        *Usage
	// Warnings are what a model noticed and did not fail for, such as a part of a schema
	// that its provider ignores. Each becomes a diagnostic of [DiagModel].
	Warnings []toolerr.Message
}

// clone returns a copy: a model may use what it yielded again.
func (m *ModelResponse) clone() *ModelResponse {
	if m == nil {
		return nil
	}
	c := *m
	c.Content, c.CallDelta, c.Usage = m.Content.clone(), copied(m.CallDelta), copied(m.Usage)
	return &c
}

// A CallDelta is a piece of a call in a stream. The first piece of an index
// names the tool; the Args of all pieces are put together.
type CallDelta struct {
	Index int
	ID    string
	Name  string
	Args  string
}

// Usage counts tokens as the provider does.
type Usage struct {
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
	CachedTokens int `json:"cachedTokens,omitempty"`
}

// add returns the sum of two counts, of which either may be nil.
func (u *Usage) add(v *Usage) *Usage {
	if v == nil {
		return u
	}
	sum := *v
	if u != nil {
		sum.InputTokens += u.InputTokens
		sum.OutputTokens += u.OutputTokens
		sum.CachedTokens += u.CachedTokens
	}
	return &sum
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
	// FinishOther is a reason the package does not know. The answer ends the run
	// with [CodeOther], and its calls are not run.
	FinishOther FinishReason = "OTHER"
)

// executes reports whether the calls of an answer that ended for the reason may
// run: only where it is known to be whole. A callback's answer has no reason.
func (f FinishReason) executes() bool {
	return f == FinishStop || f == FinishToolCalls || f == ""
}

// code is the condition that a reason stands for; "" is none. What a model
// package does not know, and so maps to FinishOther, may be anything, such as an
// answer that was given up in the middle.
func (f FinishReason) code() EventCode {
	if code, ok := finishCodes[f]; ok || f.executes() {
		return code
	}
	return CodeOther
}

// finishCodes are the conditions of reasons that are known.
//
//nolint:exhaustive // the others stand for none, or for CodeOther
var finishCodes = map[FinishReason]EventCode{
	FinishMaxTokens:     CodeMaxTokens,
	FinishSafety:        CodeSafety,
	FinishRecitation:    CodeRecitation,
	FinishPromptBlocked: CodePromptBlocked,
	FinishMalformedCall: CodeMalformedFunctionCall,
}
