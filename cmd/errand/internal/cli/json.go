package cli

import (
	"bytes"
	"encoding/json"
	"strings"
)

// writeJSON writes v to standard output, indented, and returns the exit code.
func (a *app) writeJSON(v any) int {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return a.written(enc.Encode(v))
}

// spaced returns JSON in one line that can be wrapped between its members. It has the same
// meaning.
func spaced(raw []byte) string {
	var lines bytes.Buffer
	if err := json.Indent(&lines, raw, "", ""); err != nil {
		return string(raw)
	}
	return oneLine.Replace(lines.String())
}

// oneLine joins the lines of JSON, whose strings have none.
var oneLine = strings.NewReplacer("{\n", "{", "\n}", "}", "[\n", "[", "\n]", "]", "\n", " ")
