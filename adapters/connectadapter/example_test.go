package connectadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/toolerr"
)

// The service's code determines the advice. Its text is only for developers.
func ExampleAdapter() {
	// Only this test needs the call: Error replaces connect-go's type.
	defer connectadapter.Imitate(shape.TypeOf(&Error{}))()
	err := fmt.Errorf("transfer: %w", &Error{
		code: 10, err: errors.New("account 8841 of Mr. Smith was changed"), wireErr: true,
	})

	te := connectadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The upstream service refused the request.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":true,"service":"_connect","vendor_code":"aborted","hint":"The data is not in the state that the call expected. Read it again before writing."}
}
