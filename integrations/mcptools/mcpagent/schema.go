package mcpagent

import "encoding/json"

// withoutForms returns a schema without the alternatives at its root, which some providers
// refuse (Claude API, Tool use: input_schema does not support oneOf, allOf, or anyOf at the
// top level; read 2026-11-26). The properties of all forms are those of the schema, with
// those that allOf requires. It returns nil if the schema has none.
func withoutForms(schema json.RawMessage) json.RawMessage {
	type form struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []json.RawMessage          `json:"required"`
	}
	var members map[string]json.RawMessage
	var root form
	if json.Unmarshal(schema, &members) != nil || json.Unmarshal(schema, &root) != nil {
		return nil
	}
	if root.Properties == nil {
		root.Properties = map[string]json.RawMessage{}
	}
	found := false
	for _, word := range [...]string{"anyOf", "oneOf", "allOf"} {
		var forms []form
		raw, ok := members[word]
		if !ok {
			continue
		}
		found = true
		_ = json.Unmarshal(raw, &forms) // a form that is true or false has no properties
		for _, f := range forms {
			for name, property := range f.Properties {
				if _, ok := root.Properties[name]; !ok {
					root.Properties[name] = property
				}
			}
			if word == "allOf" {
				root.Required = append(root.Required, f.Required...)
			}
		}
		delete(members, word)
	}
	if !found {
		return nil
	}
	members["type"] = json.RawMessage(`"object"`)
	members["properties"], _ = json.Marshal(root.Properties) // of JSON
	if len(root.Required) > 0 {
		members["required"], _ = json.Marshal(root.Required)
	}
	plain, err := json.Marshal(members)
	if err != nil {
		return nil
	}
	return plain
}

// exact returns a part of a decoded schema without the numbers that may have lost digits, and
// without the lists of these, such as an enum of ids: an agent would refuse the right one. It
// reports whether the part itself stays.
func exact(part any) (any, bool) {
	switch v := part.(type) {
	case float64:
		return v, !rounded(v)
	case []any:
		all := make([]any, len(v))
		for i, item := range v {
			var ok bool
			if all[i], ok = exact(item); !ok {
				return nil, false
			}
		}
		return all, true
	case map[string]any:
		kept := map[string]any{}
		for key, member := range v {
			if m, ok := exact(member); ok {
				kept[key] = m
			}
		}
		return kept, true
	}
	return part, true
}
