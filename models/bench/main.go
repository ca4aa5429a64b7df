// Bench is the command `errand bench` with the models of providers, whose SDKs take long to
// build. The keys and base URLs are those of the SDKs' variables, such as ANTHROPIC_API_KEY.
//
//	go run ./models/bench --model anthropic --dry-run
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"
	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/refusals/bench"
	"github.com/errand-go/errand/models/anthropicmodel"
	"github.com/errand-go/errand/models/geminimodel"
	"github.com/errand-go/errand/models/openaimodel"
)

// providers are those of --model.
var providers = map[string]bench.Provider{
	"anthropic": {Default: "claude-sonnet-4-5", New: func(_ context.Context, name string) (agent.Model, error) {
		return anthropicmodel.New(anthropic.NewClient(), name), nil
	}},
	"openai": {Default: "gpt-5", New: func(_ context.Context, name string) (agent.Model, error) {
		return openaimodel.New(openai.NewClient(), name), nil
	}},
	"gemini": {Default: "gemini-2.5-pro", New: func(ctx context.Context, name string) (agent.Model, error) {
		client, err := genai.NewClient(ctx, nil)
		return geminimodel.New(client, name), err
	}},
}

func main() {
	j := &bench.Job{Providers: providers}
	j.Flags(flag.CommandLine)
	flag.Parse()
	if err := j.Run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
