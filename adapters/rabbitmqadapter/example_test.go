package rabbitmqadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/rabbitmqadapter"
	"github.com/errand-go/errand/toolerr"
)

// Error has the client's fields: the library does not require it. proof/vendorproof
// tests the real one.
type Error struct {
	Code            int
	Reason          string
	Server, Recover bool
}

func (e *Error) Error() string { return e.Reason }

// The model learns that there is no such queue, but not the name of the virtual host.
func ExampleAdapter() {
	// Only this test needs the call: Error replaces the type of RabbitMQ's client.
	defer rabbitmqadapter.Imitate(shape.TypeOf(&Error{}))()
	err := fmt.Errorf("consume: %w", &Error{Code: 404, Reason: "NOT_FOUND - no queue 'bills' in vhost 'billing-eu'", Server: true})

	te := rabbitmqadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream RabbitMQ request failed (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"service":"_rabbitmq","vendor_code":"not-found","hint":"Check the name or the id. Look up what exists, if there is a way to."}
}
