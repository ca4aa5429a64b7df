package layout_test

import (
	"go/ast"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// errorWay is the path of one error through package adapter, as docs/design.md shows it: the
// files in order, and the only function through which each is entered.
var errorWay = []struct{ file, door string }{
	{"scan.go", "scan"},           // what is in the tree
	{"ask.go", "ask"},             // what the adapters say
	{"attribute.go", "attribute"}, // which exchange caused it
	{"decide.go", "decide"},       // what it means
	{"disclose.go", "disclose"},   // which words the model reads
}

// Only Chain.adapt enters the files, through their doors, once each. Chain.Resolve is for
// errors that were adapted before.
func TestAnErrorEntersEachFileOnce(t *testing.T) {
	pkg := readRoom(t, "adapter")
	for _, step := range errorWay {
		require.Contains(t, pkg.files, step.file)
		users := pkg.usersOf(step.file)
		assert.Equal(t, map[string][]string{"chain.go": {step.door}}, users, step.file)
	}
	calls := map[string]int{}
	for _, decl := range pkg.files["chain.go"].Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "adapt" {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					calls[id.Name]++
				}
				return true
			})
		}
	}
	for _, step := range errorWay {
		assert.Equal(t, 1, calls[step.door], "calls of %s in Chain.adapt", step.door)
	}
}
