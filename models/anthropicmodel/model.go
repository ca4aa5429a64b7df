package anthropicmodel

import (
	"context"
	"iter"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/errand-go/errand/agent"
)

// DefaultMaxTokens is how long an answer may be unless [WithMaxTokens] says
// otherwise. The API wants a limit with every request.
const DefaultMaxTokens = 8192

// A Model answers through Anthropic's Messages API. It is safe for concurrent
// use.
type Model struct {
	client    anthropic.Client
	name      string
	maxTokens int
	change    []func(*anthropic.MessageNewParams)
}

var _ agent.Model = (*Model)(nil)

// An Option changes how a Model asks.
type Option func(*Model)

// WithMaxTokens limits the length of an answer, thoughts included. An answer
// that is cut off there has the reason [agent.FinishMaxTokens].
func WithMaxTokens(n int) Option {
	return func(m *Model) { m.maxTokens = n }
}

// WithRequest hands every request to change before it is sent, for whatever the
// API can do beyond an [agent.ModelRequest]: thinking, temperature, a beta. It
// is called on the goroutine of the call and must be safe for concurrent use;
// several are called in order.
func WithRequest(change func(*anthropic.MessageNewParams)) Option {
	return func(m *Model) { m.change = append(m.change, change) }
}

// New returns the model of the given name ("claude-sonnet-4-5"), asked through
// client, which holds the key, the base URL and the *http.Client. Retries that
// client is set to make are not made: the loop makes them, within its limits.
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

// Generate asks the model; see [agent.Model]. Its errors are
// *toolerr.ToolRuntimeError or *agent.RunError, but for those that are neither
// Anthropic's nor the network's: a signer's, a token source's. They are left to
// the agent's adapters.
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
