package toolargs

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	validate "github.com/santhosh-tekuri/jsonschema/v6"
)

// A schema may come from a third party. The cost of a
// check grows with the number of paths through the schema: two kilobytes of references can
// cost a billion checks. So a schema is measured when it is parsed, and a value before it
// is validated.
const (
	// maxSchemaBytes limits the size of a schema, and maxSchemaValues the values in its
	// JSON, because the compiler compares each schema with all others
	// (santhosh-tekuri/jsonschema v6.0.3, compiler.go, queue).
	maxSchemaBytes  = 256 << 10
	maxSchemaValues = 20_000
	// maxForms limits the schemas that one value is checked against, which allOf, anyOf,
	// $ref and the like refer to, including repeated references.
	maxForms = 4096
	// maxFormsInAll limits the sum of that over the schemas in a schema.
	maxFormsInAll = 1 << 20
	// maxChecks limits the schemas that a value and all values in it are checked against,
	// weighted by the size of what they read.
	maxChecks = 1 << 20
	// maxCheckDepth limits the nesting of checks. The validator is recursive, and a stack
	// overflow ends the process.
	maxCheckDepth = 10_000
	// fewChecks take a few milliseconds, and run without a timeout.
	fewChecks = 1 << 13
)

// A rule is the cost of a check of a value against a schema.
type rule struct {
	weight     int // cost that does not depend on the value
	perByte    int // for a text, in 256ths
	same       []*rule
	properties map[string]*rule
	patterns   []patternRule
	others     *rule   // of members without their own rule
	members    []*rule // for every member
	names      []*rule // for the names of members
	first      []*rule // for the first items
	items      []*rule // for every item
}

type patternRule struct {
	*rule
	name  validate.Regexp
	steps int // size of the pattern
}

// rules has the rules of all schemas that are reachable from a schema.
type rules map[*validate.Schema]*rule

// of returns the rule of a schema. A recursive schema has a recursive rule.
func (all rules) of(s *validate.Schema) *rule {
	if s == nil {
		return nil
	}
	if known, ok := all[s]; ok {
		return known
	}
	r := &rule{weight: 1 + len(s.Required)}
	all[s] = r
	if s.Enum != nil {
		r.weight += len(s.Enum.Values)
	}
	if s.Format != nil {
		r.perByte = 1
		if s.Format.Name == "regex" { // the check compiles the value
			r.perByte = 4096
		}
	}
	if p, ok := s.Pattern.(pattern); ok {
		r.perByte += p.steps
	}
	all.add(&r.same, s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else)
	if s.DynamicRef != nil {
		all.add(&r.same, s.DynamicRef.Ref)
	}
	all.add(&r.same, slices.Concat(s.AllOf, s.AnyOf, s.OneOf)...)
	all.add(&r.same, slices.Collect(maps.Values(s.DependentSchemas))...)
	for _, d := range s.Dependencies {
		all.addAny(&r.same, d)
	}
	r.properties = make(map[string]*rule, len(s.Properties))
	for name, p := range s.Properties {
		r.properties[name] = all.of(p)
	}
	for name, p := range s.PatternProperties {
		text, _ := name.(pattern) // the type is always pattern
		r.patterns = append(r.patterns, patternRule{all.of(p), name, text.steps})
	}
	if others, ok := s.AdditionalProperties.(*validate.Schema); ok {
		r.others = all.of(others)
	}
	all.add(&r.members, s.UnevaluatedProperties)
	all.add(&r.names, s.PropertyNames)
	all.add(&r.first, s.PrefixItems...)
	all.add(&r.items, s.Items2020, s.Contains, s.UnevaluatedItems)
	all.addAny(&r.items, s.AdditionalItems)
	if list, ok := s.Items.([]*validate.Schema); ok {
		all.add(&r.first, list...)
	} else {
		all.addAny(&r.items, s.Items)
	}
	return r
}

func (all rules) add(to *[]*rule, schemas ...*validate.Schema) {
	for _, s := range schemas {
		if s != nil {
			*to = append(*to, all.of(s))
		}
	}
}

