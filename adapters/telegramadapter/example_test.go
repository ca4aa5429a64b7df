package telegramadapter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/telegramadapter"
	"github.com/errand-go/errand/toolerr"
)

// A message is too long, and the model reads which argument and how long it may be.
func ExampleAdapter() {
	const body = `{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}`
	te := telegramadapter.Adapter.FromAnswer(errors.New("call"), 400, nil, []byte(body))
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"chat_id":7,"text":"…"}`)})
	fmt.Println(toolerr.Result(nil, adapter.Chain{}.Adapt(ctx, te)))
	// Output:
	// {"success":false,"error":"Upstream Telegram request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_telegram","problems":[{"path":"/text","problem":"must have at most 4096 characters"}]}
}
