package httpadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
)

// A tool that uses net/http checks each response and each body. The adapter does the rest.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"error":"tenant 4711 is over its quota"}`))
	}))
	defer server.Close()

	type item struct{ Name string }
	fetch := adapter.Wrap(func(ctx context.Context, id string) (it item, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/v1/items/"+id, nil)
		if err != nil {
			return it, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return it, err
		}
		defer func() { _ = resp.Body.Close() }()
		if err := httpadapter.CheckResponse(resp); err != nil {
			return it, err
		}
		return it, httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&it))
	}, adapter.NewChain(httpadapter.Adapter{}))

	_, err := fetch(context.Background(), "12345")
	fmt.Println(err)
	// Output: Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
}

// Failures below HTTP are distinguished by whether a retry can help.
func ExampleAdapter() {
	ask := func(url string) {
		_, err := http.Get(url)
		te := httpadapter.Adapter{}.FromError(err)
		fmt.Printf("%s can_retry=%t effect=%s\n", te.Kind(), te.CanRetry(), te.Effect())
	}
	ask("http://127.0.0.1:1/") // a closed port
	ask("ftp://127.0.0.1/")
	// Output:
	// NETWORK_TRANSPORT_RUNTIME_UNREACHABLE can_retry=true effect=none
	// TOOL_RUNTIME_FATAL can_retry=false effect=none
}

// With evidence, the status is kept if an SDK decodes the page of a proxy.
func ExampleTransport() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-RateLimit-Reset", "90")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, "<html>Slow down</html>")
	}))
	defer server.Close()
	client := &http.Client{Transport: httpadapter.Transport{}} // for the SDK

	sdk := func(ctx context.Context) (string, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
		if err != nil {
			return "", err
		}
		resp, err := client.Do(req)
		if err != nil {
			return "", err
		}
		defer func() { _ = resp.Body.Close() }()
		var out string
		return out, json.NewDecoder(resp.Body).Decode(&out)
	}
	_, err := adapter.Do(context.Background(), adapter.NewChain(httpadapter.Adapter{}), sdk)
	fmt.Println(err)
	// Output: Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 90 seconds.
}

func ExampleRetryAfter() {
	now := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	for _, h := range []http.Header{
		{"Retry-After": {"7"}},
		// The server's clock is an hour ahead, as its Date shows.
		{"Date": {"Fri, 20 Nov 2026 13:00:00 GMT"}, "Retry-After": {"Fri, 20 Nov 2026 13:00:30 GMT"}},
		{"x-ratelimit-reset": {"1795176060"}},
		{"Retry-After": {"soon"}},
	} {
		fmt.Println(httpadapter.RetryAfter(http.StatusTooManyRequests, h, now))
	}
	// Output:
	// 7s true
	// 30s true
	// 1m0s true
	// 0s false
}
