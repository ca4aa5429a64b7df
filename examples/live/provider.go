package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"google.golang.org/genai"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/anthropicmodel"
	"github.com/errand-go/errand/models/geminimodel"
	"github.com/errand-go/errand/models/openaimodel"
)

// A provider creates a model by name.
type provider struct {
	keys []string // environment variables with the key; the first one that is set counts
	open func(ctx context.Context, name, baseURL, key string, client *http.Client) (agent.Model, error)
}

var providers = map[string]provider{
	"openai":    {[]string{"OPENAI_API_KEY"}, openOpenAI},
	"anthropic": {[]string{"ANTHROPIC_API_KEY"}, openAnthropic},
	"gemini":    {[]string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, openGemini},
}

// open returns the model that the command line names.
func open(ctx context.Context, model, baseURL string) (agent.Model, error) {
	vendor, name, ok := strings.Cut(model, ":")
	p, known := providers[vendor]
	if !ok || !known || name == "" {
		return nil, fmt.Errorf("--model %q must be openai:NAME, anthropic:NAME or gemini:NAME", model)
	}
	key := ""
	for _, variable := range p.keys {
		if key = os.Getenv(variable); key != "" {
			break
		}
	}
	if key == "" {
		if baseURL == "" {
			return nil, fmt.Errorf("%s is not set; for a server that needs no key, give its --base-url", strings.Join(p.keys, " or "))
		}
		key = "none" // required by the SDKs
	}
	// The transport adds facts that errors lack: whether there was a connection, and the
	// requested wait.
	client := &http.Client{Transport: httpadapter.NewTransport(nil)}
	return p.open(ctx, name, baseURL, key, client)
}

func openOpenAI(_ context.Context, name, baseURL, key string, client *http.Client) (agent.Model, error) {
	opts := []openaioption.RequestOption{openaioption.WithAPIKey(key), openaioption.WithHTTPClient(client)}
	if baseURL != "" {
		opts = append(opts, openaioption.WithBaseURL(baseURL))
	}
	return openaimodel.New(openai.NewClient(opts...), name), nil
}

func openAnthropic(_ context.Context, name, baseURL, key string, client *http.Client) (agent.Model, error) {
	opts := []anthropicoption.RequestOption{anthropicoption.WithAPIKey(key), anthropicoption.WithHTTPClient(client)}
	if baseURL != "" {
		opts = append(opts, anthropicoption.WithBaseURL(baseURL))
	}
	return anthropicmodel.New(anthropic.NewClient(opts...), name), nil
}

func openGemini(ctx context.Context, name, baseURL, key string, client *http.Client) (agent.Model, error) {
	c, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: key, Backend: genai.BackendGeminiAPI, HTTPClient: client, HTTPOptions: genai.HTTPOptions{BaseURL: baseURL},
	})
	if err != nil {
		return nil, err
	}
	return geminimodel.New(c, name), nil
}
