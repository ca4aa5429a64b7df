// Provider is a tool that asks a model provider: it embeds a text with OpenAI.
package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/toolerr"
)

// embedder returns the tool. It returns the SDK's errors unchanged.
func embedder(client openai.Client) func(context.Context, string) (int, error) {
	return func(ctx context.Context, text string) (int, error) {
		out, err := client.Embeddings.New(ctx, openai.EmbeddingNewParams{
			Model: openai.EmbeddingModelTextEmbedding3Small,
			Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String(text)},
		})
		if err != nil {
			return 0, err
		}
		return len(out.Data), nil
	}
}

func main() {
	// Both are a 429. A retry helps after the first, and never after the second.
	answers := []string{"rate_limit_exceeded", "insufficient_quota"}
	web, closeServer := standin.Client(func(w http.ResponseWriter, _ *http.Request) {
		code := answers[0]
		answers = answers[1:]
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After", "20")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(w, `{"error":{"code":%q,"type":%[1]q,"message":"org-8841 of key sk-proj-s3cr3ts3cr3ts3cr3ts3cr3t"}}`, code)
	})
	defer closeServer()

	client := openai.NewClient(option.WithHTTPClient(web), option.WithAPIKey("sk-proj-s3cr3ts3cr3ts3cr3ts3cr3t"),
		option.WithMaxRetries(0)) // the caller of the tool retries
	registry := adapters.Default().WithLogger(standin.Logger())
	embed := adapter.Wrap(embedder(client), registry.For("embed"))
	for range 2 {
		n, err := embed(context.Background(), "tea")
		fmt.Println(toolerr.Result(n, err)) // what the model reads
	}
}
