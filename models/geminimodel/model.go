package geminimodel

import (
	"context"
	"iter"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
)

// A Model uses generateContent. It is safe for concurrent use.
type Model struct {
	client    *genai.Client
	name      string
	maxTokens int
	change    []func(*genai.GenerateContentConfig)
}

var _ agent.Model = (*Model)(nil)

// An Option changes the requests of a Model.
type Option func(*Model)

// WithMaxTokens limits the length of an answer, thoughts included. Without it, the limit is
// the model's own. A truncated answer has the finish reason [agent.FinishMaxTokens].
func WithMaxTokens(n int) Option {
	return func(m *Model) { m.maxTokens = n }
}

// WithRequest calls change with the configuration of every request before it is sent, for
// features of the API that an [agent.ModelRequest] does not have: thinking, temperature,
// safety settings. change is called on the goroutine of the call, and must be safe for
// concurrent use. Several functions are called in order.
func WithRequest(change func(*genai.GenerateContentConfig)) Option {
	return func(m *Model) { m.change = append(m.change, change) }
}

// New returns the model with the given name ("gemini-3.8-flash"). client has the key, the
// base URL and the *http.Client. The client's own retries are disabled, because the loop
// retries within its limits.
func New(client *genai.Client, name string, opts ...Option) *Model {
	m := &Model{client: client, name: name}
	for _, opt := range opts {
		opt(m)
	}
	return m
}

// Name returns the name of the model, as given to [New].
func (m *Model) Name() string { return m.name }

// Provider returns "gcp.gemini" or "gcp.vertex_ai", the name of the provider in
// OpenTelemetry's conventions.
func (m *Model) Provider() string {
	if m.client.ClientConfig().Backend == genai.BackendVertexAI {
		return "gcp.vertex_ai"
	}
	return "gcp.gemini"
}

// Generate calls the model; see [agent.Model]. Its errors are *toolerr.ToolRuntimeError or
// *agent.RunError. Errors that come neither from Google nor from the network are left to
// the agent's adapters.
func (m *Model) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		q, err := m.request(req)
		if err != nil {
			yield(nil, err)
			return
		}
		if req.Stream {
			m.stream(ctx, q, yield)
			return
		}
		yield(m.ask(ctx, q))
	}
}
