package hetzneradapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/hetzneradapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The account has as many servers as it may have: the model reads that a person has to act.
func ExampleAdapter() {
	const body = `{"error":{"code":"resource_limit_exceeded","message":"server limit exceeded"}}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 403, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("POST", "https://api.hetzner.cloud/v1/servers", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(hetzneradapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"Upstream Hetzner request failed with status code 403 (request refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_hetzner","vendor_code":"resource_limit_exceeded","requires_user_action":true,"hint":"A limit of the account is reached. Someone has to raise it, or remove what counts against it."}
}
