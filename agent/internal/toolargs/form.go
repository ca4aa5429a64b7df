package toolargs

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// A form is a schema that says nothing but types, members and items, as most schemas of
// tools do. It accepts arguments as they are written, at the cost of looking at them once;
// decoding them, and the fractions and lists that the validator makes, would be the larger
// part of what a call costs. What a form does not accept is decoded and checked, which
// finds out what is wrong, if anything is.
type form struct {
	types      []string // nil is any
	properties map[string]*form
	required   []string
	others     *form // of members that have no form of their own; nil if there may be none
	items      *form
}

// anything is the form of the schema true.
var anything = &form{}

// formWords are the keywords that a form knows: the others of them say nothing about values.
var formWords = []string{
	"type", "properties", "required", "additionalProperties", "items",
	"title", "description", "default", "examples", "contentEncoding",
}

// formOf returns the form of a schema that was compiled, depth levels below the top; nil if
// the schema says more, or is nested deeper than arguments may be.
func formOf(doc any, depth int) *form {
	if doc == true {
		return anything
	}
	schema, ok := doc.(map[string]any)
	if !ok || depth >= maxDepth {
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
		if f.properties[name] = formOf(member, depth+1); f.properties[name] == nil {
			return nil
		}
	}
	if others, ok := schema["additionalProperties"]; ok {
		if f.others = formOf(others, depth+1); f.others == nil && others != false {
			return nil
		}
	}
	if items, ok := schema["items"]; ok {
		if f.items = formOf(items, depth+1); f.items == nil {
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

// maxKeys is how many members an object may have that a form accepts: each key is compared
// with all others.
const maxKeys = 32

// accepts reports whether text, which is valid JSON, is one object that fits for certain, and
// that is given to a tool as it is written. It does not accept what is taken out or written
// otherwise, such as null and 1.0, nor keys that would have to be decoded.
func (f *form) accepts(text []byte) bool {
	s := jsonvalue.Scan(text)
	return s.Next() == '{' && f.acceptsNext(&s)
}

// acceptsNext is accepts for the next value of a scanner.
func (f *form) acceptsNext(s *jsonvalue.Scanner) bool {
	switch s.Next() {
	case '{':
		return f != anything && f.allows("object") && f.acceptsMembers(s)
	case '[':
		if f == anything || !f.allows("array") {
			return false
		}
		for s.Step(); s.Next() != ']'; {
			if !f.items.acceptsNext(s) {
				return false
			}
		}
		s.Step()
		return true
	case '"':
		s.Take()
		return f.allows("string")
	case 't', 'f':
		s.Take()
		return f.allows("boolean")
	case 'n':
		return false
	}
	number := s.Take()
	const longest = 300 // digits that a float64 can hold
	return len(number) <= longest && !bytes.ContainsAny(number, ".eE") && (f.allows("integer") || f.allows("number"))
}

func (f *form) allows(name string) bool { return f.types == nil || slices.Contains(f.types, name) }

func (f *form) acceptsMembers(s *jsonvalue.Scanner) bool {
	var keys [maxKeys][]byte
	n := 0
	for s.Step(); s.Next() != '}'; n++ {
		key := s.Take()
		key = key[1 : len(key)-1]
		if n == maxKeys || !plainKey(key) {
			return false
		}
		for _, other := range keys[:n] {
			if bytes.EqualFold(other, key) {
				return false
			}
		}
		keys[n] = key
		member, named := f.properties[string(key)]
		if !named {
			member = f.others
		}
		if member == nil || !member.acceptsNext(s) {
			return false
		}
	}
	s.Step()
	for _, name := range f.required {
		if !slices.ContainsFunc(keys[:n], func(key []byte) bool { return string(key) == name }) {
			return false
		}
	}
	return true
}

// plainKey reports whether a key is written as it is.
func plainKey(key []byte) bool {
	for _, c := range key {
		if c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
