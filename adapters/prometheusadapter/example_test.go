package prometheusadapter_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/prometheusadapter"
	"github.com/errand-go/errand/toolerr"
)

// Error has the client's fields: the library does not require it. proof/vendorproof
// tests the real one.
type Error struct{ Type, Msg, Detail string }

func (e *Error) Error() string { return e.Type + ": " + e.Msg }

// The model learns the position of the mistake in its query.
func ExampleAdapter() {
	// Only this test needs the call: Error replaces the type of Prometheus' client.
	defer prometheusadapter.Imitate(shape.TypeOf(&Error{}))()
	err := fmt.Errorf("query: %w", &Error{Type: "bad_data", Msg: `invalid parameter "query": 1:13: parse error: unexpected identifier "by"`})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"query":"sum(rate(x) by (job)"}`)})
	chain := adapter.NewChain(prometheusadapter.Adapter{})
	fmt.Println(toolerr.Result(nil, chain.Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"The query or one of its parameters is not valid.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"service":"_prometheus","vendor_code":"bad_data","hint":"Correct the query or the parameter.","problems":[{"path":"/query","problem":"has a syntax error at \"by\" (line 1, column 13)"}]}
}
