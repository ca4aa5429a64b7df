package twilioadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns that the recipient opted out. It does not see the phone number. The
// result for the SDK's error is the same.
func ExampleAdapter() {
	body := []byte(`{"code":21610,"status":400,"message":"Attempt to send to unsubscribed recipient: +15005550199"}`)
	te := spec.Of(twilioadapter.Adapter{}).FromAnswer(errors.New("remind"), 400, nil, body)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The recipient has opted out of messages from this sender.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_twilio","vendor_code":"recipient_opted_out","hint":"Do not send it again, and do not try another sender. Tell the user."}
}
