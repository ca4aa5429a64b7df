package shopifyadapter_test

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
	"github.com/errand-go/errand/adapters/shopifyadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads which argument of a mutation is missing.
func ExampleAdapter() {
	const body = `{"data":{"productCreate":{"product":null,"userErrors":[{"field":["input","title"],"message":"Title can't be blank","code":"BLANK"}]}}}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 422, Request: httptest.NewRequest("POST", "https://acme.myshopify.com/admin/api/2026-07/graphql.json", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"input":{"title":""}}`)})
	fmt.Println(toolerr.Result(nil, adapter.NewChain(shopifyadapter.Adapter).Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"Upstream Shopify request failed with status code 422 (Unprocessable Content).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":422,"service":"_shopify","problems":[{"path":"/input/title","problem":"is required"}]}
}
