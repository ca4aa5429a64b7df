package geminimodel

import (
	"context"
	"iter"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// A Model uses generateContent. It is safe for concurrent use.
type Model struct {
	client *genai.Client
	name   string
	change []func(*genai.GenerateContentConfig)
}

var _ agent.Model = (*Model)(nil)

// New returns the model with the given name ("gemini-3.8-flash"). client has the key, the
// base URL and the *http.Client. The client's own retries are disabled, because the loop
// retries within its limits.
//
// Each change is called with the configuration of every request before it is sent, in
// order, for features of the API that an [agent.ModelRequest] does not have: a limit of
// tokens, thinking, temperature, safety settings. It is called on the goroutine of the
// call, and must be safe for concurrent use.
func New(client *genai.Client, name string, change ...func(*genai.GenerateContentConfig)) *Model {
	return &Model{client: client, name: name, change: change}
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
	return provider.Generate(ctx, req, m.request, m.ask, m.stream)
}
