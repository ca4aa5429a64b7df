package squareadapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/squareadapter"
	"github.com/errand-go/errand/toolerr"
)

// A declined card is not an unpaid bill of the tool's account, which the status 402 would say.
func ExampleAdapter() {
	const body = `{"errors":[{"category":"PAYMENT_METHOD_ERROR","code":"CARD_DECLINED","detail":"Card declined."}]}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 402, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("POST", "https://connect.squareup.com/v2/payments", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(squareadapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"The card was declined.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":402,"service":"_square","vendor_code":"CARD_DECLINED","hint":"Ask the payer for another card or another way to pay, or to call the bank."}
}
