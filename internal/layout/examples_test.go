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

// pluginOnly is the package that golangci-lint loads. No program calls it, and
// docs/errandvet.md shows its configuration.
const pluginOnly = "cmd/errandvet/plugin"

// Each package that users can import needs an example_test.go with an Example whose output
// is checked. One that needs a server is only compiled.
func TestEveryPackageHasAnExample(t *testing.T) {
	examples := map[string][]*ast.File{}
	for _, f := range sources(t, parser.ParseComments) {
		if path.Base(f.Path) == "example_test.go" {
			examples[f.dir()] = append(examples[f.dir()], f.Syntax)
		}
	}
	for dir, p := range publicPackages(t) {
		if len(p.Types)+len(p.Funcs)+len(p.Consts)+len(p.Vars) == 0 {
			continue
		}
		if dir == pluginOnly {
			continue
		}
		t.Run(dir, func(t *testing.T) {
			shown := 0
			for _, example := range doc.Examples(examples[dir]...) {
				if example.Output != "" || strings.HasPrefix(dir, "integrations/") {
					shown++
				}
			}
			assert.Positive(t, shown, "%s/example_test.go has no Example with an // Output: comment", dir)
		})
	}
}
