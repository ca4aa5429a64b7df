package boxadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/boxadapter"
	"github.com/errand-go/errand/toolerr"
)

// The account is full: the model reads that a retry does not help.
func ExampleAdapter() {
	const body = `{"type":"error","status":403,"code":"storage_limit_exceeded","message":"Account storage limit reached","request_id":"b1"}`
	te := boxadapter.Adapter.FromAnswer(errors.New("call"), 403, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Box request failed with status code 403 (request refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_box","vendor_code":"storage_limit_exceeded","requires_user_action":true,"hint":"A limit of the account is reached. Someone has to raise it, or remove what counts against it."}
}
