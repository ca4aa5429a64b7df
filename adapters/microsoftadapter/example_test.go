package microsoftadapter_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
)

// A code in the table decides, and otherwise the status.
func ExampleAdapter() {
	for _, r := range []struct {
		host   string
		status int
		body   string
	}{
		{"acme.blob.core.windows.net", 412, "<Error><Code>LeaseIdMissing</Code></Error>"},
		{"graph.microsoft.com", 404, `{"error":{"code":"of this service alone","message":"mara@acme.example"}}`},
	} {
		// Or the errors of azcore and of Microsoft Graph's client.
		err := httpadapter.CheckResponse(&http.Response{
			StatusCode: r.status, Body: io.NopCloser(strings.NewReader(r.body)),
			Request: httptest.NewRequest(http.MethodPut, "https://"+r.host+"/x", http.NoBody),
		})
		te := microsoftadapter.Adapter{}.FromError(err)
		fmt.Printf("%s %d %q\n", te.Kind(), te.StatusCode(), te.VendorCode())
		if hint := te.Hint(); !hint.IsZero() {
			fmt.Println(" ", hint)
		}
	}
	// Output:
	// UPSTREAM_RUNTIME_BAD_REQUEST 412 "LeaseIdMissing"
	//   Another program has a lease on the object. Wait until the lease ends, or use its id.
	// UPSTREAM_RUNTIME_NOT_FOUND 404 ""
	//   Check the name or the id. Look up what exists, if there is a way to.
}
