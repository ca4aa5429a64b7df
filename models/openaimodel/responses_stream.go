package openaimodel

import (
	"context"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// stream requests an answer as a stream. If the stream ends early, the sequence ends
// without a finish.
func (m *ResponsesModel) stream(ctx context.Context, params responses.ResponseNewParams, yield func(*agent.ModelResponse, error) bool) {
	var resp *http.Response
	var between events
	s := m.client.Responses.NewStreaming(ctx, params, option.WithMaxRetries(0), option.WithResponseInto(&resp), between.option())
	defer func() { _ = s.Close() }()
	b := responsesBuilder{calls: map[int64]int{}}
	for s.Next() {
		e := s.Current()
		switch e.Type {
		case "response.completed", "response.incomplete", "response.failed":
			output := e.Response.Output
			if len(output) == 0 {
				output = b.items // some servers do not repeat them
			}
			resp, err := m.settle(ctx, &e.Response, output)
			if rest := b.agree(resp); rest != "" && !yield(provider.TextDelta(rest, false), nil) {
				return
			}
			yield(resp, err)
			return
		case "error":
			yield(ended(failure(ctx, nil, said(&openai.Error{}, e.Code, "", e.Param, e.Message)), b.text()))
			return
		}
		delta, err := b.add(e)
		if err != nil {
			yield(nil, err)
			return
		}
		if delta != nil && !yield(delta, nil) {
			return
		}
	}
	if err := broken(s.Err(), resp, &between); err != nil {
		yield(ended(failure(ctx, resp, err), b.text()))
	}
}

// A responsesBuilder converts events to deltas. The last event has the whole answer.
type responsesBuilder struct {
	items []responses.ResponseOutputItemUnion // finished items
	calls map[int64]int                       // by index in the output
	seen  strings.Builder
}

// text returns the text so far.
func (b *responsesBuilder) text() []agent.Part {
	if b.seen.Len() == 0 {
		return nil
	}
	return []agent.Part{{Text: b.seen.String()}}
}

// agree sets the text of an answer to the text in the deltas, and returns the rest that was
// not yielded yet. If the two contradict each other, the deltas win.
func (b *responsesBuilder) agree(resp *agent.ModelResponse) (rest string) {
	if resp == nil || resp.Content == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(resp.Content.Text(), b.seen.String())
	if ok {
		return rest
	}
	parts, placed := make([]agent.Part, 0, len(resp.Content.Parts)+1), false
	for _, p := range resp.Content.Parts {
		said := p.Text != "" && !p.Thought
		if !placed && (said || p.FunctionCall != nil) {
			parts, placed = append(parts, b.text()...), true
		}
		if !said {
			parts = append(parts, p)
		}
	}
	if !placed {
		parts = append(parts, b.text()...)
	}
	resp.Content.Parts = parts
	return ""
}

// add processes the next event. It returns a delta, or nil if there is nothing to show.
func (b *responsesBuilder) add(e responses.ResponseStreamEventUnion) (*agent.ModelResponse, error) {
	switch e.Type {
	case "response.output_text.delta", "response.refusal.delta":
		b.seen.WriteString(e.Delta)
		return provider.TextDelta(e.Delta, false), nil
	case "response.reasoning_summary_text.delta":
		return provider.TextDelta(e.Delta, true), nil
	case "response.output_item.added":
		if e.Item.Type == "function_call" {
			return b.begin(e)
		}
	case "response.function_call_arguments.delta":
		i, ok := b.calls[e.OutputIndex]
		if !ok {
			return nil, undecodable()
		}
		return provider.CallDelta(i, "", "", e.Delta), nil
	case "response.output_item.done":
		b.items = append(b.items, e.Item)
	}
	return nil, nil
}

func (b *responsesBuilder) begin(e responses.ResponseStreamEventUnion) (*agent.ModelResponse, error) {
	if _, twice := b.calls[e.OutputIndex]; twice || e.Item.Name == "" {
		return nil, undecodable()
	}
	i := len(b.calls)
	b.calls[e.OutputIndex] = i
	return provider.CallDelta(i, e.Item.CallID, e.Item.Name, e.Item.Arguments.OfString), nil
}
