package paypaladapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/paypaladapter"
	"github.com/errand-go/errand/toolerr"
)

// The payer has not approved the order: the model reads who has to act.
func ExampleAdapter() {
	const body = `{"name":"UNPROCESSABLE_ENTITY","debug_id":"d1","details":[{"issue":"ORDER_NOT_APPROVED","description":"Payer has not yet approved the Order for payment."}]}`
	te := paypaladapter.Adapter.FromAnswer(errors.New("call"), 422, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The tool needs something from a person before it can go on.","error_code":"invalid_input","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"status_code":422,"service":"_paypal","vendor_code":"ORDER_NOT_APPROVED","requires_user_action":true,"hint":"The payer has to approve the payment at PayPal first."}
}
