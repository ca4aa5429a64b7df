package refusals

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A View is what a model reads of a refusal.
type View struct {
	Raw   string   // as it is sent
	Text  string   // its strings, numbers and booleans, one to a line
	Paths []string // of its problems
}

// NewView returns the view of what is sent to a model: errand's JSON, other JSON, or a text.
func NewView(sent []byte) View {
	v := View{Raw: string(sent), Text: string(sent)}
	var value any
	if json.Unmarshal(sent, &value) != nil {
		return v
	}
	var lines []string
	leaves(value, &lines)
	v.Text = strings.Join(lines, "\n")
	var payload struct {
		Problems []struct{ Path string } `json:"problems"`
	}
	if json.Unmarshal(sent, &payload) == nil {
		for _, p := range payload.Problems {
			if p.Path != "" {
				v.Paths = append(v.Paths, p.Path)
			}
		}
	}
	return v
}

// leaves collects the strings, numbers and booleans of a JSON value, without the members that errand's
// payload has for every call.
func leaves(value any, lines *[]string) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			switch member := value[key].(type) {
			case float64, bool:
				*lines = append(*lines, fmt.Sprintf("%s: %v", key, member)) // means nothing without its key
			default:
				if key != "effect" && key != "service" {
					leaves(member, lines)
				}
			}
		}
	case []any:
		for _, item := range value {
			leaves(item, lines)
		}
	case string:
		*lines = append(*lines, value)
	case float64:
		*lines = append(*lines, fmt.Sprint(value))
	}
}
