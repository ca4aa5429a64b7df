package minioadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns what is missing, but not the name of the bucket, which is in the
// client's error.
func ExampleAdapter() {
	// Only this test needs the call: ErrorResponse replaces minio-go's type.
	defer minioadapter.Imitate(shape.TypeOf(ErrorResponse{}), shape.TypeOf(RemoveObjectError{}), shape.TypeOf(STSErrorResponse{}))()
	err := fmt.Errorf("archive: %w", ErrorResponse{
		Code: "XMinioStorageFull", StatusCode: 507, BucketName: "invoices-eu", Key: "2026/acme.pdf", RequestID: "17A9",
		Message: "Storage backend has reached its minimum free drive threshold.",
	})

	te := minioadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"There is no space left for this.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":false,"status_code":507,"service":"_minio","vendor_code":"XMinioStorageFull","requires_user_action":true,"hint":"Someone has to make space, or to raise the limit."}
}
