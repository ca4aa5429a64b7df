package elasticadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The server repeats the query and names the index. The model reads the type of the error
// and a hint. The result for the client's error is the same.
func ExampleAdapter() {
	body := []byte(`{"error":{"root_cause":[{"type":"query_shard_exception","reason":"Failed to parse query [name:(mara AND]"}],` +
		`"type":"search_phase_execution_exception","reason":"all shards failed"},"status":400}`)
	te := spec.Of(elasticadapter.Adapter{}).FromAnswer(errors.New("search"), 400, nil, body)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The query or the body of the request is not valid.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_elastic","vendor_code":"query_shard_exception","hint":"Correct the query."}
}
