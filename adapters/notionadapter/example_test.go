package notionadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/notionadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads which argument is too long.
func ExampleAdapter() {
	const body = "{\"object\":\"error\",\"status\":400,\"code\":\"validation_error\",\"message\":\"body failed validation: body.children[0].paragraph.text.length should be ≤ `2000`, instead was `2500`.\"}"
	te := notionadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"children":[{"paragraph":{"text":"…"}}]}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream Notion request failed with status code 400 (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_notion","vendor_code":"validation_error","problems":[{"path":"/children/0/paragraph/text","problem":"must have at most 2000 characters"}]}
}
