package refusal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// tables are the tables of sentences.
var tables = map[string][]phrase.Pattern{"vague": vague, "wholes": wholes}

var filled = strings.NewReplacer("…", "", "$}", "", "{field}", "afield", "{word}", "aword", "{value}", "avalue", "{name}", "7", "{names}", "'one', 'two'",
	"{limit}", "11", "{offset}", "3", "{line}", "2", "{column}", "5", "{}", "some text")

// Each row has a source, and no earlier row matches its sentence with another meaning.
func TestTables(t *testing.T) {
	for name, table := range tables {
		for i, row := range table {
			text := filled.Replace(strings.TrimSuffix(row.Text, "$"))
			assert.NotEmpty(t, row.Source, row.Text)
			assert.True(t, row.Rule == "" || row.Rule.Known(), row.Text)
			own, ok := phrase.Find(text, table[i:i+1])
			require.True(t, ok, "%s: %q does not match its own row", name, text)
			first, _ := phrase.Find(text, table)
			first.Names, own.Names = nil, nil
			assert.Equal(t, own, first, "%s: a row before %q matches it", name, row.Text)
			for source := range strings.FieldsSeq(row.Source) {
				assert.Contains(t, sources, source, row.Text)
			}
			_, hidden := phrase.Find(text, table[:i])
			assert.False(t, hidden && strings.HasPrefix(row.Text, "…") && !strings.Contains(row.Text, "{"), "%s: an earlier row reads %q too", name, text)
		}
	}
}

func TestEveryNameHasOneRule(t *testing.T) {
	seen := map[string]toolerr.Rule{}
	for _, row := range rowsOf(vocabularies) {
		for source := range strings.FieldsSeq(row.Source) {
			require.Contains(t, sources, source)
		}
		for name := range strings.FieldsSeq(strings.TrimPrefix(row.Text, "…")) {
			assert.Equal(t, fold(name), name)
			assert.NotContains(t, seen, name)
			seen[name] = row.Rule
		}
	}
}
