// Package upstream has functions whose errors say different things, and helpers that pass // want package:"read"
// text on: what other packages learn about them are facts.
package upstream

import (
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

// ErrNone is an error of constants.
var ErrNone = errors.New("none")

func Own(name string) error { // want Own:"summary"
	return fmt.Errorf("%s is not a name", name)
}

func Foreign(name string) error { // want Foreign:`text\(0, os.Open\)`
	_, err := os.Open(name)
	return err
}

func Describe(err error) string { return "it failed: " + err.Error() } // want Describe:"summary"

func Fail(message string) *mcp.CallToolResult { // want Fail:`sink\(0, mcp.NewToolResultError\)`
	return mcp.NewToolResultError("upstream: " + message)
}

// APIError is an error with what a service said.
type APIError struct {
	Status  int
	Message string
}

func (e *APIError) Error() string { return fmt.Sprintf("status %d: %s", e.Status, e.Message) } // want Error:"summary"

func NewAPIError(message string) *APIError { return &APIError{Message: message} } // want NewAPIError:"summary"
