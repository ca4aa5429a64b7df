package openaimodel

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
)

// ask requests an answer without a stream.
func (m *ResponsesModel) ask(ctx context.Context, params responses.ResponseNewParams) (*agent.ModelResponse, error) {
	var resp *http.Response
	r, err := m.client.Responses.New(ctx, params, option.WithMaxRetries(0), option.WithResponseInto(&resp))
	if err == nil {
		err = unfit(resp)
	}
	if err != nil {
		return ended(failure(ctx, resp, err), nil)
	}
	if r == nil {
		return nil, undecodable()
	}
	return m.settle(ctx, r, r.Output)
}

// settle converts a finished response.
func (m *ResponsesModel) settle(ctx context.Context, r *responses.Response, output []responses.ResponseOutputItemUnion) (*agent.ModelResponse, error) {
	c := outputOf(m.name, output)
	if r.Status == responses.ResponseStatusFailed || r.Status == "" {
		if err := failed(r); err != nil {
			return ended(failure(ctx, nil, err), c.answer())
		}
		return nil, undecodable()
	}
	resp := &agent.ModelResponse{
		Content:      &agent.Content{Role: agent.RoleModel, Parts: c.parts},
		FinishReason: c.finish(r),
		Usage:        responsesUsage(&r.Usage),
	}
	return resp, nil
}

// failed returns the error in a response, and nil if there is none.
func failed(r *responses.Response) error {
	var raw envelope
	if json.Unmarshal([]byte(r.RawJSON()), &raw) != nil || raw.Error == nil {
		return nil
	}
	return raw.Error.typed(raw.Type)
}

// collected has the parts of a response's items.
type collected struct {
	model   string
	parts   []agent.Part
	calls   bool
	refused bool
}

func outputOf(model string, items []responses.ResponseOutputItemUnion) collected {
	c := collected{model: model}
	for i := range items {
		c.add(&items[i])
	}
	return c
}

// add adds an item. It ignores items that have no form in a conversation.
func (c *collected) add(item *responses.ResponseOutputItemUnion) {
	switch item.Type {
	case "message":
		c.addMessage(item)
	case "function_call":
		c.calls = true
		args := written(item.Arguments.OfString, item.JSON.Arguments)
		c.parts = append(c.parts, agent.Part{FunctionCall: &agent.FunctionCall{
			ID: item.CallID, Name: item.Name, Args: json.RawMessage(args),
		}})
	case "reasoning":
		if part, ok := thought(c.model, item); ok {
			c.parts = append(c.parts, part)
		}
	}
}

func (c *collected) addMessage(item *responses.ResponseOutputItemUnion) {
	for i := range item.Content {
		content := &item.Content[i]
		text := content.Text
		if content.Type == "refusal" {
			c.refused, text = true, content.Refusal
		}
		if text != "" {
			c.parts = append(c.parts, agent.Part{Text: text, Signature: phase(item.Phase)})
		}
	}
}

// answer returns the parts without thoughts and calls.
func (c *collected) answer() (parts []agent.Part) {
	for _, p := range c.parts {
		if isText(&p) && !p.Thought {
			parts = append(parts, p)
		}
	}
	return parts
}

// incomplete maps the reasons of incomplete responses (openai-go v3.96.0,
// ResponseIncompleteDetails).
var incomplete = map[string]agent.FinishReason{
	"max_output_tokens": agent.FinishMaxTokens,
	"content_filter":    agent.FinishSafety,
}

func (c *collected) finish(r *responses.Response) agent.FinishReason {
	switch r.Status { //nolint:exhaustive // the others are not whole either
	case responses.ResponseStatusCompleted:
		switch {
		case c.refused:
			return agent.FinishSafety
		case c.calls:
			return agent.FinishToolCalls
		}
		return agent.FinishStop
	case responses.ResponseStatusIncomplete:
		if f, ok := incomplete[r.IncompleteDetails.Reason]; ok {
			return f
		}
	}
	return agent.FinishOther
}

func responsesUsage(u *responses.ResponseUsage) *agent.Usage {
	if u.InputTokens == 0 && u.OutputTokens == 0 {
		return nil
	}
	return &agent.Usage{
		InputTokens:  int(u.InputTokens),
		OutputTokens: int(u.OutputTokens),
		CachedTokens: int(u.InputTokensDetails.CachedTokens),
	}
}
