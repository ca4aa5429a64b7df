package oktaadapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/oktaadapter"
	"github.com/errand-go/errand/toolerr"
)

// The state of the user does not allow the call, which the status 403 does not say.
func ExampleAdapter() {
	const body = `{"errorCode":"E0000038","errorSummary":"This operation is not allowed in the user's current status.","errorId":"oae1"}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 403, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("POST", "https://acme.okta.com/api/v1/users/00u1/lifecycle/unlock", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(oktaadapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"Upstream Okta request failed with status code 403 (request refused).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_okta","vendor_code":"E0000038","hint":"The current state does not allow this. Read the state first, then change the state or the call."}
}
