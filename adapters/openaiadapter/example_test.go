package openaiadapter_test

import (
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// Two responses with status 429. Only for one of them a wait helps. Error replaces
// openai.Error, which this module does not import.
func ExampleAdapter() {
	rate := &Error{
		StatusCode: 429, Type: "requests", Code: "rate_limit_exceeded", Message: "Limit 3 in organization org-acme",
		Response: &http.Response{Header: http.Header{"Retry-After-Ms": {"1500"}}},
	}
	balance := &Error{StatusCode: 429, Type: "insufficient_quota", Code: "insufficient_quota", Message: "of org-acme"}

	for _, err := range []error{rate, balance} {
		te := openaiadapter.Adapter{}.FromError(err)
		wait, ok := te.RetryAfter()
		fmt.Println(te)
		fmt.Println(te.Kind(), te.CanRetry(), wait, ok)
		fmt.Printf("%q\n", te.Hint().String())
	}
	// Output:
	// Upstream OpenAI request failed with status code 429 (Too Many Requests). Retry after 2 seconds.
	// UPSTREAM_RUNTIME_RATE_LIMIT true 1.5s true
	// ""
	// Upstream OpenAI request failed with status code 429 (access refused).
	// UPSTREAM_RUNTIME_AUTH_ERROR false 0s false
	// "The OpenAI account has no credit left. Someone has to add some; waiting does not help."
}

func ExampleAdapter_Table() {
	row, _ := spec.Of(openaiadapter.Adapter{}).Table().Lookup("context_length_exceeded")
	fmt.Println(row.Kind, row.Hint)
	// Output: UPSTREAM_RUNTIME_VALIDATION_ERROR The input is too long for the model. Shorten it.
}
