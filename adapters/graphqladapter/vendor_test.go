package graphqladapter_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/errand-go/errand/adapters/graphqladapter"
)

// The types below have the fields and methods of the clients'. The library does not require
// the clients; conformance/vendorproof tests them.

func TestMain(m *testing.M) {
	restore := graphqladapter.Imitate("github.com/errand-go/errand/adapters/graphqladapter_test")
	code := m.Run()
	restore()
	os.Exit(code)
}

// Single is gqlerror.Error.
type Single struct {
	Err        error          `json:"-"`
	Message    string         `json:"message"`
	Path       []any          `json:"path"`
	Extensions map[string]any `json:"extensions"`
}

func (e *Single) Error() string { return "input: " + e.Message }
func (e *Single) Unwrap() error { return e.Err }

// List is gqlerror.List, which cannot be compared.
type List []*Single

func (l List) Error() string { return fmt.Sprint(len(l), " errors: ", l[0].Message) }

func (l List) Unwrap() []error {
	var all []error
	for _, e := range l {
		all = append(all, e)
	}
	return all
}

// Error and Errors are hasura's.
type Error struct {
	Message    string
	Extensions map[string]any
	Path       []any
	err        error
}

func (e Error) Error() string { return "Message: " + e.Message }
func (e Error) Unwrap() error { return e.err }

type Errors []Error

func (e Errors) Error() string { return fmt.Sprint(len(e)) }

// Unwrap yields nils, like hasura's.
func (e Errors) Unwrap() []error {
	var all []error
	for _, one := range e {
		all = append(all, one.err)
	}
	return all
}
