package hubspotadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/hubspotadapter"
	"github.com/errand-go/errand/toolerr"
)

// The calls of the day are used up: the model reads that a retry does not help.
func ExampleAdapter() {
	const body = `{"status":"error","message":"You have reached your daily limit.","errorType":"RATE_LIMIT","correlationId":"c033","policyName":"DAILY"}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 429, Request: httptest.NewRequest("POST", "https://api.hubapi.com/crm/v3/objects/contacts", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{}`)})
	fmt.Println(toolerr.Result(nil, adapter.NewChain(hubspotadapter.Adapter).Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"Upstream HubSpot request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_hubspot","vendor_code":"DAILY","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}
