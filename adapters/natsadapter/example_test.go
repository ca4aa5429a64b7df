package natsadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/natsadapter"
	"github.com/errand-go/errand/toolerr"
)

// A publish without an acknowledgement may have been stored: the model reads that the
// effect is unknown. A request without a listener had no effect.
func ExampleAdapter() {
	for _, err := range []error{
		fmt.Errorf("publish: %w", errors.New("nats: timeout")),
		fmt.Errorf("ask: %w", errors.New("nats: no responders available for request")),
	} {
		te := natsadapter.Adapter{}.FromError(err)
		fmt.Println(te.Effect(), toolerr.Result(nil, te))
	}
	// Output:
	// unknown {"success":false,"error":"The upstream service did not answer in time. The request may have been carried out all the same.","error_code":"timeout","kind":"NETWORK_TRANSPORT_RUNTIME_TIMEOUT","can_retry":false,"service":"_nats","vendor_code":"timeout","effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}
	// none {"success":false,"error":"No service or stream listens on that subject at the moment.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":true,"service":"_nats","vendor_code":"no_responders","hint":"Check the subject; the service behind it may be down."}
}
