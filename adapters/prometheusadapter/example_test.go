package prometheusadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/prometheusadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns the position of the mistake in its query.
func ExampleAdapter() {
	const body = `{"status":"error","errorType":"bad_data","error":"invalid parameter \"query\": 1:13: parse error: unexpected identifier \"by\""}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 400, Request: httptest.NewRequest("POST", "https://prometheus.example/api/v1/query", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"query":"sum(rate(x) by (job)"}`)})
	fmt.Println(toolerr.Result(nil, adapter.NewChain(prometheusadapter.Adapter{}).Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"The query or one of its parameters is not valid.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_prometheus","vendor_code":"bad_data","hint":"Correct the query or the parameter.","problems":[{"path":"/query","problem":"has a syntax error at \"by\" (line 1, column 13)"}]}
}
