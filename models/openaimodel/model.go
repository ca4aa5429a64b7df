package openaimodel

import (
	"context"
	"iter"

	"github.com/openai/openai-go/v3"

	"github.com/errand-go/errand/agent"
)

// A Model answers through Chat Completions. It is safe for concurrent use.
type Model struct {
	client openai.Client
	name   string
	change []func(*openai.ChatCompletionNewParams)
}

var _ agent.Model = (*Model)(nil)

// An Option changes how a Model asks.
type Option func(*Model)

// WithRequest hands every request to change before it is sent, for whatever the
// API can do beyond an [agent.ModelRequest]: temperature, reasoning effort, a
// limit of tokens, or to take out what a compatible server does not know. It is
// called on the goroutine of the call and must be safe for concurrent use;
// several are called in order.
func WithRequest(change func(*openai.ChatCompletionNewParams)) Option {
	return func(m *Model) { m.change = append(m.change, change) }
}

// New returns the model of the given name ("gpt-5.4"), asked through client,
// which holds the key, the base URL and the *http.Client. Retries that client is
// set to make are not made: the loop makes them, within its limits.
func New(client openai.Client, name string, opts ...Option) *Model {
	m := &Model{client: client, name: name}
	for _, opt := range opts {
		opt(m)
	}
	return m
}

// Name returns the name of the model, as given to [New].
func (m *Model) Name() string { return m.name }

// Provider returns "openai", the name of the provider in OpenTelemetry's conventions.
func (*Model) Provider() string { return "openai" }

// Generate asks the model; see [agent.Model]. Its errors are
// *toolerr.ToolRuntimeError or *agent.RunError, but for those that are neither
// OpenAI's nor the network's: a token source's, a middleware's. They are left to
// the agent's adapters.
func (m *Model) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
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
