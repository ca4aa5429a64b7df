package metaadapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/metaadapter"
	"github.com/errand-go/errand/toolerr"
)

// A limit with the status 400: the model reads that it may wait.
func ExampleAdapter() {
	const body = `{"error":{"message":"(#4) Application request limit reached","type":"OAuthException","is_transient":true,"code":4,"fbtrace_id":"A1"}}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 400, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("POST", "https://graph.facebook.com/v25.0/me/feed", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(metaadapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"Upstream Meta request failed with status code 400 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"status_code":400,"service":"_meta","vendor_code":"application_limit","hint":"Wait a moment, then make the same call again."}
}
