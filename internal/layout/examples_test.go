package layout_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestEveryPackageHasAnExample asks each package that users can import for an
// example_test.go with an Example whose output is checked.
func TestEveryPackageHasAnExample(t *testing.T) {
	examples := map[string][]*ast.File{}
	for _, f := range sources(t, parser.ParseComments) {
		if path.Base(f.Path) == "example_test.go" {
			examples[f.dir()] = append(examples[f.dir()], f.Syntax)
		}
	}
	for dir, files := range rootPackages(t, parser.ParseComments) {
		if strings.Contains("/"+dir, "/internal/") || !exports(files) {
			continue
		}
		t.Run(dir, func(t *testing.T) {
			checked := 0
			for _, example := range doc.Examples(examples[dir]...) {
				if example.Output != "" {
					checked++
				}
			}
			assert.Positive(t, checked, "%s/example_test.go has no Example with an // Output: comment", dir)
		})
	}
}

// exports reports whether there is a name in the package that needs an example.
func exports(files []sourceFile) bool {
	for _, f := range files {
		if ast.FileExports(f.Syntax) {
			return true
		}
	}
	return false
}
