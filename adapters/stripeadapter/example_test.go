package stripeadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns why the bank declined. The client secret in the text of the SDK's error
// is never shown.
func ExampleAdapter() {
	// Only this test needs the call: Error replaces stripe-go's type.
	defer stripeadapter.Imitate(shape.TypeOf(&Error{}))()
	err := fmt.Errorf("pay: %w", stripe(402, "card_error", "card_declined", "insufficient_funds"))

	te := stripeadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The card has insufficient funds.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":402,"service":"_stripe","vendor_code":"insufficient_funds","hint":"Ask the customer for another card or way to pay."}
}
