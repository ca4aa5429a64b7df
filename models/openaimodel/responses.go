package openaimodel

import (
	"context"
	"iter"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// A ResponsesModel uses Responses. It is safe for concurrent use.
//
// The loop sends the whole conversation each time, so the requests tell OpenAI to store
// nothing. A model's reasoning is sent back encrypted, if the answers contain it; see
// [agent.Part].Signature.
type ResponsesModel struct {
	client openai.Client
	name   string
	change []func(*responses.ResponseNewParams)
}

var _ agent.Model = (*ResponsesModel)(nil)

// NewResponses returns the model with the given name; see [New], also for change.
func NewResponses(client openai.Client, name string, change ...func(*responses.ResponseNewParams)) *ResponsesModel {
	return &ResponsesModel{client: client, name: name, change: change}
}

// Name returns the name of the model, as given to [NewResponses].
func (m *ResponsesModel) Name() string { return m.name }

// Provider returns "openai", the name of the provider in OpenTelemetry's conventions.
func (*ResponsesModel) Provider() string { return "openai" }

// Generate calls the model; see [agent.Model], and [Model.Generate] for its errors.
func (m *ResponsesModel) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return provider.Generate(ctx, req, m.request, m.ask, m.stream)
}
