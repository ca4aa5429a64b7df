package openaimodel

import (
	"context"
	"iter"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
)

// A ResponsesModel answers through Responses. It is safe for concurrent use.
//
// The loop sends the whole conversation each time, so OpenAI is asked to store
// nothing. A model's reasoning goes back to it encrypted, as far as the answers
// hold it; see [agent.Part].Signature.
type ResponsesModel struct {
	client openai.Client
	name   string
	change []func(*responses.ResponseNewParams)
}

var _ agent.Model = (*ResponsesModel)(nil)

// A ResponsesOption changes how a ResponsesModel asks.
type ResponsesOption func(*ResponsesModel)

// WithResponsesRequest hands every request to change before it is sent, for
// whatever the API can do beyond an [agent.ModelRequest]. It is called on the
// goroutine of the call and must be safe for concurrent use; several are called
// in order.
func WithResponsesRequest(change func(*responses.ResponseNewParams)) ResponsesOption {
	return func(m *ResponsesModel) { m.change = append(m.change, change) }
}

// NewResponses returns the model of the given name, asked through client; see
// [New].
func NewResponses(client openai.Client, name string, opts ...ResponsesOption) *ResponsesModel {
	m := &ResponsesModel{client: client, name: name}
	for _, opt := range opts {
		opt(m)
	}
	return m
}

// Name returns the name of the model, as given to [NewResponses].
func (m *ResponsesModel) Name() string { return m.name }

// Provider returns "openai", the name of the provider in OpenTelemetry's conventions.
func (*ResponsesModel) Provider() string { return "openai" }

// Generate asks the model; see [agent.Model], and [Model.Generate] for its
// errors.
func (m *ResponsesModel) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		params, err := m.request(req)
		if err != nil {
			yield(nil, err)
			return
		}
		if req.Stream {
			m.stream(ctx, params, yield)
			return
		}
		yield(m.ask(ctx, params))
	}
}
