package vaultadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/toolerr"
)

// The client's text contains the path of the secret. The model does not read it.
func ExampleAdapter() {
	// Only this test needs the call: ResponseError replaces the type of Vault's client.
	defer vaultadapter.Imitate(shape.TypeOf(&ResponseError{}))()
	err := fmt.Errorf("unlock: %w", &ResponseError{
		"GET", "https://vault.example.com/v1/secret/data/billing/eu/stripe", 403, []string{"permission denied"},
	})

	te := vaultadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Vault request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_vault","hint":"The tool's token is not valid any more, or its policies do not allow this."}
}
