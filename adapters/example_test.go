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
	all := adapters.All()
	fmt.Println(all[0].Slug(), "is asked first and", all[len(all)-1].Slug(), "last")
	// Output: _openai is asked first and _std last
}
