package layout_test

import (
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The Debian packages in tests are exactly those that .ci/run installs.
func TestCIInstallsWhatTestsNeed(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(root, ".ci/run"))
	require.NoError(t, err)
	named := map[string]bool{"gcc": true, "git": true, "libc6-dev": true, "npm": true} // for the race detector, for releases, and npm with nodejs
	for _, f := range sources(t, parser.SkipObjectResolution) {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if pkg := neededPackage(n); pkg != "" && f.dir() != "conformance/testenv" {
				named[pkg] = true
			}
			return true
		})
	}
	installed := map[string]bool{}
	for _, list := range []*regexp.Regexp{
		regexp.MustCompile(`(?s)\npackages=\((.*?)\n\)`), regexp.MustCompile(`missing\+=\((nodejs npm)\)`),
	} {
		m := list.FindStringSubmatch(string(script))
		require.NotNil(t, m, "no list of packages in .ci/run")
		for line := range strings.Lines(m[1]) {
			line, _, _ = strings.Cut(line, "#")
			for p := range strings.FieldsSeq(line) {
				installed[p] = true
			}
		}
	}
	assert.Equal(t, named, installed)
}

// neededPackage returns the package in a call of testenv.Command.
func neededPackage(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 3 {
		return ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Command" {
		return ""
	}
	if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "testenv" {
		return ""
	}
	lit, ok := call.Args[2].(*ast.BasicLit)
	if !ok {
		return ""
	}
	pkg, _ := strconv.Unquote(lit.Value)
	return pkg
}
