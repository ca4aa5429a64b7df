package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	infer "github.com/google/jsonschema-go/jsonschema"
	validate "github.com/santhosh-tekuri/jsonschema/v6"
)

// SchemaFor returns the JSON schema of T, for [Config.OutputSchema] and for
// tools that are not made by [NewTool].
func SchemaFor[T any]() (json.RawMessage, error) { return schemaOf(reflect.TypeFor[T]()) }

// schemaFor is SchemaFor for arguments, which must be an object.
func schemaFor[T any]() (json.RawMessage, error) {
	raw, err := SchemaFor[T]()
	if err != nil {
		return nil, err
	}
	var head struct{ Type any }
	if err := json.Unmarshal(raw, &head); err != nil || head.Type != "object" {
		return nil, fmt.Errorf("the arguments are a %v, which is no JSON object", reflect.TypeFor[T]())
	}
	return raw, nil
}

func schemaOf(t reflect.Type) (json.RawMessage, error) {
	schema, err := infer.ForType(t, &infer.ForOptions{TypeSchemas: overrides()})
	if err != nil {
		return nil, fmt.Errorf("no schema for %v: %w", t, err)
	}
	withoutNull(schema)
	return json.Marshal(schema)
}

// overrides are the types jsonschema-go v0.4.3 describes in a way that does not
// fit what encoding/json reads: it makes a RawMessage an array of bytes, a time
// a string without a format, and a duration a plain integer.
func overrides() map[reflect.Type]*infer.Schema {
	return map[reflect.Type]*infer.Schema{
		reflect.TypeFor[json.RawMessage](): {Description: "any JSON value"},
		reflect.TypeFor[any]():             {Description: "any JSON value"},
		reflect.TypeFor[json.Number]():     {Type: "number"},
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[time.Duration]():   {Type: "integer", Description: "a duration in nanoseconds"},
		reflect.TypeFor[[]byte]():          {Type: "string", ContentEncoding: "base64"},
	}
}

// withoutNull takes null out of types that are something else as well: Go's nil
// slices and pointers, which a model leaves out instead, and which some
// providers have no word for. The gate treats a null argument as left out.
func withoutNull(s *infer.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) > 1 {
		s.Types = slices.DeleteFunc(s.Types, func(t string) bool { return t == "null" })
		if len(s.Types) == 1 {
			s.Type, s.Types = s.Types[0], nil
		}
	}
	withoutNull(s.Items)
	withoutNull(s.AdditionalProperties)
	for _, p := range s.Properties {
		withoutNull(p)
	}
	for _, d := range s.Defs {
		withoutNull(d)
	}
}

// emptyObject is the schema of a tool without arguments.
const emptyObject = `{"type":"object","properties":{},"additionalProperties":false}`

// compiled is a schema that values can be checked against.
type compiled struct {
	schema     *validate.Schema
	rule       *rule // what a check takes; nil for a schema that follows from a Go type
	shape      *shape
	properties []string // at the top, for near misses
}

// compile reads a JSON schema. It reaches no file and no network, and refuses a
// schema that takes too much to check values against: one that is larger than 256
// KiB or has more than 20,000 values, whose alternatives and references make more than 4096 schemas for one
// value, or whose patterns are too large.
func compile(raw json.RawMessage) (*compiled, error) {
	const name = "schema.json"
	if len(raw) > maxSchemaBytes {
		return nil, fmt.Errorf("the schema is larger than %d bytes", maxSchemaBytes)
	}
	doc, err := validate.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("the schema is no JSON: %w", err)
	}
	if values(doc) > maxSchemaValues {
		return nil, fmt.Errorf("the schema has more than %d values", maxSchemaValues)
	}
	if len(unreasonable(doc, nil, nil)) > 0 {
		return nil, errors.New("the schema has a number that is out of range")
	}
	c := validate.NewCompiler()
	c.DefaultDraft(validate.Draft2020)
	c.AssertFormat()
	c.UseLoader(noLoader{})
	texts := &patterns{known: map[string]pattern{}, left: maxPatternStepsInAll}
	c.UseRegexpEngine(texts.compile)
	if err := c.AddResource(name, doc); err != nil {
		return nil, fmt.Errorf("the schema cannot be used: %w", err)
	}
	schema, err := c.Compile(name)
	texts.known = nil
	if err != nil {
		return nil, fmt.Errorf("the schema cannot be used: %w", err)
	}
	all, err := measure(schema)
	if err != nil {
		return nil, fmt.Errorf("the schema cannot be used: %w", err)
	}
	out := &compiled{schema: schema, rule: all.of(schema), shape: shapes{all, map[*validate.Schema]*shape{}}.of(schema)}
	var head struct{ Properties map[string]json.RawMessage }
	_ = json.Unmarshal(raw, &head) // a schema that compiles may still be a bare true
	for name := range head.Properties {
		out.properties = append(out.properties, name)
	}
	slices.Sort(out.properties)
	return out, nil
}

// noLoader keeps a schema from making the program read something else.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("a schema may refer to itself only")
}
