package grpcadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapters/grpcadapter"
)

// Errors that a service reports by a code and details, and an error of the client.
func ExampleAdapter() {
	for _, err := range []error{
		// In a program: the errors of a gRPC client.
		failed(7, "project 12345 asks too often", reason("RATE_LIMIT_EXCEEDED", "googleapis.com"), retry(7, 0)),
		failed(14, `connection error: desc = "transport: Error while dialing: dial tcp 10.1.2.3:443: connect: connection refused"`),
	} {
		te := grpcadapter.Adapter.FromError(err)
		fmt.Println(te.Kind(), te.Effect())
		fmt.Println(" ", te)
	}
	// Output:
	// UPSTREAM_RUNTIME_RATE_LIMIT none
	//   Upstream gRPC request failed (rate limit reached). Retry after 7 seconds.
	// NETWORK_TRANSPORT_RUNTIME_UNREACHABLE none
	//   The upstream service could not be reached.
}
