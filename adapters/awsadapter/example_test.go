package awsadapter_test

import (
	"fmt"
	"net/http"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/errand-go/errand/adapters/awsadapter"
)

// DynamoDB throttles with HTTP 400. The code shows that, the status does not.
func ExampleAdapter() {
	err := &smithy.OperationError{
		ServiceID: "DynamoDB", OperationName: "PutItem",
		Err: &smithyhttp.ResponseError{
			Response: &smithyhttp.Response{Response: &http.Response{
				StatusCode: 400, Header: http.Header{"Retry-After": {"2"}},
			}},
			Err: &smithy.GenericAPIError{Code: "ThrottlingException", Message: "Rate exceeded for table customers-emea"},
		},
	}

	te := awsadapter.Adapter{}.FromError(err)
	fmt.Println(te)
	fmt.Println(te.Kind(), te.StatusCode(), te.CanRetry(), te.SafeToRetry(false))
	fmt.Println(te.Payload())
	// Output:
	// Upstream AWS request failed with status code 400 (rate limit reached). Retry after 2 seconds.
	// UPSTREAM_RUNTIME_RATE_LIMIT 400 true true
	// {"success":false,"error":"Upstream AWS request failed with status code 400 (rate limit reached). Retry after 2 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":2000,"status_code":400,"service":"_aws","vendor_code":"ThrottlingException"}
}
