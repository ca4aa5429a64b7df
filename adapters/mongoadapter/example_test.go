package mongoadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/toolerr"
)

// CommandError replaces the driver's mongo.CommandError: both are recognised by their
// methods.
type CommandError struct {
	Code    int
	Message string
}

func (e CommandError) Error() string              { return e.Message }
func (e CommandError) HasErrorLabel(string) bool  { return false }
func (e CommandError) HasErrorCode(code int) bool { return e.Code == code }

// The model does not read the filter in the server's text.
func ExampleAdapter() {
	err := fmt.Errorf("find: %w", CommandError{
		Code: 13, Message: `not authorized on crm to execute command { find: "people", filter: { email: "mara@example.com" } }`,
	})

	te := mongoadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream MongoDB request failed (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"service":"_mongo","vendor_code":"Unauthorized","hint":"The tool's account may not do this. Use something that it has access to, or ask someone to grant the permission."}
}
