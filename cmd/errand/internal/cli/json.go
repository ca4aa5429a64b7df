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

// spaced returns JSON in one line that can be wrapped between its members, and in its
// strings at spaces. It has the same meaning.
func spaced(raw []byte) string {
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return string(raw)
	}
	var b strings.Builder
	quoted, escaped := false, false
	for _, c := range compact.Bytes() {
		b.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case !quoted && c == ',':
			b.WriteByte(' ')
		case !quoted && c == ':':
			b.WriteString(screen.Join)
		}
	}
	return b.String()
}
