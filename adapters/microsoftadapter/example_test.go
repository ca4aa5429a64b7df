package microsoftadapter_test

import (
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapters/microsoftadapter"
)

// A code in the table decides. The text of an error is not used: that of the second one
// would panic.
func ExampleAdapter() {
	for _, err := range []error{
		// In a program: the errors of azcore and of Microsoft Graph's client.
		&ResponseError{ErrorCode: "LeaseIdMissing", StatusCode: 412, RawResponse: &http.Response{StatusCode: 412}},
		&ODataError{ApiError: ApiError{ResponseStatusCode: 404}},
		&AuthenticationRequiredError{},
	} {
		te := microsoftadapter.Adapter{}.FromError(err)
		fmt.Printf("%s %d %q\n", te.Kind(), te.StatusCode(), te.VendorCode())
		if hint := te.Hint(); !hint.IsZero() {
			fmt.Println(" ", hint)
		}
	}
	// Output:
	// UPSTREAM_RUNTIME_BAD_REQUEST 412 "LeaseIdMissing"
	//   Somebody has a lease on it. Wait until it ends, or use its id.
	// UPSTREAM_RUNTIME_NOT_FOUND 404 ""
	// TOOL_RUNTIME_CONTEXT_REQUIRED 0 "authentication_required"
	//   The account's sign-in has ended or does not suffice. Ask the user to sign in again.
}
