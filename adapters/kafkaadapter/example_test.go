package kafkaadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/kafkaadapter"
	"github.com/errand-go/errand/toolerr"
)

// Error has franz-go's fields: the library does not require it. proof/vendorproof
// tests the real one.
type Error struct {
	Message     string
	Code        int16
	Retriable   bool
	Description string
}

func (e *Error) Error() string { return e.Message + ": " + e.Description }

// The model learns that a retry helps, but not which broker was called.
func ExampleAdapter() {
	// Only this test needs the call: Error replaces franz-go's type.
	defer kafkaadapter.Imitate(shape.TypeOf(&Error{}))()
	err := fmt.Errorf("broker kafka-7.internal: %w", &Error{Message: "NOT_LEADER_FOR_PARTITION", Code: 6, Retriable: true})

	te := kafkaadapter.Adapter.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The Kafka cluster is rebalancing; nothing was done.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":true,"service":"_kafka","vendor_code":"NOT_LEADER_OR_FOLLOWER","hint":"Wait a moment, then make the same call again."}
}
