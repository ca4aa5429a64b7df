package metaadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/metaadapter"
	"github.com/errand-go/errand/toolerr"
)

// A limit with the status 400: the model reads that it may wait.
func ExampleAdapter() {
	const body = `{"error":{"message":"(#4) Application request limit reached","type":"OAuthException","is_transient":true,"code":4,"fbtrace_id":"A1"}}`
	te := metaadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Meta request failed with status code 400 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"status_code":400,"service":"_meta","vendor_code":"application_limit","hint":"Wait a moment, then make the same call again."}
}
