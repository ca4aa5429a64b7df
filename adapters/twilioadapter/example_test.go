package twilioadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns that the recipient opted out. It does not see the phone number,
// which is in the SDK's error.
func ExampleAdapter() {
	// Only this test needs the call: TwilioRestError replaces twilio-go's type.
	defer twilioadapter.Imitate(shape.TypeOf(&TwilioRestError{}), shape.TypeOf(&RestErrorV1{}), shape.TypeOf(&withMessage{}))()
	err := fmt.Errorf("remind: %w", &TwilioRestError{
		Code: 21610, Status: 400, Message: "Attempt to send to unsubscribed recipient: +15005550199",
	})

	te := twilioadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The recipient has opted out of messages from this sender.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_twilio","vendor_code":"recipient_opted_out","hint":"Do not send it again, and do not try another sender. Tell the user."}
}