// addAny adds v if it is a schema.
func (all rules) addAny(to *[]*rule, v any) {
	if s, ok := v.(*validate.Schema); ok {
		all.add(to, s)
	}
}

var (
	errSchemaDynamic = errors.New("$dynamicRef and $recursiveRef to anchors are not supported")
	errSchemaForms   = fmt.Errorf("its references and alternatives make more than %d schemas for one value", maxForms)
	errSchemaInAll   = fmt.Errorf("its references and alternatives make more than %d schemas", maxFormsInAll)
)

// measure returns the rules of a schema, or an error if it is too expensive to check values
// against it.
func measure(s *validate.Schema) (rules, error) {
	all := rules{}
	all.of(s)
	sum, forms := 0, make(map[*rule]int, len(all))
	for s, r := range all {
		if s.DynamicRef != nil && s.DynamicRef.Anchor != "" || s.RecursiveRef != nil && s.RecursiveRef.RecursiveAnchor {
			return nil, errSchemaDynamic // they are resolved only during a check
		}
		n := r.forms(forms)
		if n > maxForms {
			return nil, errSchemaForms
		}
		if sum += n; sum > maxFormsInAll {
			return nil, errSchemaInAll
		}
	}
	return all, nil
}

// values counts the values in a JSON document.
func values(doc any) int {
	n := 1
	switch x := doc.(type) {
	case map[string]any:
		for _, v := range x {
			n += values(v)
		}
	case []any:
		for _, v := range x {
			n += values(v)
		}
	}
	return n
}

// forms counts the schemas that one value is checked against, and stops a little above
// maxForms. A schema that refers to itself for the same value counts once: it is an error
// only if it is used.
func (r *rule) forms(known map[*rule]int) int {
	if n, ok := known[r]; ok {
		return n
	}
	known[r] = 1 // during the count
	n := 1
	for _, other := range r.same {
		if n += other.forms(known); n > maxForms {
			break
		}
	}
	known[r] = n
	return n
}

// checks counts the cost of a check of a value, and stops a little above limit.
func (r *rule) checks(value any, limit int) int {
	e := effort{left: limit}
	e.value(r, value, 0)
	return limit - e.left
}

// effort is the remaining budget of a check. It visits everything that the validator may
// visit, which is more than the validator does if an alternative matches.
type effort struct{ left, depth int }

// value subtracts the cost of one value. depth is the number of schemas that refer to each
// other for this value. The validator stops at a cycle.
func (e *effort) value(r *rule, value any, depth int) {
	if e.left < 0 || r == nil || depth > maxForms {
		return
	}
	if e.depth++; e.depth > maxCheckDepth {
		e.left = -1
	}
	defer func() { e.depth-- }()
	e.left -= r.weight
	for _, other := range r.same {
		e.value(other, value, depth+1)
	}
	switch x := value.(type) {
	case string:
		e.left -= len(x) * r.perByte / 256
	case map[string]any:
		e.left -= len(x) * (1 + len(r.patterns))
		for name, v := range x {
			e.member(r, name, v)
		}
	case []any:
		e.left -= len(x)
		for i, v := range x {
			e.item(r, i, v)
		}
	}
}

func (e *effort) member(r *rule, name string, value any) {
	if e.left < 0 {
		return
	}
	p, named := r.properties[name]
	e.value(p, value, 0)
	for _, p := range r.patterns {
		if e.left -= len(name) * p.steps / 256; e.left >= 0 && p.name.MatchString(name) {
			named = true
			e.value(p.rule, value, 0)
		}
	}
	if !named {
		e.value(r.others, value, 0)
	}
	for _, other := range r.members {
		e.value(other, value, 0)
	}
	for _, other := range r.names {
		e.value(other, name, 0)
	}
}

func (e *effort) item(r *rule, i int, value any) {
	if e.left < 0 {
		return
	}
	if i < len(r.first) {
		e.value(r.first[i], value, 0)
	}
	for _, other := range r.items {
		e.value(other, value, 0)
	}
}
