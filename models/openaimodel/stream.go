package openaimodel

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// stream requests an answer as a stream. If the stream ends early, the sequence ends
// without a finish.
func (m *Model) stream(ctx context.Context, params openai.ChatCompletionNewParams, yield func(*agent.ModelResponse, error) bool) {
	var resp *http.Response
	var e events
	s := m.client.Chat.Completions.NewStreaming(ctx, params, option.WithMaxRetries(0), option.WithResponseInto(&resp), e.option())
	defer func() { _ = s.Close() }()
	b := builder{answer: answer{thoughts: spoken{Model: m.name}}}
	for s.Next() {
		deltas, err := b.add(s.Current())
		if err != nil {
			yield(nil, err)
			return
		}
		for _, delta := range deltas {
			if !yield(delta, nil) {
				return
			}
		}
	}
	b.text, b.refusal = b.said.String(), b.refused.String()
	err := s.Err()
	if err == nil && b.failed != nil {
		err = b.failed.err()
	}
	switch {
	case b.reason != "" && (err == nil || b.finish() != agent.FinishOther):
		// The answer is complete, so later errors are ignored.
		yield(b.response(), nil)
	default:
		if err = broken(err, resp, &e); err != nil {
			yield(ended(failure(ctx, resp, err), b.parts()))
		}
	}
}

// broken returns the error of a stream that ended without an answer, and nil if it ended
// normally.
func broken(err error, resp *http.Response, e *events) error {
	if err == nil {
		err = unfit(resp)
	}
	if err == nil {
		err = e.err()
	}
	if err == nil {
		err = unread(resp)
	}
	return err
}

// A builder assembles an answer from the chunks of a stream. The SDK's own accumulator
// identifies calls only by their index, which some compatible servers leave at 0 for all.
type builder struct {
	answer
	failed  *errorObject // the error in a choice
	at      []int64      // the index of each call
	again   []bool       // a piece came that may begin another equal call
	said    strings.Builder
	refused strings.Builder
}

// add processes the next chunk, and returns its deltas.
func (b *builder) add(chunk openai.ChatCompletionChunk) (deltas []*agent.ModelResponse, err error) {
	if usage := usageOf(&chunk.Usage); usage != nil {
		b.usage = usage
	}
	for i := range chunk.Choices {
		choice := &chunk.Choices[i]
		if choice.Index != 0 {
			continue // only one answer was requested
		}
		d := &choice.Delta
		if text := b.thoughts.read(d.JSON.ExtraFields); text != "" {
			deltas = append(deltas, provider.TextDelta(text, true))
		}
		b.said.WriteString(d.Content)
		b.refused.WriteString(d.Refusal)
		if text := d.Content + d.Refusal; text != "" {
			deltas = append(deltas, provider.TextDelta(text, false))
		}
		for j := range d.ToolCalls {
			if d.ToolCalls[j].JSON.Index.Raw() == "" {
				d.ToolCalls[j].Index = int64(j) // without an index, the place in the list counts
			}
			delta, err := b.addCall(&d.ToolCalls[j])
			if err != nil {
				return nil, err
			}
			if delta != nil {
				deltas = append(deltas, delta)
			}
		}
		if raw := choice.JSON.ExtraFields["error"].Raw(); raw != "" && raw != "null" {
			b.failed = &errorObject{json.RawMessage(raw)}
		}
		if choice.FinishReason != "" {
			b.reason = choice.FinishReason
		}
	}
	return deltas, nil
}

// addCall processes a piece of a call. It returns a delta, or nil if there is none yet.
func (b *builder) addCall(d *openai.ChatCompletionChunkChoiceDeltaToolCall) (*agent.ModelResponse, error) {
	i := len(b.calls) - 1
	if !b.continues(d) {
		for i >= 0 && b.at[i] != d.Index {
			i--
		}
	}
	args := written(d.Function.Arguments, d.Function.JSON.Arguments)
	name := d.Function.Name
	switch {
	case i >= 0 && begins(d, &b.calls[i]):
		if d.ID == "" && args == "" && b.calls[i].ID == "" && name == b.calls[i].Name {
			b.again[i] = true
			return nil, nil
		}
	case i >= 0 && b.again[i] && args != "":
		name = b.calls[i].Name
	case i >= 0:
		b.calls[i].Args = append(b.calls[i].Args, args...)
		return provider.CallDelta(i, "", "", args), nil
	case name == "":
		return nil, undecodable()
	}
	b.at, b.again = append(b.at, d.Index), append(b.again, false)
	b.calls = append(b.calls, agent.FunctionCall{ID: d.ID, Name: name, Args: []byte(args)})
	return provider.CallDelta(len(b.calls)-1, d.ID, name, args), nil
}

// continues reports whether a piece belongs to the call that was begun last: it has neither
// id nor name, no call has its index, or the one with its index is complete, and the
// arguments of the last call are not.
func (b *builder) continues(d *openai.ChatCompletionChunkChoiceDeltaToolCall) bool {
	last := len(b.calls) - 1
	if last < 0 || d.ID+d.Function.Name != "" || json.Valid(b.calls[last].Args) {
		return false
	}
	i := slices.Index(b.at, d.Index)
	return i < 0 || json.Valid(b.calls[i].Args)
}

// begins reports whether a piece begins another call than the previous one at the same
// index: it has a name and a new id. Without ids, it begins one if the name differs or the
// previous call is complete. Without arguments it may also be the end of that call, from a
// server that repeats the name.
func begins(d *openai.ChatCompletionChunkChoiceDeltaToolCall, before *agent.FunctionCall) bool {
	switch {
	case d.Function.Name == "":
		return false
	case d.ID != "":
		return d.ID != before.ID
	case d.Function.Name != before.Name:
		return true
	}
	return json.Valid(before.Args)
}
