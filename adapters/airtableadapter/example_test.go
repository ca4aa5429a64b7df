package airtableadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/airtableadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads that the plan has no calls left, and that a retry does not help.
func ExampleAdapter() {
	const body = `{"errors":[{"error":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","message":"The API calls of the workspace are used up."}]}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 429, Request: httptest.NewRequest("POST", "https://api.airtable.com/v0/appX/Tasks", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{}`)})
	fmt.Println(toolerr.Result(nil, adapter.NewChain(airtableadapter.Adapter).Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"Upstream Airtable request failed with status code 429 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":429,"service":"_airtable","vendor_code":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","requires_user_action":true,"hint":"The API calls of this month are used up. Someone has to upgrade the plan."}
}
