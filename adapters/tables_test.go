package adapters_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

var filledSlots = strings.NewReplacer("…", "", "$}", "", "{field}", "afield", "{word}", "aword", "{value}", "avalue", "{name}", "7", "{names}", "'one', 'two'",
	"{limit}", "11", "{offset}", "3", "{line}", "2", "{column}", "5", "{}", "some text")

// sentencesOf returns the tables of sentences in a file, by the text of their first row. The rules
// are the names of constants.
func sentencesOf(t *testing.T, path string) map[string][]phrase.Pattern {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	tables := map[string][]phrase.Pattern{}
	ast.Inspect(file, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		var rows []phrase.Pattern
		for _, e := range list.Elts {
			row, ok := e.(*ast.CompositeLit)
			if !ok {
				return true
			}
			var p phrase.Pattern
			for _, f := range row.Elts {
				kv, ok := f.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				switch v := kv.Value.(type) {
				case *ast.BasicLit:
					if text, _ := strconv.Unquote(v.Value); kv.Key.(*ast.Ident).Name == "Text" {
						p.Text = text
					}
				case *ast.SelectorExpr:
					p.Rule = toolerr.Rule(v.Sel.Name)
				}
			}
			rows = append(rows, p)
		}
		if len(rows) > 0 && rows[0].Text != "" {
			tables[rows[0].Text] = rows
		}
		return true
	})
	return tables
}

// Each sentence matches its own row, and no earlier row with another meaning.
func TestTablesOfSentences(t *testing.T) {
	rooms, err := filepath.Glob("*adapter/*.go")
	require.NoError(t, err)
	more, err := filepath.Glob("../internal/rpcdetails/*.go")
	require.NoError(t, err)
	sentences := 0
	for _, path := range append(rooms, more...) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, table := range sentencesOf(t, path) {
			for i, row := range table {
				sentences++
				text := filledSlots.Replace(strings.TrimSuffix(row.Text, "$"))
				own, ok := phrase.Find(text, table[i:i+1])
				require.True(t, ok, "%s: %q does not match its own row", path, text)
				first, _ := phrase.Find(text, table)
				first.Names, own.Names = nil, nil
				assert.Equal(t, own, first, "%s: a row before %q matches it", path, row.Text)
			}
		}
	}
	assert.Greater(t, sentences, 500)
}
