package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// unframed removes frames and colours (Terraform 1.9), and makes quotation marks equal: GNU programs
// write ‘x’, and git `x'.
var unframed = strings.NewReplacer("│", "", "╷", "", "╵", "", "‘", "'", "’", "'", "“", "'", "”", "'", "`", "'", "\r", "", " '' ", " ", " '':", ":",
	"\x1b[0m", "", "\x1b[1m", "", "\x1b[4m", "", "\x1b[31m", "")

// isUsage reports whether a line begins the description of a program.
func isUsage(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	return strings.HasPrefix(line, "usage:") || strings.HasPrefix(line, "usage ") || strings.HasPrefix(line, "options:") || strings.HasPrefix(line, "stack trace")
}

// withoutUsage returns a text without the description of a program above or below it.
func withoutUsage(text string) string {
	if head, schema, ok := strings.Cut(text, "Failed validating '"); ok { // jsonschema (Python) prints a schema with limits that were met
		_, place, _ := strings.Cut(schema, "On instance")
		text = head + "\nOn instance" + place
	}
	if !strings.Contains(text, "\n") {
		return text
	}
	lines := strings.Split(text, "\n")
	if rest := slices.IndexFunc(lines, func(line string) bool { return line != "" && line[0] != ' ' && !isUsage(line) }); rest > 0 && isUsage(lines[0]) {
		lines = lines[rest:]
	}
	if end := slices.IndexFunc(lines, isUsage); end > 0 {
		lines = lines[:end]
	}
	return strings.Join(lines, "\n")
}

// placedAt returns the position that a text or the members beside it state. It is exact if it has
// a column or an offset, and stands at an end of the text or in the members: such a text is that of
// a parser.
func placedAt(n jsontree.Node, text string) (at toolerr.Position, exact bool) {
	number := func(names ...string) int {
		for _, name := range names {
			if m := n.Member(name); m.IsNumber() {
				if value, rest := digits(m.Text); rest == "" {
					return value
				}
			}
		}
		return 0
	}
	at = toolerr.Position{Line: number("line", "lineNumber", "lineno", "row"), Column: number("column", "columnNumber", "col", "colno")}
	if at.Line > 0 && at.Column > 0 {
		return at, true
	}
	if offset := number("position", "offset", "pos"); offset > 0 && n.Member("token").Exists() {
		return toolerr.Position{Offset: offset}, true
	}
	if !strings.ContainsAny(text, "0123456789") {
		return toolerr.Position{}, false
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text[:min(len(text), 1<<10)]), "\n")
	lower := strings.ToLower(line)
	at, end := positionIn(lower)
	if at.Column == 0 && at.Offset == 0 || len(lower) != len(line) {
		return at, false
	}
	pair := lower[strings.LastIndexAny(lower[:end], "[(")+1 : end]
	list := strings.Trim(pair, "0123456789, ") == "" // "[5, 9]" is a range
	return at, strings.Trim(lower[end:], " .)]") == "" && !list
}

// isPlaced reports whether a line alone is that of a parser by its position.
func isPlaced(line string) bool {
	_, exact := placedAt(jsontree.Node{}, line)
	return exact
}
