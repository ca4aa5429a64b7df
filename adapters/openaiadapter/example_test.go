package openaiadapter_test

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// Two responses with status 429. Only for one of them a wait helps. The results for the
// SDK's errors are the same.
func ExampleAdapter() {
	for _, body := range []string{
		`{"error":{"type":"requests","code":"rate_limit_exceeded","message":"Limit 3 in organization org-acme"}}`,
		`{"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"of org-acme"}}`,
	} {
		te := spec.Of(openaiadapter.Adapter).FromAnswer(errors.New("ask"), 429, http.Header{"Retry-After-Ms": {"1500"}}, []byte(body))
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
	// "The account has no credit left, or a bill is not paid. Someone has to settle that; waiting does not help."
}

func ExampleAdapter_Table() {
	row, _ := spec.Of(openaiadapter.Adapter).Table().Lookup("context_length_exceeded")
	fmt.Println(row.Kind, row.Hint)
	// Output: UPSTREAM_RUNTIME_VALIDATION_ERROR The input is too long for the model. Shorten it.
}
