package mcptools

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/toolerr"
)

// A checker collects the problems of arguments that the SDK refused. It validates with the
// SDK's own library, because a second one would add 0.7 MB to a server.
type checker struct {
	root  *jsonschema.Schema
	found []toolerr.Problem
	ready map[*jsonschema.Schema]*jsonschema.Resolved // nil for a schema that cannot be used
}

// Each level of a value is validated again.
const (
	maxFound = 100
	maxDepth = 32
)

// problems returns the problems of refused arguments.
func problems(schema, args json.RawMessage) []toolerr.Problem {
	c := checker{root: &jsonschema.Schema{}, ready: map[*jsonschema.Schema]*jsonschema.Resolved{}}
	value := any(map[string]any{}) // of absent arguments
	if json.Unmarshal(schema, c.root) != nil || len(args) > 0 && json.Unmarshal(args, &value) != nil {
		return nil
	}
	if _, ok := value.(map[string]any); !ok {
		return []toolerr.Problem{{Problem: toolerr.Msg("is not a JSON object")}}
	}
	c.value(c.root, value, nil)
	return c.found
}

func (c *checker) add(path []string, rule toolerr.Rule, d toolerr.Detail) {
	c.found = append(c.found, rule.Problem(mcpresult.Pointer(path), d))
}

// value adds the problems of a value: the innermost ones that the usual keywords state.
func (c *checker) value(s *jsonschema.Schema, value any, path []string) {
	if s != nil && c.root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")] != nil {
		s = c.root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
	}
	switch before := len(c.found); {
	case before >= maxFound, len(path) > maxDepth, c.valid(s, value):
		return
	case !c.valid(&jsonschema.Schema{Type: s.Type, Types: s.Types}, value):
		types := s.Types
		if s.Type != "" {
			types = []string{s.Type}
		}
		c.add(path, toolerr.RuleWrongType, toolerr.Detail{Names: words(types, toolerr.Ident), Got: toolerr.Ident(typeNames[reflect.ValueOf(value).Kind()])})
	case !c.valid(&jsonschema.Schema{Enum: s.Enum}, value):
		c.add(path, toolerr.RuleNotAllowed, toolerr.Detail{Names: words(s.Enum, toolerr.Quote)})
	default:
		c.inside(s, value, path)
		if len(c.found) == before && len(path) > 0 {
			c.add(path, toolerr.RuleBadValue, toolerr.Detail{})
		}
	}
}

func (c *checker) inside(s *jsonschema.Schema, value any, path []string) {
	switch v := value.(type) {
	case string:
		bound(c, path, utf8.RuneCountInString(v), s.MinLength, toolerr.RuleTooShort, s.MaxLength, toolerr.RuleTooLong)
		if !c.valid(&jsonschema.Schema{Pattern: s.Pattern}, v) {
			c.add(path, toolerr.RuleBadFormat, toolerr.Detail{})
		}
	case float64:
		bound(c, path, v, s.Minimum, toolerr.RuleTooSmall, s.Maximum, toolerr.RuleTooLarge)
	case []any:
		bound(c, path, len(v), s.MinItems, toolerr.RuleTooFew, s.MaxItems, toolerr.RuleTooMany)
		for i, item := range v {
			c.value(s.Items, item, append(path, strconv.Itoa(i)))
		}
	case map[string]any:
		c.members(s, v, path)
	}
}

func bound[N int | float64](c *checker, path []string, n N, least *N, few toolerr.Rule, most *N, many toolerr.Rule) {
	switch {
	case least != nil && n < *least:
		c.add(path, few, toolerr.Detail{Limit: append(words([]N{*least}, toolerr.Ident), toolerr.Arg{})[0]})
	case most != nil && n > *most:
		c.add(path, many, toolerr.Detail{Limit: append(words([]N{*most}, toolerr.Ident), toolerr.Arg{})[0]})
	}
}

func (c *checker) members(s *jsonschema.Schema, v map[string]any, path []string) {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok && (s.Properties[name] == nil || s.Properties[name].Default == nil) {
			c.add(append(path, name), toolerr.RuleRequired, toolerr.Detail{})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		of, known := s.Properties[name]
		switch others := s.AdditionalProperties; {
		case known:
		case len(s.PatternProperties) > 0:
			continue
		case others == nil || others.Not == nil: // false is the schema {"not": {}}
			of = others
		default:
			near := nearest.Names(name, slices.Sorted(maps.Keys(s.Properties)), 1)
			c.add(append(path, name), toolerr.RuleUnknown, toolerr.Detail{Names: words(near, toolerr.Quote)})
			continue
		}
		c.value(of, v[name], append(path, name))
	}
}

// valid reports whether a value fits a schema. A schema that cannot be used has no problems.
func (c *checker) valid(s *jsonschema.Schema, value any) bool {
	if s == nil {
		return true
	}
	r, ok := c.ready[s]
	if !ok { // takes as long as a hundred validations
		whole := s.CloneSchemas()
		whole.Defs, whole.Definitions = c.root.Defs, c.root.Definitions
		r, _ = whole.Resolve(nil)
		c.ready[s] = r
	}
	return r == nil || r.Validate(value) == nil
}

// typeNames are the types of decoded values in a schema.
var typeNames = map[reflect.Kind]string{ //nolint:exhaustive // the others do not occur
	reflect.Invalid: "null", reflect.Bool: "boolean", reflect.String: "string", reflect.Float64: "number", reflect.Slice: "array", reflect.Map: "object",
}

// words returns the values that a schema names, and nil if they are many, or if a number may
// have lost digits when the schema was decoded.
func words[T any](all []T, arg func(string) toolerr.Arg) (args []toolerr.Arg) {
	for _, one := range all {
		if n, ok := any(one).(float64); ok && math.Abs(n) >= 1<<53 {
			return nil
		}
		text, ok := any(one).(string)
		if raw, _ := json.Marshal(one); !ok {
			text, arg = string(raw), toolerr.Ident
		}
		args = append(args, arg(text))
	}
	if len(args) > 8 {
		return nil
	}
	return args
}
