package geminimodel

import (
	"context"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// ask requests an answer without a stream.
func (m *Model) ask(ctx context.Context, q question) (*agent.ModelResponse, error) {
	var x exchange
	resp, err := guarded(func() (*genai.GenerateContentResponse, error) {
		return m.client.Models.GenerateContent(x.watch(ctx), m.name, q.contents, q.config)
	})
	if err != nil {
		return nil, x.failure(ctx, err)
	}
	var a answer
	a.add(resp)
	if a.reason == "" {
		return nil, undecodable(nil)
	}
	return a.response(), nil
}

// An answer is assembled from one response, or from those of a stream.
type answer struct {
	parts  []agent.Part
	calls  int
	reason agent.FinishReason
	usage  *agent.Usage
	begun  bool
}

// add adds the next response, and returns the new parts.
func (a *answer) add(resp *genai.GenerateContentResponse) []agent.Part {
	if resp == nil {
		return nil
	}
	if u := resp.UsageMetadata; u != nil {
		a.usage = usageOf(u)
	}
	if f := resp.PromptFeedback; f != nil && f.BlockReason != "" && f.BlockReason != genai.BlockedReasonUnspecified {
		a.begun, a.reason = true, agent.FinishPromptBlocked
		return nil
	}
	if len(resp.Candidates) == 0 || resp.Candidates[0] == nil {
		return nil
	}
	a.begun = true
	c := resp.Candidates[0]
	if c.FinishReason != "" && c.FinishReason != genai.FinishReasonUnspecified {
		a.reason = provider.Finish(reasons, c.FinishReason)
	}
	var added []agent.Part
	if c.Content != nil {
		for _, p := range c.Content.Parts {
			if part, ok := partOf(p); ok {
				added = append(added, part)
				a.append(part)
			}
		}
	}
	return added
}

// append joins continued texts, up to a signature, which belongs to its own part.
func (a *answer) append(p agent.Part) {
	if p.FunctionCall != nil {
		a.calls++
	}
	if last := len(a.parts) - 1; last >= 0 && isText(p) && isText(a.parts[last]) && a.parts[last].Thought == p.Thought {
		a.parts[last].Text += p.Text
		return
	}
	a.parts = append(a.parts, p)
}

func isText(p agent.Part) bool {
	return p.FunctionCall == nil && p.Blob == nil && p.File == nil && len(p.Signature) == 0
}

// response returns the complete answer.
func (a *answer) response() *agent.ModelResponse {
	reason := a.reason
	if reason == agent.FinishStop && a.calls > 0 {
		reason = agent.FinishToolCalls // the API has no reason for calls
	}
	return &agent.ModelResponse{
		Content: &agent.Content{Role: agent.RoleModel, Parts: a.parts}, FinishReason: reason, Usage: a.usage,
	}
}

// partOf returns a part of an answer; ok is false for a part that is empty, has no form in
// a conversation, or is a piece of the previous call.
func partOf(p *genai.Part) (part agent.Part, ok bool) {
	if p == nil {
		return part, false
	}
	part.Signature = signatureOf(p.ThoughtSignature)
	switch {
	case p.FunctionCall != nil && p.FunctionCall.Name == "" && p.FunctionCall.Args == nil:
		return part, false
	case p.FunctionCall != nil:
		c := p.FunctionCall
		part.FunctionCall = &agent.FunctionCall{ID: c.ID, Name: c.Name}
		part.FunctionCall.Args, part.FunctionCall.Malformed = argumentsOf(c)
	case p.InlineData != nil:
		part.Blob = &agent.Blob{MIMEType: p.InlineData.MIMEType, Data: p.InlineData.Data, Name: p.InlineData.DisplayName}
	case p.FileData != nil:
		part.File = &agent.File{URI: p.FileData.FileURI, MIMEType: p.FileData.MIMEType}
	case p.Text != "" || part.Signature != nil:
		part.Text, part.Thought = p.Text, p.Thought
	default:
		return part, false
	}
	return part, true
}

// reasons maps the API's finish reasons (google.golang.org/genai v1.77.0, FinishReason).
// Others are FinishOther.
//
//nolint:exhaustive // the others are FinishOther
var reasons = map[genai.FinishReason]agent.FinishReason{
	genai.FinishReasonStop:                   agent.FinishStop,
	genai.FinishReasonMaxTokens:              agent.FinishMaxTokens,
	genai.FinishReasonContinuation:           agent.FinishMaxTokens,
	genai.FinishReasonSafety:                 agent.FinishSafety,
	genai.FinishReasonBlocklist:              agent.FinishSafety,
	genai.FinishReasonProhibitedContent:      agent.FinishSafety,
	genai.FinishReasonSPII:                   agent.FinishSafety,
	genai.FinishReasonImageSafety:            agent.FinishSafety,
	genai.FinishReasonImageProhibitedContent: agent.FinishSafety,
	genai.FinishReasonRecitation:             agent.FinishRecitation,
	genai.FinishReasonImageRecitation:        agent.FinishRecitation,
	genai.FinishReasonMalformedFunctionCall:  agent.FinishMalformedCall,
	genai.FinishReasonUnexpectedToolCall:     agent.FinishMalformedCall,
}

// usageOf counts thoughts as output, and the results of tools on Google's side as input.
// The API counts both separately.
func usageOf(u *genai.GenerateContentResponseUsageMetadata) *agent.Usage {
	return &agent.Usage{
		InputTokens:  int(u.PromptTokenCount) + int(u.ToolUsePromptTokenCount),
		OutputTokens: int(u.CandidatesTokenCount) + int(u.ThoughtsTokenCount),
		CachedTokens: int(u.CachedContentTokenCount),
	}
}
