package toolargs

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	validate "github.com/santhosh-tekuri/jsonschema/v6"
)

// A shape has the parts of a schema by which arguments are corrected before validation:
// some models send null for an omitted value, and 1.0 for 1.
type shape struct {
	properties map[string]*shape
	required   []string
	others     *shape // of other properties
	items      *shape
	null       bool // null is allowed
	integer    bool // a number is an integer
}

// shapes has the shapes of all schemas that are reachable from a schema.
type shapes struct {
	rules rules
	seen  map[*validate.Schema]*shape
}

// of returns the shape of a schema. A recursive schema has a recursive shape.
func (all shapes) of(s *validate.Schema) *shape {
	if s == nil {
		return nil
	}
	seen := all.seen
	if known, ok := seen[s]; ok {
		return known
	}
	if s.Ref != nil && len(s.Properties) == 0 {
		seen[s] = nil // if it refers only to itself
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
	return all.rules.of(s).checks(nil, maxForms) <= maxForms && s.Validate(nil) == nil
}

// fit removes optional null members whose schema does not allow null, and writes whole
// numbers as integers where the schema requires an integer. It reports whether it changed
// the value.
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

// whole returns an integral number in integer notation, because encoding/json does not
// decode 1.0 into an int.
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
