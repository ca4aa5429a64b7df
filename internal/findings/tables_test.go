package findings_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/findings"
	"github.com/errand-go/errand/toolerr"
)

// fill returns a text that a pattern matches.
func fill(p phrase.Pattern) string {
	return strings.NewReplacer(
		"…", "Before, ", "$", "", "{field}", "afield", "{word}", "aword", "{value}", "avalue", "{name}", "7", "{names}", "'one', 'two'",
		"{limit}", "11", "{offset}", "3", "{line}", "2", "{column}", "5", "{}", "some text").Replace(
		strings.NewReplacer(`Variable "{word}`, `Variable "$$aword`, "Variable {word}", "Variable $$aword").Replace(p.Text))
}

// Each row has a source, and no earlier row matches its sentence.
func TestTables(t *testing.T) {
	for name, table := range findings.Tables {
		for _, row := range table {
			t.Run(name+"/"+row.Text, func(t *testing.T) {
				assert.NotEmpty(t, row.Source)
				assert.True(t, row.Rule == "" || row.Rule.Known() || strings.HasSuffix(string(row.Rule), "between"), row.Rule)
				f, ok := phrase.Find(fill(row), table)
				assert.True(t, ok, "the row does not match its own sentence")
				assert.Equal(t, row.Rule, f.Rule, "a row before it matches %q", fill(row))
				if strings.Contains(row.Text, "{field}") {
					assert.Contains(t, f.Fields, "afield", "a row before it matches")
				}
				if strings.Contains(row.Text, "{value}") {
					assert.Equal(t, "avalue", f.Value)
				}
				if strings.Contains(row.Text, "{word}") {
					assert.Equal(t, "aword", strings.TrimLeft(f.Word, "$"), "a row before it matches")
				}
				if strings.Contains(row.Text, "{limit}") {
					assert.Equal(t, "11", f.Limit)
				}
				if strings.Contains(row.Text, "{column}") {
					assert.Equal(t, toolerr.Position{Line: 2, Column: 5}, f.At)
				}
			})
		}
	}
	for _, s := range findings.Shapes() {
		assert.NotRegexp(t, ": $", s)
	}
}
