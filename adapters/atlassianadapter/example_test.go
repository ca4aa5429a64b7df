package atlassianadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/atlassianadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads which fields of an issue are wrong.
func ExampleAdapter() {
	const body = `{"errorMessages":[],"errors":{"summary":"You must specify a summary of the issue.","priority":"Priority name 'Hgh' is not valid"}}`
	te := atlassianadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"fields":{"summary":"","priority":"Hgh"}}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream Atlassian request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_atlassian","problems":[{"path":"/fields/summary","problem":"is required"},{"path":"/fields/priority","problem":"is not one of the allowed values"}]}
}
