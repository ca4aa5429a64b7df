package kafkaadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/kafkaadapter"
	"github.com/errand-go/errand/toolerr"
)

// Error is franz-go's, field by field: the library does not require it.
// conformance/vendorproof drives the real one.
type Error struct {
	Message     string
	Code        int16
	Retriable   bool
	Description string
}

func (e *Error) Error() string { return e.Message + ": " + e.Description }

// The model learns that a retry helps, and not which broker was asked.
func ExampleAdapter() {
	// For franz-go itself nothing has to be set: Error stands in.
	defer kafkaadapter.Imitate(shape.TypeOf(&Error{}))()
	err := fmt.Errorf("broker kafka-7.internal: %w", &Error{Message: "NOT_LEADER_FOR_PARTITION", Code: 6, Retriable: true})

	te := kafkaadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The Kafka cluster is reorganising itself, and did not do it.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":true,"service":"_kafka","vendor_code":"NOT_LEADER_OR_FOLLOWER"}
}
