package discordadapter_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns whom to ask, but not which channel it is.
func ExampleAdapter() {
	const body = `{"message": "Missing Access", "code": 50001}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 403, Request: httptest.NewRequest("POST", "https://discord.com/api/v10/channels/1199/messages", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	fmt.Println(toolerr.Result(nil, discordadapter.Adapter{}.FromError(err)))
	// Output:
	// {"success":false,"error":"Upstream Discord request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_discord","vendor_code":"missing_access","requires_user_action":true,"hint":"Someone has to invite the bot, or let it see the channel."}
}
