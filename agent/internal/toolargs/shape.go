package toolargs

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	validate "github.com/santhosh-tekuri/jsonschema/v6"
)

// A shape is what a schema says about the make of a value, as far as arguments
// are put right by it before they are checked: some models write null for what
// they mean to leave out, and 1.0 where they mean 1.
type shape struct {
	properties map[string]*shape
	required   []string
	others     *shape // of properties that are not named
	items      *shape
	null       bool // null is a value
	integer    bool // a number is an integer
}

// shapes are those of all schemas that a schema leads to.
type shapes struct {
	rules rules // nil for a schema that follows from a Go type
	seen  map[*validate.Schema]*shape
}

// of reads the shape of a schema. Schemas that refer to themselves have shapes
// that do.
func (all shapes) of(s *validate.Schema) *shape {
	if s == nil {
		return nil
	}
	seen := all.seen
	if known, ok := seen[s]; ok {
		return known
	}
	if s.Ref != nil && len(s.Properties) == 0 {
		seen[s] = nil // of one that refers to itself alone
		seen[s] = all.of(s.Ref)
		return seen[s]
	}
	sh := &shape{required: s.Required, null: all.allowsNull(s)}
	seen[s] = sh
	if s.Types != nil {
		types := s.Types.ToStrings()
		sh.integer = slices.Contains(types, "integer") && !slices.Contains(types, "number")
	}
	if len(s.Properties) > 0 {
		sh.properties = make(map[string]*shape, len(s.Properties))
	}
	for name, p := range s.Properties {
		sh.properties[name] = all.of(p)
	}
	if others, ok := s.AdditionalProperties.(*validate.Schema); ok {
		sh.others = all.of(others)
	}
	if sh.items = all.of(s.Items2020); sh.items == nil {
		if items, ok := s.Items.(*validate.Schema); ok {
			sh.items = all.of(items)
		}
	}
	return sh
}

func (all shapes) allowsNull(s *validate.Schema) bool {
	return (all.rules == nil || all.rules.of(s).checks(nil, maxForms) <= maxForms) && s.Validate(nil) == nil
}

// fit takes out of a value what is null, is not required and cannot be null, and
// writes whole numbers as such where the schema wants an integer. It reports
// whether it changed something.
func (s *shape) fit(value any) (fitted any, changed bool) {
	if s == nil {
		return value, false
	}
	switch x := value.(type) {
	case map[string]any:
		return x, s.fitObject(x)
	case []any:
		for i := range x {
			v, other := s.items.fit(x[i])
			if other {
				x[i], changed = v, true
			}
		}
		return x, changed
	case json.Number:
		if s.integer && strings.ContainsAny(string(x), ".eE") {
			return whole(x)
		}
	}
	return value, false
}

func (s *shape) fitObject(object map[string]any) (changed bool) {
	if s.properties == nil && s.others == nil {
		return false
	}
	for name, v := range object {
		p, named := s.properties[name]
		if !named {
			p = s.others
		}
		if v == nil && named && p != nil && !p.null && !slices.Contains(s.required, name) {
			delete(object, name)
			changed = true
			continue
		}
		if fitted, other := p.fit(v); other {
			object[name], changed = fitted, true
		}
	}
	return changed
}

// whole returns a number that is an integer in the digits of one: encoding/json
// does not read 1.0 into an int.
func whole(n json.Number) (any, bool) {
	if !reasonable(string(n)) {
		return n, false
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok || !r.IsInt() {
		return n, false
	}
	return json.Number(r.Num().String()), true
}
