package shopifyadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/shopifyadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads which argument of a mutation is missing.
func ExampleAdapter() {
	const body = `{"data":{"productCreate":{"product":null,"userErrors":[{"field":["input","title"],"message":"Title can't be blank","code":"BLANK"}]}}}`
	te := shopifyadapter.Adapter.FromAnswer(errors.New("call"), 422, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"input":{"title":""}}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream Shopify request failed with status code 422 (Unprocessable Content).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":422,"service":"_shopify","problems":[{"path":"/input/title","problem":"is required"}]}
}
