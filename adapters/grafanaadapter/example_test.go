package grafanaadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapters/grafanaadapter"
	"github.com/errand-go/errand/toolerr"
)

// PostDashboardPreconditionFailed has the parts of the client's that are needed here: the
// library does not require it. proof/vendorproof tests the real one.
type PostDashboardPreconditionFailed struct{ Payload *ErrorResponseBody }

// ErrorResponseBody has Grafana's response.
type ErrorResponseBody struct {
	Message *string
	Status  string
}

func (*PostDashboardPreconditionFailed) Code() int            { return 412 }
func (*PostDashboardPreconditionFailed) IsCode(code int) bool { return code == 412 }
func (*PostDashboardPreconditionFailed) IsClientError() bool  { return true }
func (e *PostDashboardPreconditionFailed) Error() string      { return *e.Payload.Message }

// The model learns what to do, but not the name of the dashboard.
func ExampleAdapter() {
	// Only this test needs the call: the type of this test replaces that of Grafana's client.
	defer grafanaadapter.Imitate("github.com/errand-go/errand/adapters/grafanaadapter_test/")()
	message := "The dashboard Revenue 2026 has been changed by someone else"
	err := fmt.Errorf("save: %w", &PostDashboardPreconditionFailed{&ErrorResponseBody{&message, "version-mismatch"}})

	te := grafanaadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The dashboard was changed since it was read.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":412,"service":"_grafana","vendor_code":"version-mismatch","hint":"Read it again, then apply the change to what is there now."}
}
