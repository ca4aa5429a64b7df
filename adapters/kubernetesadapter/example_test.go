package kubernetesadapter_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/toolerr"
)

// After a conflict with another write, the whole sequence must be retried, beginning with
// the read.
func ExampleAdapter() {
	body := `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"Operation cannot be fulfilled on deployments.apps \"billing-eu\"","reason":"Conflict","code":409}`
	// Or the error of client-go.
	err := fmt.Errorf("scale: %w", httpadapter.CheckResponse(&http.Response{StatusCode: 409, Body: io.NopCloser(strings.NewReader(body))}))

	te := kubernetesadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The data was changed by another call in the meantime.","error_code":"external_service_error","kind":"TOOL_RUNTIME_RETRY","can_retry":true,"status_code":409,"service":"_kubernetes","vendor_code":"Conflict","hint":"Read the data again, then apply the change to what is there now."}
}
