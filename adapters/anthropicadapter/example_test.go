package anthropicadapter_test

import (
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapters/anthropicadapter"
)

// Two responses with status 429: one limit ends after a short wait, the other at the end of
// the month. (The error type replaces the SDK's, which the library does not require.)
func ExampleAdapter() {
	for _, code := range []string{"", "enforced_spend_limit_reached"} {
		err := answered(429, body("rate_limit_error", code), http.Header{"Retry-After": {"30"}})
		te := anthropicadapter.Adapter{}.FromError(err)
		fmt.Println(te.Kind(), te.CanRetry())
		fmt.Println(te)
		fmt.Println(te.Hint())
	}
	// Output:
	// UPSTREAM_RUNTIME_RATE_LIMIT true
	// Upstream Anthropic request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
	//
	// UPSTREAM_RUNTIME_RATE_LIMIT false
	// Upstream Anthropic request failed with status code 429 (Too Many Requests).
	// The monthly spend cap of the Anthropic account is reached. Someone has to raise it, or it starts anew next month.
}
