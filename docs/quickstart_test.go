// Package docs_test holds what the documents claim: their programs are run and
// their outputs compared.
package docs_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

func Example_quickstart() {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "quota of account 8841 is used up", http.StatusTooManyRequests)
	}))
	defer upstream.Close()
	search := adapter.Wrap(func(ctx context.Context, query string) (string, error) {
		resp, err := http.Get(upstream.URL + "/search?key=s3cr3t&q=" + query)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		return "", httpadapter.CheckResponse(resp)
	}, adapters.Default().For("search"))
	found, err := search(context.Background(), "cats")
	fmt.Println(toolerr.Result(found, err))

	// Output:
	// {"success":false,"error":"Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":30000,"status_code":429,"service":"_http"}
}
