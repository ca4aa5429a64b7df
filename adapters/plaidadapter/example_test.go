package plaidadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/plaidadapter"
	"github.com/errand-go/errand/toolerr"
)

// The sign-in at the bank has ended: the model reads that the user has to connect it again.
func ExampleAdapter() {
	const body = `{"error_type":"ITEM_ERROR","error_code":"ITEM_LOGIN_REQUIRED","error_message":"the login details of this item have changed","request_id":"q1"}`
	te := plaidadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Plaid request failed with status code 400 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":400,"service":"_plaid","vendor_code":"ITEM_LOGIN_REQUIRED","requires_user_action":true,"hint":"The connection to the bank has ended, or the bank asks for something. Ask the user to connect the bank again."}
}
