package minioadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The model learns what is missing, but not the name of the bucket. The result for the
// client's error is the same.
func ExampleAdapter() {
	body := []byte("<Error><Code>XMinioStorageFull</Code><BucketName>invoices-eu</BucketName><Key>2026/acme.pdf</Key></Error>")
	te := spec.Of(minioadapter.Adapter{}).FromAnswer(errors.New("archive"), 507, nil, body)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream MinIO request failed with status code 507 (Insufficient Storage).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":false,"status_code":507,"service":"_minio","vendor_code":"XMinioStorageFull","requires_user_action":true,"hint":"The service has no space left for this. Someone has to make room."}
}
