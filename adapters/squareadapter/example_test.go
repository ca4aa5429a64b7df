package squareadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/squareadapter"
	"github.com/errand-go/errand/toolerr"
)

// A declined card is not an unpaid bill of the tool's account, which the status 402 would say.
func ExampleAdapter() {
	const body = `{"errors":[{"category":"PAYMENT_METHOD_ERROR","code":"CARD_DECLINED","detail":"Card declined."}]}`
	te := squareadapter.Adapter.FromAnswer(errors.New("call"), 402, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The card was declined.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":402,"service":"_square","vendor_code":"CARD_DECLINED","hint":"Ask the payer for another card or another way to pay, or to call the bank."}
}
