package oktaadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/oktaadapter"
	"github.com/errand-go/errand/toolerr"
)

// The state of the user does not allow the call, which the status 403 does not say.
func ExampleAdapter() {
	const body = `{"errorCode":"E0000038","errorSummary":"This operation is not allowed in the user's current status.","errorId":"oae1"}`
	te := oktaadapter.Adapter.FromAnswer(errors.New("call"), 403, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Okta request failed with status code 403 (request refused).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_okta","vendor_code":"E0000038","hint":"The current state does not allow this. Read the state first, then change the state or the call."}
}
