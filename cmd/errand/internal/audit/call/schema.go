// Package call makes the calls of an audit: arguments from a tool's schema, or from a
// file.
package call

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
)

// maxDepth limits the depth of a schema, because one can refer to itself.
const maxDepth = 8

// A Schema is a decoded JSON Schema.
type Schema map[string]any

// Required returns arguments for the required properties.
func (s Schema) Required() map[string]any { return s.arguments(false) }

// Full returns arguments for every property of the schema.
func (s Schema) Full() map[string]any { return s.arguments(true) }

func (s Schema) arguments(full bool) map[string]any {
	m := maker{root: s, full: full}
	if made, ok := m.object(s, 0).(map[string]any); ok {
		return made
	}
	return map[string]any{}
}

// Variants returns arguments to try until a tool reaches its upstream: the required ones,
// all, and one variant for each value of the required enums, at most 12.
func (s Schema) Variants() []map[string]any {
	all := []map[string]any{s.Required()}
	if full := s.Full(); len(full) > len(all[0]) {
		all = append(all, full)
	}
	properties := s.Properties()
	for _, base := range slices.Clip(all) {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			values, _ := properties[name]["enum"].([]any)
			if _, used := base[name]; !used || len(values) < 2 {
				continue
			}
			for _, v := range values[1:] {
				other := maps.Clone(base)
				other[name] = v
				all = append(all, other)
			}
		}
	}
	return all[:min(len(all), 12)]
}

// Properties returns the schemas of the arguments.
func (s Schema) Properties() map[string]Schema {
	found := map[string]Schema{}
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		if p, ok := p.(map[string]any); ok {
			found[name] = p
		}
	}
	return found
}

// RequiredNames returns the names of the required arguments, sorted.
func (s Schema) RequiredNames() []string {
	var names []string
	list, _ := s["required"].([]any)
	for _, n := range list {
		if n, ok := n.(string); ok {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// A maker makes values for the schemas below a root.
type maker struct {
	root Schema
	full bool
}

func (m maker) value(name string, s Schema, depth int) any {
	if depth > maxDepth {
		return "example"
	}
	s = m.resolve(s)
	for _, key := range []string{"const", "default"} {
		if v, ok := s[key]; ok && v != nil {
			return v
		}
	}
	for _, key := range []string{"examples", "enum"} {
		if list, _ := s[key].([]any); len(list) > 0 {
			return list[0]
		}
	}
	switch kind(s) {
	case "object":
		return m.object(s, depth)
	case "array":
		return m.array(name, s, depth)
	case "integer", "number":
		return number(s)
	case "boolean":
		return true
	case "null":
		return nil
	}
	return text(name, s)
}

// resolve follows references, and the first alternative that is not null.
func (m maker) resolve(s Schema) Schema {
	for range maxDepth {
		if ref, _ := s["$ref"].(string); strings.HasPrefix(ref, "#/") {
			s = m.follow(ref)
			continue
		}
		next := alternative(s)
		if next == nil {
			return s
		}
		s = next
	}
	return s
}

func (m maker) follow(ref string) Schema {
	at := map[string]any(m.root)
	for part := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at, _ = at[part].(map[string]any)
	}
	return at
}

// alternative returns the replacement of a schema with alternatives, or nil for a plain
// one.
func alternative(s Schema) Schema {
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		if kind(s) == "object" && s["properties"] != nil {
			continue // alternatives for required properties
		}
		for _, one := range list {
			if one, ok := one.(map[string]any); ok && one["type"] != "null" {
				return one
			}
		}
	}
	list, _ := s["allOf"].([]any)
	if len(list) == 0 {
		return nil
	}
	merged := maps.Clone(s)
	delete(merged, "allOf")
	for _, one := range list {
		if one, ok := one.(map[string]any); ok {
			maps.Copy(merged, one)
		}
	}
	return merged
}

// kind returns the first type of a schema that is not null.
func kind(s Schema) string {
	switch t := s["type"].(type) {
	case string:
		return t
	case []any:
		for _, one := range t {
			if one, ok := one.(string); ok && one != "null" {
				return one
			}
		}
	}
	if s["properties"] != nil {
		return "object"
	}
	return ""
}

func (m maker) object(s Schema, depth int) any {
	made := map[string]any{}
	required := s.RequiredNames()
	for name, p := range s.Properties() {
		if m.full && depth < 2 || slices.Contains(required, name) {
			made[name] = m.value(name, p, depth+1)
		}
	}
	return made
}

func (m maker) array(name string, s Schema, depth int) any {
	items, _ := s["items"].(map[string]any)
	least, _ := s["minItems"].(float64)
	made := make([]any, 0, 1)
	for range min(max(int(least), 1), 16) {
		made = append(made, m.value(strings.TrimSuffix(name, "s"), items, depth+1))
	}
	return made
}

func number(s Schema) any {
	n := 1.0
	if least, ok := s["minimum"].(float64); ok {
		n = max(n, least)
	}
	if least, ok := s["exclusiveMinimum"].(float64); ok && n <= least {
		n = least + 1
	}
	if most, ok := s["maximum"].(float64); ok {
		n = min(n, most)
	}
	if kind(s) == "integer" || n == math.Trunc(n) {
		return int64(n)
	}
	return n
}

// formats are values for the formats of JSON Schema.
var formats = map[string]string{
	"date-time": "2026-01-02T03:04:05Z", "date": "2026-01-02", "time": "03:04:05Z", "duration": "P1D",
	"email": "user@example.com", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"uri": "https://example.com/", "url": "https://example.com/", "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
}

// names are values for arguments by their name, or its last word.
var names = map[string]string{
	"url": formats["uri"], "uri": formats["uri"], "email": formats["email"], "date": formats["date"],
	"sha": "0123456789abcdef0123456789abcdef01234567", "path": "README.md", "id": "1", "uuid": formats["uuid"],
	"since": formats["date-time"], "before": formats["date-time"], "version": "v1", "kind": "Pod", "apiversion": "v1",
}

func text(name string, s Schema) string {
	format, _ := s["format"].(string)
	v, ok := formats[format]
	if !ok {
		lower := strings.ToLower(name)
		if v, ok = names[lower]; !ok {
			v, ok = names[lower[strings.LastIndexAny(lower, "_-.")+1:]]
		}
	}
	if !ok {
		v = "example"
	}
	if least, _ := s["minLength"].(float64); len(v) < int(min(least, 4096)) {
		v += strings.Repeat("x", int(min(least, 4096))-len(v))
	}
	if most, ok := s["maxLength"].(float64); ok && most >= 0 && len(v) > int(most) {
		v = v[:int(most)]
	}
	return v
}

// Success returns the body of a success that fits the arguments as far as a guess can: it
// has objects under the names that they contain, as a list of a service's resources does,
// also in data.
func Success(arguments map[string]any) string {
	named := map[string]any{}
	for _, value := range arguments {
		if name, ok := value.(string); ok && name != "" {
			named[name], named[strings.TrimSuffix(name, "/")+"/"] = map[string]any{}, map[string]any{}
		}
	}
	object := maps.Clone(named)
	object["data"] = named
	b, err := json.Marshal(object)
	if err != nil {
		return ""
	}
	return string(b)
}
