package geminiadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// An invalid key is a bad request by its status, and the details of a limit state how long
// it lasts. The results for the SDK's errors are the same.
func ExampleAdapter() {
	for _, r := range []struct {
		status int
		body   string
	}{
		{400, `{"error":{"status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`},
		{429, `{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17s"}]}}`},
	} {
		te := spec.Of(geminiadapter.Adapter{}).FromAnswer(errors.New("ask"), r.status, nil, []byte(r.body))
		fmt.Println(te.Kind(), te.CanRetry(), te.RequiresUserAction())
		fmt.Println(te)
	}
	// Output:
	// UPSTREAM_RUNTIME_AUTH_ERROR false true
	// Upstream Gemini request failed with status code 400 (access refused).
	// UPSTREAM_RUNTIME_RATE_LIMIT true false
	// Upstream Gemini request failed with status code 429 (Too Many Requests). Retry after 17 seconds.
}
