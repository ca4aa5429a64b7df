package anthropicadapter_test

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// Two responses with status 429: one limit ends after a short wait, the other at the end of
// the month. The results for the SDK's errors are the same.
func ExampleAdapter() {
	for _, details := range []string{"{}", `{"error_code":"enforced_spend_limit_reached"}`} {
		body := `{"type":"error","error":{"type":"rate_limit_error","details":` + details + `}}`
		te := spec.Of(anthropicadapter.Adapter{}).FromAnswer(errors.New("ask"), 429, http.Header{"Retry-After": {"30"}}, []byte(body))
		fmt.Println(te.Kind(), te.CanRetry())
		fmt.Println(te)
		fmt.Println(te.Hint())
	}
	// Output:
	// UPSTREAM_RUNTIME_RATE_LIMIT true
	// Upstream Anthropic request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
	//
	// UPSTREAM_RUNTIME_AUTH_ERROR false
	// Upstream Anthropic request failed with status code 429 (access refused).
	// The monthly spend cap of the Anthropic account is reached. Someone has to raise it, or it starts anew next month.
}
