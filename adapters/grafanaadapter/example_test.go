package grafanaadapter_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapters/grafanaadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns what to do, but not the name of the dashboard.
func ExampleAdapter() {
	const body = `{"message":"The dashboard Revenue 2026 has been changed by someone else","status":"version-mismatch"}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 412, Request: httptest.NewRequest("POST", "https://acme.grafana.net/api/dashboards/db", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	fmt.Println(toolerr.Result(nil, grafanaadapter.Adapter{}.FromError(err)))
	// Output:
	// {"success":false,"error":"The dashboard was changed since it was read.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":412,"service":"_grafana","vendor_code":"version-mismatch","hint":"Read it again, then apply the change to what is there now."}
}
