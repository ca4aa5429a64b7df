package vaultadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/toolerr"
)

// A token that may not read a secret. The result for the error of Vault's client is the same;
// the model does not read the path of the secret in its text.
func ExampleAdapter() {
	te := spec.Of(vaultadapter.Adapter{}).FromAnswer(errors.New("unlock"), 403, nil, []byte(`{"errors":["permission denied"]}`))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Vault request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_vault","hint":"The tool's token is not valid any more, or its policies do not allow this."}
}
