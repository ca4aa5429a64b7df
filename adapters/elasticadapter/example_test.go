package elasticadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/toolerr"
)

// The server repeats the query and names the index. The model reads the type of the error
// and a hint.
func ExampleAdapter() {
	// Only this test needs the call: ElasticsearchError replaces the client's type.
	defer elasticadapter.Imitate(shape.TypeOf(ElasticsearchError{}))()
	shards, reason := "all shards failed", "Failed to parse query [name:(mara AND]"
	err := fmt.Errorf("search: %w", &ElasticsearchError{ErrorCause{
		Type: "search_phase_execution_exception", Reason: &shards, RootCause: []ErrorCause{{Type: "query_shard_exception", Reason: &reason}},
	}, 400})

	te := elasticadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The query is not valid for the index.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_elastic","vendor_code":"query_shard_exception","hint":"Correct the query."}
}
