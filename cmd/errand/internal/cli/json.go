package cli

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

// writeJSON writes v to standard output, indented, and returns the exit code.
func (a *app) writeJSON(v any) int {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return a.written(enc.Encode(v))
}

// spaced returns JSON in one line that can be wrapped between its members, and
// in its strings at spaces. It is the same JSON.
func spaced(raw []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", ""); err != nil {
		return string(raw)
	}
	// A string has no raw newline, so every newline is one of Indent's.
	text := strings.ReplaceAll(b.String(), "\n", " ")
	text = strings.NewReplacer("{ ", "{", " }", "}", "[ ", "[", " ]", "]").Replace(text)
	return strings.ReplaceAll(text, `": `, `":`+screen.Join)
}
