package hetzneradapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/hetzneradapter"
	"github.com/errand-go/errand/toolerr"
)

// The account has as many servers as it may have: the model reads that a person has to act.
func ExampleAdapter() {
	const body = `{"error":{"code":"resource_limit_exceeded","message":"server limit exceeded"}}`
	te := hetzneradapter.Adapter.FromAnswer(errors.New("call"), 403, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Hetzner request failed with status code 403 (request refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_hetzner","vendor_code":"resource_limit_exceeded","requires_user_action":true,"hint":"A limit of the account is reached. Someone has to raise it, or remove what counts against it."}
}
