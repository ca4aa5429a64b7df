package telegramadapter_test

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
	"github.com/errand-go/errand/adapters/telegramadapter"
	"github.com/errand-go/errand/toolerr"
)

// A message is too long, and the model reads which argument and how long it may be.
func ExampleAdapter() {
	const body = `{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 400, Request: httptest.NewRequest("POST", "https://api.telegram.org/sendMessage", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"chat_id":7,"text":"…"}`)})
	fmt.Println(toolerr.Result(nil, adapter.NewChain(telegramadapter.Adapter).Adapt(ctx, err)))
	// Output:
	// {"success":false,"error":"Upstream Telegram request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_telegram","problems":[{"path":"/text","problem":"must have at most 4096 characters"}]}
}
