package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
)

// words are literals of the command that are also a vendor's codes, with their meaning
// here.
var words = map[string]string{"timeout": "a flag of the audit"}

// Only the adapters have the meanings of vendors' codes. The command has no listed code and
// no row of a table.
func TestNoVendorsCode(t *testing.T) {
	listed := map[string]string{}
	for _, a := range adapters.All() {
		if tabled, ok := adapter.As[adapter.Tabled](a); ok {
			for _, row := range tabled.Table().Rows() {
				listed[row.VendorCode] = a.Slug()
			}
		}
	}
	require.Greater(t, len(listed), 1000)
	seen := map[string]bool{}
	files := token.NewFileSet()
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "audit" { // bodies of services, which no adapter of the command reads
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && listed[text] != "" {
					seen[text] = true
					assert.Contains(t, words, text, "%s is a code of %s", files.Position(n.Pos()), listed[text])
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "adapter" {
					assert.NotEqual(t, "NewTable", n.Sel.Name, "%s", files.Position(n.Pos()))
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					assert.NotEqual(t, "VendorCode", key.Name, "%s", files.Position(n.Pos()))
				}
			}
			return true
		})
		return nil
	}))
	for word := range words {
		assert.True(t, seen[word], "%s stands nowhere any more", word)
	}
}
