package clickhouseadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/clickhouseadapter"
	"github.com/errand-go/errand/toolerr"
)

// Exception has the fields of clickhouse-go's that are needed here: the library does not
// require it. proof/vendorproof tests the real one.
type Exception struct {
	Code    int32
	Message string
}

func (e *Exception) Error() string { return fmt.Sprintf("code: %d, message: %s", e.Code, e.Message) }

// The model learns that the query needs too much, but not the rest of the message.
func ExampleAdapter() {
	// Only this test needs the call: Exception replaces clickhouse-go's type.
	defer clickhouseadapter.Imitate(shape.TypeOf(&Exception{}))()
	err := fmt.Errorf("report: %w", &Exception{241, "Memory limit (for user billing) exceeded: would use 9.31 GiB"})

	te := clickhouseadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The query needs more than ClickHouse allows.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"service":"_clickhouse","vendor_code":"MEMORY_LIMIT_EXCEEDED","hint":"Narrow the query, or limit its rows."}
}
