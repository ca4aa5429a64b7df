package kubernetesadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/toolerr"
)

// After a conflict with another write, the whole sequence must be retried, beginning with
// the read.
func ExampleAdapter() {
	// Only this test needs the call: StatusError replaces apimachinery's type.
	defer kubernetesadapter.Imitate(shape.TypeOf(&StatusError{}))()
	err := fmt.Errorf("scale: %w", &StatusError{Status{
		Message: `Operation cannot be fulfilled on deployments.apps "billing-eu"`, Reason: "Conflict", Code: 409,
	}})

	te := kubernetesadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The object was changed by somebody else meanwhile.","error_code":"external_service_error","kind":"TOOL_RUNTIME_RETRY","can_retry":true,"status_code":409,"service":"_kubernetes","vendor_code":"Conflict","hint":"Read the object again, and apply the change to what is there now."}
}
