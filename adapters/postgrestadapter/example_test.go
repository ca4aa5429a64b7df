package postgrestadapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/postgrestadapter"
	"github.com/errand-go/errand/toolerr"
)

// A query ran too long: the model reads that the same call fails again, which the status 500
// does not say.
func ExampleAdapter() {
	const body = `{"code":"57014","details":null,"hint":null,"message":"canceling statement due to statement timeout"}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 500, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("GET", "https://x1.supabase.co/rest/v1/orders", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(postgrestadapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"The database stopped the query before it ended.","error_code":"timeout","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":false,"status_code":500,"service":"_postgrest","vendor_code":"57014","hint":"Narrow the query, or limit its rows."}
}
