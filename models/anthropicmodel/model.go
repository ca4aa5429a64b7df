package anthropicmodel

import (
	"context"
	"iter"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/errand-go/errand/agent"
)

// DefaultMaxTokens is the limit for an answer, thoughts included, unless a change of the
// request sets another. The API requires a limit in every request. A truncated answer has
// the finish reason [agent.FinishMaxTokens].
const DefaultMaxTokens = 8192

// A Model uses Anthropic's Messages API. It is safe for concurrent use.
type Model struct {
	client anthropic.Client
	name   string
	change []func(*anthropic.MessageNewParams)
}

var _ agent.Model = (*Model)(nil)

// New returns the model with the given name ("claude-sonnet-4-5"). client has the key, the
// base URL and the *http.Client. The client's own retries are disabled, because the loop
// retries within its limits.
//
// Each change is called with every request before it is sent, in order, for features of the
// API that an [agent.ModelRequest] does not have: a limit of tokens, thinking, temperature,
// a beta. It is called on the goroutine of the call, and must be safe for concurrent use.
func New(client anthropic.Client, name string, change ...func(*anthropic.MessageNewParams)) *Model {
	return &Model{client: client, name: name, change: change}
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
