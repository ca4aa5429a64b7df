package toolargs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	infer "github.com/google/jsonschema-go/jsonschema"
	validate "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/errand-go/errand/toolerr"
)

// ObjectSchemaOf is [SchemaOf] for arguments, which must be an object.
func ObjectSchemaOf(t reflect.Type) (json.RawMessage, error) {
	raw, err := SchemaOf(t)
	if err != nil {
		return nil, err
	}
	var head struct{ Type any }
	if err := json.Unmarshal(raw, &head); err != nil || head.Type != "object" {
		return nil, fmt.Errorf("the arguments are a %v, which is not a JSON object", t)
	}
	return raw, nil
}

// SchemaOf returns the JSON schema of the values that encoding/json decodes into a t.
func SchemaOf(t reflect.Type) (json.RawMessage, error) {
	schema, err := infer.ForType(t, &infer.ForOptions{TypeSchemas: overrides()})
	if err != nil {
		return nil, fmt.Errorf("no schema for %v: %w", t, err)
	}
	withoutNull(schema)
	return json.Marshal(schema)
}

// overrides returns the types whose schemas of jsonschema-go v0.4.3 do not match
// encoding/json: it makes a RawMessage an array of bytes, a time a string without a format,
// and a duration a plain integer.
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

// withoutNull removes null from types that allow other values. It stands for Go's nil
// slices and pointers. A model omits them, and some providers do not support null. The gate
// treats a null argument as omitted.
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

// EmptyObject is the schema of a tool without arguments.
const EmptyObject = `{"type":"object","properties":{},"additionalProperties":false}`

// A Schema is a compiled JSON schema.
type Schema struct {
	schema     *validate.Schema
	rule       *rule // the cost of a check
	shape      *shape
	properties []string // top-level properties, for suggestions
}

// Compile compiles a JSON schema that may come from a third party. It refuses a schema with
// expensive checks: larger than 256 KiB or with more than 20,000 values, whose alternatives
// and references lead to more than 4096 schemas for one value, or with too large patterns.
// It reads no file and no network.
func Compile(raw json.RawMessage) (*Schema, error) {
	if len(raw) > maxSchemaBytes {
		return nil, fmt.Errorf("the schema is larger than %d bytes", maxSchemaBytes)
	}
	const name = "schema.json"
	doc, err := validate.UnmarshalJSON(bytes.NewReader(raw))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	case values(doc) > maxSchemaValues:
		return nil, fmt.Errorf("the schema has more than %d values", maxSchemaValues)
	case len(unreasonable(doc, nil, nil)) > 0:
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
	out := &Schema{
		schema: schema, rule: all.of(schema),
		shape: shapes{all, map[*validate.Schema]*shape{}}.of(schema),
	}
	if head, ok := doc.(map[string]any); ok { // a valid schema may also be true
		properties, _ := head["properties"].(map[string]any)
		out.properties = slices.Sorted(maps.Keys(properties))
	}
	return out, nil
}

// Read returns arguments in the form for the tool, and their problems. It corrects them by
// the schema: null members that are optional and not nullable are removed, and whole
// numbers are written as integers. A check of more than a few milliseconds is run by apart.
// The error is for [Refusal], or apart's.
func (s *Schema) Read(args json.RawMessage, apart Apart) (json.RawMessage, []toolerr.Problem, error) {
	p, err := Parse(args)
	if err != nil {
		return nil, nil, err
	}
	if _, changed := s.shape.fit(p.Value); changed || len(args) == 0 || string(args) == "null" {
		if args, err = json.Marshal(p.Value); err != nil {
			return nil, nil, errNoObject
		}
	}
	found, err := s.Check(p.Value, apart)
	return args, append(p.Twice, found...), err
}

// noLoader refuses to load schemas from files and URLs.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("a schema can only refer to itself")
}
