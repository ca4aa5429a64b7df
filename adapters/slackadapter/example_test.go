package slackadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// All of these have status 200. The code determines whether the model, a person or a retry
// can help. The results for slack-go's errors are the same.
func ExampleAdapter() {
	for _, body := range []string{
		`{"ok":false,"error":"msg_too_long"}`,
		`{"ok":false,"error":"not_in_channel"}`,
		`{"ok":false,"error":"missing_scope","needed":"channels:history"}`,
	} {
		te := spec.Of(slackadapter.Adapter{}).FromAnswer(errors.New("post"), 200, nil, []byte(body))
		fmt.Println(te.Kind(), te.RequiresUserAction())
		fmt.Println(" ", te.Hint())
	}
	// Output:
	// UPSTREAM_RUNTIME_VALIDATION_ERROR false
	//   The message is too long. Send less, or send it in parts.
	// TOOL_RUNTIME_CONTEXT_REQUIRED true
	//   The app is not in the channel. Ask the user to invite it.
	// UPSTREAM_RUNTIME_AUTH_ERROR true
	//   The app lacks the scope channels:history. Someone has to add it and install the app again.
}
