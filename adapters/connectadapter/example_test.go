package connectadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The service's code determines the advice. Its text is only for developers. The result for
// the error of connect-go is the same, without the status.
func ExampleAdapter() {
	body := []byte(`{"code":"aborted","message":"account 8841 of Mr. Smith was changed"}`)
	te := spec.Of(connectadapter.Adapter{}).FromAnswer(errors.New("transfer"), 409, nil, body)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Connect request failed with status code 409 (Conflict).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":true,"status_code":409,"service":"_connect","vendor_code":"aborted","hint":"Another change to the same data came first or is under way. Read the data again, then make the call again."}
}
