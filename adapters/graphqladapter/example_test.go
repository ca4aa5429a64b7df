package graphqladapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/spec"
)

// A service sends all of these with status 200. Of several errors, the one that must be
// resolved first decides. The results for the errors of clients are the same.
func ExampleAdapter() {
	coded := func(code string) string {
		return `{"message":"mara@example.com may not","extensions":{"code":"` + code + `"}}`
	}
	for _, list := range []string{
		coded("GRAPHQL_VALIDATION_FAILED"),
		coded("NOT_FOUND") + "," + coded("THROTTLED"),
		coded("of this service alone"),
	} {
		te := spec.Of(graphqladapter.Adapter{}).FromAnswer(errors.New("query"), 200, nil, []byte(`{"errors":[`+list+`]}`))
		fmt.Printf("%s, code %q, retry %t\n", te.Kind(), te.VendorCode(), te.CanRetry())
	}
	// Output:
	// UPSTREAM_RUNTIME_VALIDATION_ERROR, code "GRAPHQL_VALIDATION_FAILED", retry false
	// UPSTREAM_RUNTIME_RATE_LIMIT, code "THROTTLED", retry true
	// UPSTREAM_RUNTIME_UNMAPPED, code "", retry false
}
