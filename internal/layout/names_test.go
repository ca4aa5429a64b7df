package layout_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// private are the folders without packages for users: programs that show something, and
// proofs.
var private = regexp.MustCompile(`^(benchmarks|docs|examples|tools|conformance/(fieldproof|sdkmatrix|vendorproof|grpcfaults/\w+))(/|$)|(^|/)internal(/|$)`)

// publicPackages returns the packages of all modules that users import, by their folders.
func publicPackages(t *testing.T) map[string]*doc.Package {
	t.Helper()
	files, all := map[string][]sourceFile{}, map[string]*doc.Package{}
	for _, f := range sources(t, parser.ParseComments) {
		if !f.Test && f.Syntax.Name.Name != "main" && !private.MatchString(f.dir()) {
			files[f.dir()] = append(files[f.dir()], f)
		}
	}
	for dir, of := range files {
		var syntax []*ast.File
		for _, f := range of {
			syntax = append(syntax, f.Syntax)
		}
		p, err := doc.NewFromFiles(of[0].Files, syntax, path.Join(module, dir))
		require.NoError(t, err)
		all[dir] = p
	}
	require.NotEmpty(t, all)
	return all
}

// TestEveryNameIsExplained: the comment of each exported function, type and method begins
// with its name, so that it can be read where there is nothing around it, and is a whole
// sentence. A constant or a variable has a comment of its own or one of its group.
func TestEveryNameIsExplained(t *testing.T) {
	for dir, p := range publicPackages(t) {
		t.Run(dir, func(t *testing.T) {
			assert.NotEmpty(t, p.Doc, "the package")
			functions := slices.Clone(p.Funcs)
			values := slices.Concat(p.Consts, p.Vars)
			for _, typ := range p.Types {
				explained(t, typ.Name, typ.Doc)
				functions = append(append(functions, typ.Funcs...), typ.Methods...)
				values = append(append(values, typ.Consts...), typ.Vars...)
			}
			for _, f := range functions {
				explained(t, f.Name, f.Doc)
			}
			for _, v := range values {
				for _, spec := range v.Decl.Specs {
					s, ok := spec.(*ast.ValueSpec)
					if ok && slices.ContainsFunc(s.Names, func(n *ast.Ident) bool { return n.IsExported() }) {
						assert.NotEmpty(t, v.Doc+s.Doc.Text()+s.Comment.Text(), "%s", s.Names[0].Name)
					}
				}
			}
		})
	}
}

// explained checks that a comment stands alone.
func explained(t *testing.T, name, text string) {
	t.Helper()
	first, _, _ := strings.Cut(text, "\n\n")
	first = strings.TrimSpace(first)
	assert.Regexp(t, `^(An? |The |Deprecated: )?`+name+`\b`, first, "%s", name)
	assert.Regexp(t, `[.:!]\)?$`, first, "%s is not explained in a whole sentence", name)
	assert.Greater(t, len(strings.Fields(first)), 2, "%s: %q", name, first)
}
