package retryable_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/httpadapter/retryable"
)

// The quota is restored in ten minutes, and the client waits at most 30 seconds: there is
// no retry, and the error has the wait.
func ExampleSetHooks() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset", "600")
		w.WriteHeader(http.StatusForbidden)
	}))
	defer server.Close()

	client := retryable.SetHooks(retryablehttp.NewClient())
	client.Logger = nil

	_, err := client.Get(server.URL)
	fmt.Println(httpadapter.Adapter{}.FromError(err))
	fmt.Println("requests:", requests)
	// Output:
	// Upstream HTTP request failed with status code 403 (rate limit reached). Retry after 10 minutes.
	// requests: 1
}
