package anthropicmodel

import (
	"context"
	"iter"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/errand-go/errand/agent"
)

// DefaultMaxTokens is the limit for an answer without [WithMaxTokens]. The API requires a
// limit in every request.
const DefaultMaxTokens = 8192

// A Model uses Anthropic's Messages API. It is safe for concurrent use.
type Model struct {
	client    anthropic.Client
	name      string
	maxTokens int
	change    []func(*anthropic.MessageNewParams)
}

var _ agent.Model = (*Model)(nil)

// An Option changes the requests of a Model.
type Option func(*Model)

// WithMaxTokens limits the length of an answer, thoughts included. A truncated answer has
// the finish reason [agent.FinishMaxTokens].
func WithMaxTokens(n int) Option {
	return func(m *Model) { m.maxTokens = n }
}

// WithRequest calls change with every request before it is sent, for features of the API
// that an [agent.ModelRequest] does not have: thinking, temperature, a beta. change is
// called on the goroutine of the call, and must be safe for concurrent use. Several
// functions are called in order.
func WithRequest(change func(*anthropic.MessageNewParams)) Option {
	return func(m *Model) { m.change = append(m.change, change) }
}

// New returns the model with the given name ("claude-sonnet-4-5"). client has the key, the
// base URL and the *http.Client. The client's own retries are disabled, because the loop
// retries within its limits.
func New(client anthropic.Client, name string, opts ...Option) *Model {
	m := &Model{client: client, name: name, maxTokens: DefaultMaxTokens}
	for _, opt := range opts {
		opt(m)
	}
	return m
}

// Name returns the name of the model, as given to [New].
func (m *Model) Name() string { return m.name }

// Provider returns "anthropic", the name of the provider in OpenTelemetry's conventions.
func (*Model) Provider() string { return "anthropic" }

// Generate calls the model; see [agent.Model]. Its errors are *toolerr.ToolRuntimeError or
// *agent.RunError. Errors that come neither from Anthropic nor from the network, for
// example those of a signer or a token source, are left to the agent's adapters.
func (m *Model) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		params, err := m.request(req)
		if err != nil {
			yield(nil, err)
			return
		}
		if req.Stream || tooLong(params) {
			m.stream(ctx, params, req.Stream, yield)
			return
		}
		yield(m.ask(ctx, params))
	}
}
