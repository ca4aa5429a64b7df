package adapters_test

import (
	"context"
	"fmt"

	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/googleadapter"
)

func ExampleDefault() {
	search := func(_ context.Context, query string) ([]string, error) {
		return nil, &googleapi.Error{Code: 404, Message: "File not found: " + query}
	}
	tool := adapter.Wrap(search, adapters.Default().For("drive_search"))

	_, err := tool(context.Background(), "salaries.xlsx")
	fmt.Println(err)
	// Output: Upstream Google request failed with status code 404 (Not Found).
}

// The tool calls only Google, so errors that its client does not wrap belong to Google too.
func ExampleDefault_oneService() {
	registry := adapters.Default().With("drive_search", googleadapter.Adapter{Decoding: true})
	fmt.Println(registry.For("drive_search").Adapters()[0].Slug(), "comes first")
	// Output: _google comes first
}

func ExampleAll() {
	for _, a := range adapters.All() {
		fmt.Println(a.Slug())
	}
	// Output:
	// _openai
	// _anthropic
	// _gemini
	// _oauth2
	// _google
	// _grpc
	// _mcp
	// _github
	// _gitlab
	// _slack
	// _discord
	// _cloudflare
	// _graphql
	// _microsoft
	// _stripe
	// _twilio
	// _vault
	// _grafana
	// _prometheus
	// _docker
	// _kubernetes
	// _connect
	// _sql
	// _clickhouse
	// _redis
	// _mongo
	// _elastic
	// _minio
	// _aws
	// _nats
	// _rabbitmq
	// _kafka
	// _ssh
	// _git
	// _http
	// _std
}
