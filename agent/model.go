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

// A Model answers requests. It is safe for concurrent use. A model that cannot take every
// attachment should also be a [Preflighter].
//
// Generate first yields deltas (responses with Partial set), if the request asks for a
// stream. Then it yields exactly one response that is not Partial and has a FinishReason.
// The Content of that response is the whole answer. If it is nil, the answer is made of the
// deltas. An error ends the sequence. If a sequence breaks these rules, the run fails with
// [ErrModelContract]. If it ends without a FinishReason, the run fails with
// [ErrProviderStream].
//
// A model should adapt its errors to *toolerr.ToolRuntimeError itself. The agent's registry
// adapts other errors, for the tool name that Name returns. A model disables its SDK's own
// retries, because the loop retries.
//
// An answer has at most 32 MiB; a longer one fails the run with ErrModelContract. Generate
// must return when its context ends, and when the loop stops ranging. If it does not, it is
// left running. While 16 of a model's calls have been left running for five seconds or
// more, a run that would call the model fails with ErrModelContract too.
//
// Name is called once, when an agent or an option is made with the model.
type Model interface {
	Name() string
	Generate(ctx context.Context, req *ModelRequest) iter.Seq2[*ModelResponse, error]
}

// namedModel is a model with its name.
type namedModel struct {
	Model
	name string
}

// named reads the name of a model. It fails for a nil pointer.
func named(m Model) (n namedModel, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("has a model whose Name method panics")
		}
	}()
	return namedModel{m, m.Name()}, nil
}

// key returns the name under which calls that were left running are counted. No tool has
// it.
func (m namedModel) key() string { return "model:" + m.name }

// A ModelRequest is a request to a model.
type ModelRequest struct {
	// Instruction is the system prompt.
	Instruction string
	// Contents is the conversation. Every content with calls is followed by a content with
	// all results of the turn. The last content is the user's.
	Contents []Content
	Tools    []Declaration
	// ToolChoice is the choice of [WithToolChoice] in the first request of a run. With
	// ToolsNone, Tools still has the declarations, because the conversation may mention the
	// tools, but the model must not call them.
	ToolChoice ToolChoice
	// OutputSchema is the JSON schema of the answer; nil for text.
	OutputSchema json.RawMessage
	// Stream asks for deltas.
	Stream bool
}

// A ToolChoice is whether a model may or must call tools. If a model does not support a
// choice, it returns an error of [ErrToolChoiceUnsupported].
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

// CallTool returns the choice of one tool, which the answer must call.
func CallTool(name string) ToolChoice { return ToolChoice(oneTool + name) }

// Tool returns the name of the tool of [CallTool]; "" for the other choices.
func (c ToolChoice) Tool() string {
	name, ok := strings.CutPrefix(string(c), oneTool)
	if !ok {
		return ""
	}
	return name
}

// possible returns an error if an agent with these tools cannot satisfy the choice.
func (c ToolChoice) possible(tools []Declaration) error {
	name := c.Tool()
	switch {
	case c == ToolsAuto, c == ToolsNone, c == ToolsAny && len(tools) > 0,
		name != "" && slices.ContainsFunc(tools, func(d Declaration) bool { return d.Name == name }):
		return nil
	}
	return NewRunError(ErrInvalidInput, toolerr.Msg("The agent has no tool for the requested tool choice."), nil)
}

// honored reports whether an answer makes the calls that the choice requires. Truncated
// answers and answers of callbacks are exempt.
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

// A ModelResponse is an answer of a model, or a piece of one.
type ModelResponse struct {
	Content *Content
	// CallDelta is a piece of a call; Content may be nil beside it.
	CallDelta *CallDelta
	Partial   bool
	// FinishReason and Usage are those of the answer. If AfterModel replaces the answer and
	// leaves them empty, those of the model's answer stay. So calls in an answer that was
	// blocked or cut off run only if the callback sets another reason.
	FinishReason FinishReason
	Usage        *Usage
	// Warnings report problems for which the model did not fail, such as a part of a schema
	// that its provider ignores. Each becomes a diagnostic of [DiagModel].
	Warnings []toolerr.Message
}

// clone returns a copy, because a model may reuse a response after it was yielded.
func (m *ModelResponse) clone() *ModelResponse {
	if m == nil {
		return nil
	}
	c := *m
	c.Content, c.CallDelta, c.Usage = m.Content.clone(), copied(m.CallDelta), copied(m.Usage)
	return &c
}

// A CallDelta is a piece of a call in a stream. The first piece with an index names the
// tool. The arguments are the Args of all pieces in order.
type CallDelta struct {
	Index int
	ID    string
	Name  string
	Args  string
}

// A Declaration describes a tool to a model.
type Declaration struct {
	// Name has 1 to 64 characters of [A-Za-z0-9_-], the first of which is a letter or an
	// underscore. All providers accept such names.
	Name string `json:"name"`
	// Description tells the model when to call the tool.
	Description string `json:"description,omitempty"`
	// Parameters is the JSON schema of the arguments, of type object. Empty means that
	// there are no arguments.
	//
	// A schema may come from another program, so it is refused if validation could take too
	// long: if it has more than 256 KiB or 20,000 values, if its references and
	// alternatives make more than 4096 schemas for one value (or a million for all its
	// schemas), if its patterns are huge, or if it has a $dynamicRef to an anchor.
	// Arguments that need more than a million checks are refused too.
	Parameters json.RawMessage `json:"parameters,omitempty"`
}
