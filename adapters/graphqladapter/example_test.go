package graphqladapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapters/graphqladapter"
)

// A service sends all of these with status 200. Of several errors, the one that must be
// resolved first decides.
func ExampleAdapter() {
	coded := func(code string) *Single {
		return &Single{Message: "mara@example.com may not", Extensions: map[string]any{"code": code}}
	}
	for _, err := range []error{
		// In a program: the errors of a genqlient client.
		List{coded("GRAPHQL_VALIDATION_FAILED")},
		List{coded("NOT_FOUND"), coded("THROTTLED")},
		List{coded("of this service alone")},
	} {
		te := graphqladapter.Adapter{}.FromError(err)
		fmt.Printf("%s, code %q, retry %t\n", te.Kind(), te.VendorCode(), te.CanRetry())
	}
	// Output:
	// UPSTREAM_RUNTIME_VALIDATION_ERROR, code "GRAPHQL_VALIDATION_FAILED", retry false
	// UPSTREAM_RUNTIME_RATE_LIMIT, code "THROTTLED", retry true
	// UPSTREAM_RUNTIME_UNMAPPED, code "", retry false
}
