package docs_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// serviceOf returns the key of the service that a tool calls.
func serviceOf(ctx context.Context, tool string) string {
	switch tool {
	case "search_issues", "list_issues":
		return "github/" + tenantOf(ctx) // the limit is that of a tenant's token
	case "search_code":
		return "github/search/" + tenantOf(ctx) // the search has another limit
	}
	return "" // the host of the requests
}

func tenantOf(context.Context) string { return "acme" }

func Example_cooldown() {
	registry := adapters.Default().WithCooldown(&adapter.Cooldown{Key: serviceOf})

	search := adapter.Wrap(func(context.Context, string) (string, error) {
		return "", toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Minute))
	}, registry.For("search_issues"))
	list := adapter.Wrap(func(context.Context, string) (string, error) {
		panic("the tool does not run")
	}, registry.For("list_issues"))

	_, err := search(context.Background(), "bug")
	fmt.Println(err)
	_, err = list(context.Background(), "open")
	fmt.Println(err, adapter.HeldBack(err))
	// Output:
	// The upstream service is limiting the rate of requests. Retry after 60 seconds.
	// The service asked callers to wait, so the call was not executed. true
}

// TestDocsCooldown checks that the page's code is compiled, and that the page has every
// store.
func TestDocsCooldown(t *testing.T) {
	page := assertParts(t, "cooldown.md")
	stores := glob(t, "../integrations/cooldownstores/*/store.go")
	require.Len(t, stores, 2)
	for _, store := range stores {
		assert.Contains(t, page, filepath.Base(filepath.Dir(store))+".")
	}
}
