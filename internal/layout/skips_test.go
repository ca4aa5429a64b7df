package layout_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// skippers are the files that may skip a test, with the reasons.
var skippers = map[string]string{
	"conformance/testenv/testenv.go": "the only check for programs that a machine may not have",
	"conformance/suite.go":           "reports the checks that it could not run on an adapter, with the reason",
}

// A test that needs something a machine may lack uses conformance/testenv, which CI turns
// into a failure. A fuzz target that does not need an input returns.
func TestOnlyTestenvSkips(t *testing.T) {
	for _, f := range sources(t, parser.AllErrors) {
		if skippers[f.Path] != "" || !slices.Contains(f.Imports, "testing") {
			continue
		}
		for _, pos := range skips(f.Syntax) {
			assert.Fail(t, "a skip outside conformance/testenv", "%s:%d", f.Path, f.Files.Position(pos).Line)
		}
	}
}

func TestSkipsAreFound(t *testing.T) {
	tests := map[string]struct {
		source string
		want   int
	}{
		"Skip":                     {`func f(t *testing.T) { t.Skip("later") }`, 1},
		"Skipf in a closure":       {`func f(b *testing.B) { b.Run("", func(b *testing.B) { b.Skipf("%d", 1) }) }`, 1},
		"SkipNow and Short":        {`func f(t *testing.T) { if testing.Short() { t.SkipNow() } }`, 2},
		"Missing":                  {`func f(t *testing.T) { testenv.Missing(t, "a", "b") }`, 0},
		"Short of another package": {`func f(t *testing.T) { lexicon.Short("x") }`, 0},
		"SkipDir":                  {`func f(t *testing.T) error { return fs.SkipDir }`, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p; "+tt.source, parser.SkipObjectResolution)
			require.NoError(t, err)
			assert.Len(t, skips(file), tt.want)
		})
	}
}

// skips returns the calls that skip a test or check whether to.
func skips(file *ast.File) []token.Pos {
	var found []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
			pkg, _ := sel.X.(*ast.Ident)
			switch sel.Sel.Name {
			case "Skip", "Skipf", "SkipNow":
				found = append(found, sel.Pos())
			case "Short":
				if pkg != nil && pkg.Name == "testing" {
					found = append(found, sel.Pos())
				}
			}
		}
		return true
	})
	return found
}
