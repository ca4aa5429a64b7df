package dropboxadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/dropboxadapter"
	"github.com/errand-go/errand/toolerr"
)

// A file that does not exist has the status 409: the model reads what is wrong.
func ExampleAdapter() {
	const body = `{"error_summary":"path/not_found/..","error":{".tag":"path","path":{".tag":"not_found"}}}`
	te := dropboxadapter.Adapter.FromAnswer(errors.New("call"), 409, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Dropbox request failed with status code 409 (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":409,"service":"_dropbox","vendor_code":"not_found","hint":"Check the name or the id. Look up what exists, if there is a way to."}
}
