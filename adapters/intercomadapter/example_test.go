package intercomadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/intercomadapter"
	"github.com/errand-go/errand/toolerr"
)

// The plan does not have the API: the model reads that a person has to act.
func ExampleAdapter() {
	const body = `{"type":"error.list","request_id":"i1","errors":[{"code":"api_plan_restricted","message":"Active subscription needed."}]}`
	te := intercomadapter.Adapter.FromAnswer(errors.New("call"), 403, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Intercom request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_intercom","vendor_code":"api_plan_restricted","requires_user_action":true,"hint":"The account's plan does not allow this, or a limit on spending or usage is reached. Someone has to change that; waiting does not help."}
}
