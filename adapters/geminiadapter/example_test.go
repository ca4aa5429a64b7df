package geminiadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapters/geminiadapter"
)

// An invalid key is a bad request by its status, and the details of a limit state how long
// it lasts. (The error type replaces the SDK's, which the library does not require.)
func ExampleAdapter() {
	for _, err := range []error{
		answered(400, "INVALID_ARGUMENT", reason("API_KEY_INVALID")),
		answered(429, "RESOURCE_EXHAUSTED", delay("17s")),
	} {
		te := geminiadapter.Adapter{}.FromError(err)
		fmt.Println(te.Kind(), te.CanRetry(), te.RequiresUserAction())
		fmt.Println(te)
	}
	// Output:
	// UPSTREAM_RUNTIME_AUTH_ERROR false true
	// Upstream Gemini request failed with status code 400 (access refused).
	// UPSTREAM_RUNTIME_RATE_LIMIT true false
	// Upstream Gemini request failed with status code 429 (Too Many Requests). Retry after 17 seconds.
}
