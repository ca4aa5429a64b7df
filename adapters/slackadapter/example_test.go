package slackadapter_test

import (
	"fmt"

	"github.com/errand-go/errand/adapters/slackadapter"
)

// All of these have status 200. The code determines whether the model, a person or a retry
// can help.
func ExampleAdapter() {
	for _, err := range []error{
		// In a program: the errors of a slack-go client.
		SlackErrorResponse{Err: "msg_too_long"},
		SlackErrorResponse{Err: "not_in_channel"},
		SlackErrorResponse{Err: "missing_scope", Needed: "channels:history"},
	} {
		te := slackadapter.Adapter{}.FromError(err)
		fmt.Println(te.Kind(), te.RequiresUserAction())
		fmt.Println(" ", te.Hint())
	}
	// Output:
	// UPSTREAM_RUNTIME_VALIDATION_ERROR false
	//   It is too long. Send less, or send it in parts.
	// TOOL_RUNTIME_CONTEXT_REQUIRED true
	//   The app is not in the channel. Ask the user to invite it.
	// UPSTREAM_RUNTIME_AUTH_ERROR true
	//   The app lacks the scope channels:history. Someone has to add it and install the app again.
}
