package discordadapter_test

import (
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/toolerr"
)

// RESTError has the fields of the client's that are needed here: the library does not
// require it. proof/vendorproof tests the real one.
type RESTError struct {
	Response     *http.Response
	ResponseBody []byte
	Message      *APIErrorMessage
}

// APIErrorMessage has Discord's response.
type APIErrorMessage struct {
	Code    int
	Message string
}

func (e *RESTError) Error() string { return e.Message.Message }

// The model learns whom to ask, but not which channel it is.
func ExampleAdapter() {
	// Only this test needs the call: RESTError replaces discordgo's type.
	defer discordadapter.Imitate(shape.TypeOf(&RESTError{}))()
	err := fmt.Errorf("send to #billing: %w", &RESTError{Response: &http.Response{StatusCode: 403}, Message: &APIErrorMessage{50001, "Missing Access"}})

	te := discordadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Discord request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_discord","vendor_code":"missing_access","requires_user_action":true,"hint":"Someone has to invite the bot, or let it see the channel."}
}
