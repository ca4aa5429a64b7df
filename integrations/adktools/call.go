package adktools

import (
	"encoding/json"
	"reflect"

	"github.com/errand-go/errand/adapter"
)

// callOf returns the call of a tool, with its schema if the tool declares one.
func callOf(tool any, args map[string]any) (call adapter.Call) {
	defer func() {
		if recover() != nil { // code of another package
			call = adapter.Call{}
		}
	}()
	schema := schemaOf(tool)
	var declared struct {
		Properties map[string]json.RawMessage
	}
	if json.Unmarshal(schema, &declared) != nil {
		return adapter.Call{}
	}
	sent := map[string]any{}
	for name, v := range args {
		if _, ok := declared.Properties[name]; ok {
			sent[name] = v
		}
	}
	raw, _ := json.Marshal(sent) // raw is nil if the arguments cannot be encoded
	return adapter.Call{Arguments: raw, Schema: schema}
}

// schemaOf returns the JSON schema of a tool's arguments, and nil if it declares none.
// ADK's tools have a method Declaration, whose result is a genai.FunctionDeclaration
// (google.golang.org/adk/v2 v2.2.0, internal/toolinternal; google.golang.org/genai,
// types.go): in JSON, it has the schema in one of two members.
func schemaOf(tool any) json.RawMessage {
	method := reflect.ValueOf(tool).MethodByName("Declaration")
	if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 {
		return nil
	}
	raw, err := json.Marshal(method.Call(nil)[0].Interface())
	if err != nil {
		return nil
	}
	var declaration struct{ Parameters, ParametersJsonSchema json.RawMessage } //nolint:revive // as genai spells it
	if json.Unmarshal(raw, &declaration) != nil {
		return nil
	}
	if len(declaration.ParametersJsonSchema) > 0 {
		return declaration.ParametersJsonSchema
	}
	return declaration.Parameters
}
