package stripeadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns why the bank declined. The text of the SDK's error has the client secret
// of the payment; the result for it is the same.
func ExampleAdapter() {
	body := []byte(`{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds"}}`)
	te := spec.Of(stripeadapter.Adapter{}).FromAnswer(errors.New("pay"), 402, nil, body)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The card has insufficient funds.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":402,"service":"_stripe","vendor_code":"insufficient_funds","hint":"Ask the customer for another card or way to pay."}
}
