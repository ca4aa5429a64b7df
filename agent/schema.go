package agent

import (
	"encoding/json"
	"reflect"

	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// SchemaFor returns the JSON schema of T, for [Config].OutputSchema and for tools that
// [NewTool] does not make.
func SchemaFor[T any]() (json.RawMessage, error) { return toolargs.SchemaOf(reflect.TypeFor[T]()) }

// ArgumentProblems returns what is wrong with the arguments of a call by a JSON schema, in
// the words that models read ([toolerr.Rule]). The problems contain no value of the
// arguments. Empty arguments count as an empty object. The error reports a schema that
// cannot be used.
func ArgumentProblems(schema, args json.RawMessage) ([]toolerr.Problem, error) {
	return toolargs.Problems(schema, args)
}
