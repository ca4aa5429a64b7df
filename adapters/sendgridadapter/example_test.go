package sendgridadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/sendgridadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model reads which address is there twice.
func ExampleAdapter() {
	const body = `{"errors":[{"message":"Each email address in the personalization block should be unique between to, cc, and bcc. We found the first duplicate instance of [ann@example.com] in the personalizations.0.bcc field.","field":"personalizations.0","help":null}]}`
	te := sendgridadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"personalizations":[{"to":"ann@example.com","bcc":"ann@example.com"}]}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream SendGrid request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_sendgrid","problems":[{"path":"/personalizations/0","problem":"contains a duplicate: \"ann@example.com\""}]}
}
