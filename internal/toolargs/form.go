package toolargs

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// A form is a schema that has only types, members and items, like most schemas of tools. It
// accepts unmodified arguments in one pass without decoding them. Decoding, and the
// fractions and lists of the validator, would be the larger part of the cost of a call.
// Arguments that a form does not accept are decoded and validated, and may be valid.
type form struct {
	types      []string // nil means any
	properties map[string]*form
	required   []string
	others     *form // of members without their own form; nil if none are allowed
	items      *form
}

// anything is the form of the schema true.
var anything = &form{}

// formWords are the keywords that a form supports. Those without a field do not affect
// values.
var formWords = []string{
	"type", "properties", "required", "additionalProperties", "items",
	"title", "description", "default", "examples", "contentEncoding",
}

// formOf returns the form of a compiled schema at the given depth. It returns nil if the
// schema has other keywords, or is nested deeper than arguments may be.
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

// texts returns a string, or a list of strings, as a list.
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

// maxKeys is the maximum number of members in an object that a form accepts, because each
// key is compared with all others.
const maxKeys = 32

// accepts reports whether text, which must be valid JSON, is one valid object that a tool
// gets unmodified. It rejects values that may be removed or rewritten, such as null and
// 1.0, and keys that must be decoded.
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

// plainKey reports whether a key has no escapes.
func plainKey(key []byte) bool {
	for _, c := range key {
		if c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
