package openaimodel

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/respjson"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// ask requests an answer without a stream.
func (m *Model) ask(ctx context.Context, params openai.ChatCompletionNewParams) (*agent.ModelResponse, error) {
	var resp *http.Response
	completion, err := m.client.Chat.Completions.New(ctx, params, option.WithMaxRetries(0), option.WithResponseInto(&resp))
	if err == nil {
		err = unfit(resp)
	}
	if err != nil {
		return ended(failure(ctx, resp, err), nil)
	}
	if completion == nil || len(completion.Choices) == 0 {
		if err := errorIn(completion); err != nil {
			return ended(failure(ctx, nil, err), nil)
		}
		return nil, unanswered()
	}
	a := answer{usage: usageOf(&completion.Usage)}
	choice := &completion.Choices[0]
	a.thoughts.Model = m.name
	a.thoughts.read(choice.Message.JSON.ExtraFields)
	a.text, a.refusal, a.reason = choice.Message.Content, choice.Message.Refusal, choice.FinishReason
	for i := range choice.Message.ToolCalls {
		a.calls = append(a.calls, callOf(&choice.Message.ToolCalls[i]))
	}
	if err := errorIn(completion); err != nil && !a.complete() {
		return ended(failure(ctx, nil, err), a.parts())
	}
	if a.reason == "" {
		return nil, undecodable()
	}
	return a.response(), nil
}

// errorIn returns the error in a response with HTTP 200, or in its first choice.
func errorIn(completion *openai.ChatCompletion) error {
	if completion == nil {
		return nil
	}
	var said envelope
	_ = json.Unmarshal([]byte(completion.RawJSON()), &said) // the SDK has decoded it
	switch {
	case said.Error != nil:
		return said.Error.err()
	case len(said.Choices) > 0 && said.Choices[0].Error != nil:
		return said.Choices[0].Error.err()
	}
	return nil
}

// written returns a string field of the API. Compatible servers send an object in place of
// a JSON string, which the SDK decodes as an empty string; a tool would then run without
// arguments. For these, written returns the raw JSON.
func written(text string, field respjson.Field) string {
	if raw := field.Raw(); text == "" && raw != "null" && !strings.HasPrefix(raw, `"`) {
		return raw
	}
	return text
}

// callOf returns a call. It keeps a call of a custom tool, which was not declared, for the
// loop to refuse.
func callOf(c *openai.ChatCompletionMessageToolCallUnion) agent.FunctionCall {
	if c.Type == "custom" {
		return agent.FunctionCall{ID: c.ID, Name: c.Custom.Name, Args: json.RawMessage(c.Custom.Input)}
	}
	args := written(c.Function.Arguments, c.Function.JSON.Arguments)
	return agent.FunctionCall{ID: c.ID, Name: c.Function.Name, Args: json.RawMessage(args)}
}

// An answer is an answer of Chat Completions, streamed or not.
type answer struct {
	thoughts spoken
	text     string
	refusal  string
	calls    []agent.FunctionCall
	reason   string
	usage    *agent.Usage
}

// finish returns the finish reason.
func (a *answer) finish() agent.FinishReason {
	if strings.HasPrefix(a.reason, functionCallFilter) {
		return agent.FinishMalformedCall
	}
	return provider.Finish(reasons, a.reason)
}

// complete reports whether the answer has content and ended in a known way, so that an
// error beside it or after it does not affect it.
func (a *answer) complete() bool {
	ended := a.finish()
	return ended != agent.FinishOther && ended != agent.FinishMalformedCall && (a.text+a.refusal != "" || len(a.calls) > 0)
}

// response returns the answer in the loop's form.
func (a *answer) response() *agent.ModelResponse {
	reason := a.finish()
	if a.refusal != "" {
		reason = agent.FinishSafety
	}
	return &agent.ModelResponse{
		Content:      &agent.Content{Role: agent.RoleModel, Parts: a.parts()},
		FinishReason: reason,
		Usage:        a.usage,
	}
}

func (a *answer) parts() []agent.Part {
	var parts []agent.Part
	if part, ok := a.thoughts.part(len(a.calls)); ok {
		parts = append(parts, part)
	}
	for _, text := range []string{a.text, a.refusal} {
		if text != "" {
			parts = append(parts, agent.Part{Text: text})
		}
	}
	for i := range a.calls {
		parts = append(parts, agent.Part{FunctionCall: &a.calls[i]})
	}
	return parts
}

// reasons maps the API's finish reasons (openai-go v3.96.0, ChatCompletionChoice). Others
// are FinishOther, whose calls do not run.
var reasons = map[string]agent.FinishReason{
	"stop":           agent.FinishStop,
	"length":         agent.FinishMaxTokens,
	"tool_calls":     agent.FinishToolCalls,
	"function_call":  agent.FinishToolCalls,
	"content_filter": agent.FinishSafety,

	"eos": agent.FinishStop, // Together AI, Chat Completions

	"malformed_function_call": agent.FinishMalformedCall, // Gemini API, OpenAI compatibility
}

// functionCallFilter is the beginning of the reason of a call that Gemini could not decode,
// followed by the reason in Gemini's own API (Gemini API, OpenAI compatibility).
const functionCallFilter = "function_call_filter"

func usageOf(u *openai.CompletionUsage) *agent.Usage {
	if u.PromptTokens == 0 && u.CompletionTokens == 0 {
		return nil
	}
	return &agent.Usage{
		InputTokens:  int(u.PromptTokens),
		OutputTokens: int(u.CompletionTokens),
		CachedTokens: int(u.PromptTokensDetails.CachedTokens),
	}
}
