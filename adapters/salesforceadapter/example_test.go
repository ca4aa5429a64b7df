package salesforceadapter_test

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
	"github.com/errand-go/errand/adapters/salesforceadapter"
	"github.com/errand-go/errand/toolerr"
)

// A query names a field that does not exist. The model reads the name and where it is.
func ExampleAdapter() {
	const body = `[{"message":"\nSELECT Id, Emial FROM Contact\n           ^\nERROR at Row:1:Column:12\nNo such column 'Emial' on entity 'Contact'.","errorCode":"INVALID_FIELD"}]`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 400, Request: httptest.NewRequest("POST", "https://acme.my.salesforce.com/services/data/v62.0/query", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"q":"SELECT Id, Emial FROM Contact"}`)})
	fmt.Println(toolerr.Result(nil, adapter.NewChain(salesforceadapter.Adapter).Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"Upstream Salesforce request failed with status code 400 (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_salesforce","vendor_code":"INVALID_FIELD","problems":[{"path":"/q","problem":"contains the name \"Emial\", which is not known (line 1, column 12)"}]}
}
