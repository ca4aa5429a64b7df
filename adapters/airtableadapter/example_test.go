package airtableadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/airtableadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads that the plan has no calls left, and that a retry does not help.
func ExampleAdapter() {
	const body = `{"errors":[{"error":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","message":"The API calls of the workspace are used up."}]}`
	te := airtableadapter.Adapter.FromAnswer(errors.New("call"), 429, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream Airtable request failed with status code 429 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":429,"service":"_airtable","vendor_code":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","requires_user_action":true,"hint":"The API calls of this month are used up. Someone has to upgrade the plan."}
}
