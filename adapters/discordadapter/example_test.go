package discordadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The model learns whom to ask, but not which channel it is.
func ExampleAdapter() {
	const body = `{"message": "Missing Access", "code": 50001}`
	te := spec.Of(discordadapter.Adapter{}).FromAnswer(errors.New("call"), 403, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream Discord request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_discord","vendor_code":"missing_access","requires_user_action":true,"hint":"Someone has to invite the bot, or let it see the channel."}
}
