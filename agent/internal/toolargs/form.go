package toolargs

import (
	"encoding/json"
	"slices"
	"strings"
)

// A form is a schema that says nothing but types, members and items, as most schemas of
// tools do. It accepts a value at the cost of looking at it; the validator makes a fraction
// of each number and a list of each object's members. What a form does not accept the
// validator is asked about, which finds out what is wrong.
type form struct {
	types      []string // nil is any
	properties map[string]*form
	required   []string
	others     *form // of members that have no form of their own; nil if there may be none
	items      *form
}

// anything is the form of the schema true.
var anything = func() *form {
	f := &form{}
	f.others, f.items = f, f
	return f
}()

// formWords are the keywords that a form knows: the others of them say nothing about values.
var formWords = []string{
	"type", "properties", "required", "additionalProperties", "items",
	"title", "description", "default", "examples", "contentEncoding",
}

// formOf returns the form of a schema that was compiled; nil if the schema says more.
func formOf(doc any) *form {
	if doc == true {
		return anything
	}
	schema, ok := doc.(map[string]any)
	if !ok {
		return nil
	}
	for word := range schema {
		if !slices.Contains(formWords, word) {
			return nil
		}
	}
	f := &form{types: texts(schema["type"]), required: texts(schema["required"]), others: anything, items: anything}
	members, _ := schema["properties"].(map[string]any)
	if len(members) > 0 {
		f.properties = make(map[string]*form, len(members))
	}
	for name, member := range members {
		if f.properties[name] = formOf(member); f.properties[name] == nil {
			return nil
		}
	}
	if others, ok := schema["additionalProperties"]; ok {
		if f.others = formOf(others); f.others == nil && others != false {
			return nil
		}
	}
	if items, ok := schema["items"]; ok {
		if f.items = formOf(items); f.items == nil {
			return nil
		}
	}
	return f
}

// texts returns a text, or a list of texts, as a list.
func texts(v any) []string {
	switch x := v.(type) {
	case string:
		return []string{x}
	case []any:
		all := make([]string, len(x))
		for i, e := range x {
			all[i], _ = e.(string)
		}
		return all
	}
	return nil
}

// Accepts reports whether a value fits the schema for certain, without asking the validator.
// Of any other value [Schema.Check] finds out.
func (s *Schema) Accepts(value any) bool { return s.form != nil && s.form.accepts(value) }

// accepts reports whether a value fits, for certain: a number with a fraction or an
// exponent may be an integer all the same.
func (f *form) accepts(value any) bool {
	switch x := value.(type) {
	case nil:
		return f.allows("null")
	case bool:
		return f.allows("boolean")
	case string:
		return f.allows("string")
	case json.Number:
		return reasonable(string(x)) &&
			(f.allows("number") || f.allows("integer") && !strings.ContainsAny(string(x), ".eE"))
	case []any:
		return f.allows("array") && !slices.ContainsFunc(x, func(e any) bool { return !f.items.accepts(e) })
	case map[string]any:
		return f.allows("object") && f.acceptsMembers(x)
	}
	return false
}

func (f *form) allows(name string) bool { return f.types == nil || slices.Contains(f.types, name) }

func (f *form) acceptsMembers(object map[string]any) bool {
	for _, name := range f.required {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	for name, v := range object {
		member, named := f.properties[name]
		if !named {
			member = f.others
		}
		if member == nil || !member.accepts(v) {
			return false
		}
	}
	return true
}
