package salesforceadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/salesforceadapter"
	"github.com/errand-go/errand/toolerr"
)

// A query names a field that does not exist. The model reads the name and where it is.
func ExampleAdapter() {
	const body = `[{"message":"\nSELECT Id, Emial FROM Contact\n           ^\nERROR at Row:1:Column:12\nNo such column 'Emial' on entity 'Contact'.","errorCode":"INVALID_FIELD"}]`
	te := salesforceadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"q":"SELECT Id, Emial FROM Contact"}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream Salesforce request failed with status code 400 (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_salesforce","vendor_code":"INVALID_FIELD","problems":[{"path":"/q","problem":"contains the name \"Emial\", which is not known (line 1, column 12)"}]}
}
