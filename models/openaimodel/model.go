package openaimodel

import (
	"context"
	"iter"

	"github.com/openai/openai-go/v3"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// A Model uses Chat Completions. It is safe for concurrent use.
type Model struct {
	client openai.Client
	name   string
	change []func(*openai.ChatCompletionNewParams)
}

var _ agent.Model = (*Model)(nil)

// New returns the model with the given name ("gpt-5.4"). client has the key, the base URL
// and the *http.Client. The client's own retries are disabled, because the loop retries
// within its limits.
//
// Each change is called with every request before it is sent, in order, for features of the
// API that an [agent.ModelRequest] does not have: temperature, reasoning effort, a limit of
// tokens. It can also remove fields that a compatible server does not accept. It is called
// on the goroutine of the call, and must be safe for concurrent use.
func New(client openai.Client, name string, change ...func(*openai.ChatCompletionNewParams)) *Model {
	return &Model{client: client, name: name, change: change}
}

// Name returns the name of the model, as given to [New].
func (m *Model) Name() string { return m.name }

// Provider returns "openai", the name of the provider in OpenTelemetry's conventions.
func (*Model) Provider() string { return "openai" }

// Generate calls the model; see [agent.Model]. Its errors are *toolerr.ToolRuntimeError or
// *agent.RunError. Errors that come neither from OpenAI nor from the network, for example
// those of a token source or a middleware, are left to the agent's adapters.
func (m *Model) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return provider.Generate(ctx, req, m.request, m.ask, m.stream)
}
