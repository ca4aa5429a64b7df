package grafanaadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/grafanaadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The model learns what to do, but not the name of the dashboard.
func ExampleAdapter() {
	const body = `{"message":"The dashboard Revenue 2026 has been changed by someone else","status":"version-mismatch"}`
	te := spec.Of(grafanaadapter.Adapter{}).FromAnswer(errors.New("call"), 412, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The dashboard was changed since it was read.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":412,"service":"_grafana","vendor_code":"version-mismatch","hint":"Read it again, then apply the change to what is there now."}
}
