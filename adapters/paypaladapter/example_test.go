package paypaladapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/paypaladapter"
	"github.com/errand-go/errand/toolerr"
)

// The payer has not approved the order: the model reads who has to act.
func ExampleAdapter() {
	const body = `{"name":"UNPROCESSABLE_ENTITY","debug_id":"d1","details":[{"issue":"ORDER_NOT_APPROVED","description":"Payer has not yet approved the Order for payment."}]}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 422, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("POST", "https://api-m.paypal.com/v2/checkout/orders/5O19/capture", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(paypaladapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"The tool needs something from a person before it can go on.","error_code":"invalid_input","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"status_code":422,"service":"_paypal","vendor_code":"ORDER_NOT_APPROVED","requires_user_action":true,"hint":"The payer has to approve the payment at PayPal first."}
}
