package mcpadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/mcpadapter"
)

// Errors of a server, failures of a transport and errors that need a person are
// distinguished.
func ExampleAdapter() {
	for _, err := range []error{
		// In a program: the errors of a client's session.
		calling(&WireError{Code: -32602, Message: `unknown tool "wether"`}),
		transient("Too Many Requests"),
		calling(&WireError{Code: -32042}),
	} {
		te := mcpadapter.Adapter{}.FromError(err)
		fmt.Println(te.Kind(), te.CanRetry(), te.RequiresUserAction())
		fmt.Println(" ", te)
	}
	// Output:
	// UPSTREAM_RUNTIME_VALIDATION_ERROR false false
	//   The MCP server does not know the tool, or the arguments do not fit.
	// UPSTREAM_RUNTIME_RATE_LIMIT true false
	//   Upstream MCP request failed with status code 429 (Too Many Requests).
	// TOOL_RUNTIME_CONTEXT_REQUIRED false true
	//   The MCP server wants a person to complete a step in the browser first.
}

// The codes of mcp-go without a type are identified by its variables.
func ExampleWithCodes() {
	errInvalidParams := errors.New("invalid params") // in a program: mcp.ErrInvalidParams
	a := mcpadapter.WithCodes(map[error]int{errInvalidParams: -32602})

	te := a.FromError(fmt.Errorf("%w: location is missing", errInvalidParams))
	fmt.Println(te.Kind(), te.Hint())
	// Output: UPSTREAM_RUNTIME_VALIDATION_ERROR Compare the arguments with the tool's schema.
}
