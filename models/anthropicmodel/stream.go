package anthropicmodel

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// stream requests an answer as a stream, and yields deltas if pieces is set. If the stream
// ends early, the sequence ends without a finish.
func (m *Model) stream(ctx context.Context, params anthropic.MessageNewParams, pieces bool, yield func(*agent.ModelResponse, error) bool) {
	var resp *http.Response
	s := m.client.Messages.NewStreaming(ctx, params, option.WithMaxRetries(0), option.WithResponseInto(&resp))
	defer func() { _ = s.Close() }()
	if provider.Refused(resp) {
		yield(nil, failure(ctx, resp, s.Err()))
		return
	}
	var a answer
	for s.Next() {
		delta, err := a.add(s.Current())
		if err != nil {
			yield(nil, err)
			return
		}
		if a.stopped {
			yield(a.response(), nil)
			return
		}
		if delta != nil && pieces && !yield(delta, nil) {
			return
		}
	}
	switch {
	case s.Err() != nil:
		yield(nil, failure(ctx, resp, s.Err()))
	case !a.begun:
		yield(nil, undecodable()) // the body is a page, or a message without a stream
	}
}

// An answer is assembled from the events of a stream. The SDK's own accumulator replaces
// arguments that are not JSON by an empty object, with which a tool would run.
type answer struct {
	blocks  []block
	reason  anthropic.StopReason
	usage   anthropic.Usage
	begun   bool
	stopped bool
}

// A block is an unfinished block of the answer.
type block struct {
	start     anthropic.ContentBlockUnion
	text      []byte
	signature []byte
	args      []byte
}

// add processes the next event. It returns a delta, or nil if there is nothing to show.
func (a *answer) add(e anthropic.MessageStreamEventUnion) (*agent.ModelResponse, error) {
	a.begun = true
	switch e.Type {
	case "message_start":
		a.usage = e.Message.Usage
	case "content_block_start":
		return a.begin(e)
	case "content_block_delta":
		return a.grow(e)
	case "message_delta":
		if e.Delta.StopReason != "" {
			a.reason = e.Delta.StopReason
		}
		a.count(&e.Usage)
	case "message_stop":
		if a.reason == "" {
			return nil, undecodable()
		}
		a.stopped = true
	}
	return nil, nil
}

func (a *answer) begin(e anthropic.MessageStreamEventUnion) (*agent.ModelResponse, error) {
	if e.Index != int64(len(a.blocks)) {
		return nil, undecodable()
	}
	b := block{}
	if err := json.Unmarshal([]byte(e.ContentBlock.RawJSON()), &b.start); err != nil {
		return nil, undecodable()
	}
	switch b.start.Type {
	case "text":
		b.text = []byte(b.start.Text)
	case "thinking":
		b.text = []byte(b.start.Thinking)
	}
	b.signature = []byte(b.start.Signature)
	a.blocks = append(a.blocks, b)
	if b.calls() {
		return provider.CallDelta(int(e.Index), b.start.ID, b.start.Name, ""), nil
	}
	return provider.TextDelta(string(b.text), b.start.Type == "thinking"), nil
}

func (a *answer) grow(e anthropic.MessageStreamEventUnion) (*agent.ModelResponse, error) {
	if e.Index < 0 || e.Index >= int64(len(a.blocks)) {
		return nil, undecodable()
	}
	b := &a.blocks[e.Index]
	switch d := &e.Delta; {
	case d.Type == "text_delta" && b.start.Type == "text":
		b.text = append(b.text, d.Text...)
		return provider.TextDelta(d.Text, false), nil
	case d.Type == "thinking_delta" && b.start.Type == "thinking":
		b.text = append(b.text, d.Thinking...)
		return provider.TextDelta(d.Thinking, true), nil
	case d.Type == "signature_delta":
		b.signature = append(b.signature, d.Signature...)
	case d.Type == "input_json_delta":
		b.args = append(b.args, d.PartialJSON...)
		if d.PartialJSON != "" && b.calls() {
			return provider.CallDelta(int(e.Index), "", "", d.PartialJSON), nil
		}
	}
	return nil, nil
}

// count adds the totals of a message_delta. Missing totals do not change.
func (a *answer) count(u *anthropic.MessageDeltaUsage) {
	a.usage.OutputTokens = max(a.usage.OutputTokens, u.OutputTokens)
	a.usage.InputTokens = max(a.usage.InputTokens, u.InputTokens)
	a.usage.CacheCreationInputTokens = max(a.usage.CacheCreationInputTokens, u.CacheCreationInputTokens)
	a.usage.CacheReadInputTokens = max(a.usage.CacheReadInputTokens, u.CacheReadInputTokens)
}

// response returns the complete answer.
func (a *answer) response() *agent.ModelResponse {
	content := agent.Content{Role: agent.RoleModel}
	for i := range a.blocks {
		if part, ok := a.blocks[i].part(); ok {
			content.Parts = append(content.Parts, part)
		}
	}
	return &agent.ModelResponse{Content: &content, FinishReason: provider.Finish(reasons, a.reason), Usage: usageOf(&a.usage)}
}

// calls reports whether the block is a call whose pieces can be shown: a piece needs a
// name.
func (b *block) calls() bool { return b.start.Type == "tool_use" && b.start.Name != "" }

func (b *block) part() (agent.Part, bool) {
	switch b.start.Type {
	case "text":
		b.start.Text = string(b.text)
	case "thinking":
		b.start.Thinking, b.start.Signature = string(b.text), string(b.signature)
	case "tool_use":
		if len(b.args) > 0 {
			b.start.Input = b.args
		}
	}
	return partOf(&b.start)
}
