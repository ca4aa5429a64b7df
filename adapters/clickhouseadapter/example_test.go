package clickhouseadapter_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapters/clickhouseadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns that the query needs too much, but not the rest of the message.
func ExampleAdapter() {
	const body = `Code: 241. DB::Exception: Memory limit (for user billing) exceeded: would use 9.31 GiB. (MEMORY_LIMIT_EXCEEDED)`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 500, Request: httptest.NewRequest("POST", "https://clickhouse.example/", nil), Header: http.Header{"X-Clickhouse-Exception-Code": {"241"}}, Body: io.NopCloser(strings.NewReader(body)),
	})

	fmt.Println(toolerr.Result(nil, clickhouseadapter.Adapter{}.FromError(err)))
	// Output:
	// {"success":false,"error":"The query needs more than ClickHouse allows.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":500,"service":"_clickhouse","vendor_code":"MEMORY_LIMIT_EXCEEDED","hint":"Narrow the query, or limit its rows."}
}
