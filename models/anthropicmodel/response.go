package anthropicmodel

import (
	"context"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// ask requests an answer without a stream.
func (m *Model) ask(ctx context.Context, params anthropic.MessageNewParams) (*agent.ModelResponse, error) {
	var resp *http.Response
	message, err := m.client.Messages.New(ctx, params, option.WithMaxRetries(0), option.WithResponseInto(&resp))
	if err != nil || provider.Refused(resp) {
		return nil, failure(ctx, resp, err)
	}
	if message == nil || message.StopReason == "" {
		return nil, undecodable()
	}
	content := agent.Content{Role: agent.RoleModel}
	for i := range message.Content {
		if part, ok := partOf(&message.Content[i]); ok {
			content.Parts = append(content.Parts, part)
		}
	}
	return &agent.ModelResponse{
		Content: &content, FinishReason: provider.Finish(reasons, message.StopReason), Usage: usageOf(&message.Usage),
	}, nil
}

// tooLong reports whether the SDK requires a stream, because the answer may take longer
// than connections stay open.
func tooLong(params anthropic.MessageNewParams) bool {
	_, err := anthropic.CalculateNonStreamingTimeout(int(params.MaxTokens), params.Model, nil)
	return err != nil
}

// partOf returns the part for a block of an answer; ok is false if it has no form in a
// conversation.
func partOf(b *anthropic.ContentBlockUnion) (part agent.Part, ok bool) {
	switch b.Type {
	case "text":
		return agent.Part{Text: b.Text}, b.Text != ""
	case "tool_use":
		return agent.Part{FunctionCall: &agent.FunctionCall{ID: b.ID, Name: b.Name, Args: b.Input}}, true
	case "thinking":
		return thought(b.Thinking, b.Signature), true
	case "redacted_thinking":
		return redacted(b.Data), true
	}
	return part, false
}

// reasons maps the API's stop reasons (anthropic-sdk-go v1.84.0, StopReason). Others are
// FinishOther.
var reasons = map[anthropic.StopReason]agent.FinishReason{
	anthropic.StopReasonEndTurn:      agent.FinishStop,
	anthropic.StopReasonStopSequence: agent.FinishStop,
	anthropic.StopReasonToolUse:      agent.FinishToolCalls,
	anthropic.StopReasonMaxTokens:    agent.FinishMaxTokens,
	anthropic.StopReasonRefusal:      agent.FinishSafety,
	anthropic.StopReasonPauseTurn:    agent.FinishOther,

	"model_context_window_exceeded": agent.FinishMaxTokens,
}

// usageOf counts tokens that were read from a cache or written to one as input. The API
// counts them separately.
func usageOf(u *anthropic.Usage) *agent.Usage {
	return &agent.Usage{
		InputTokens:  int(u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens),
		OutputTokens: int(u.OutputTokens),
		CachedTokens: int(u.CacheReadInputTokens),
	}
}
