package hubspotadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/hubspotadapter"
	"github.com/errand-go/errand/toolerr"
)

// The calls of the day are used up: the model reads that a retry does not help.
func ExampleAdapter() {
	const body = `{"status":"error","message":"You have reached your daily limit.","errorType":"RATE_LIMIT","correlationId":"c033","policyName":"DAILY"}`
	te := hubspotadapter.Adapter.FromAnswer(errors.New("call"), 429, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream HubSpot request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_hubspot","vendor_code":"DAILY","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}
