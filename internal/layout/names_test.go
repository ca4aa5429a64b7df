package layout_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// private are the folders without packages for users: demonstrations and proofs.
var private = regexp.MustCompile(`^(benchmarks|docs|examples|proof|tools|conformance/grpcfaults/\w+)(/|$)|(^|/)internal(/|$)`)

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

// The comment of each exported function, type and method begins with its name, so that it
// can be read on its own, and is a whole sentence. A constant or a variable has a comment
// or is in a group that has one.
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

// explained checks that a comment can be read on its own.
func explained(t *testing.T, name, text string) {
	t.Helper()
	first, _, _ := strings.Cut(text, "\n\n")
	first = strings.TrimSpace(first)
	assert.Regexp(t, `^(An? |The |Deprecated: )?`+name+`\b`, first, "%s", name)
	assert.Regexp(t, `[.:!]\)?$`, first, "%s is not explained in a whole sentence", name)
	assert.Greater(t, len(strings.Fields(first)), 2, "%s: %q", name, first)
}

// needed are the packages in which every exported name must be used elsewhere.
var needed = []string{"toolerr", "adapter", "agent", "conformance"}

// called are methods that other packages call without naming them: those of errors, fmt,
// log/slog and the packages below encoding.
var called = []string{"As", "Error", "Format", "Is", "LogValue", "MarshalJSON", "MarshalText", "String", "UnmarshalJSON"}

// Each exported name of these packages is used by a page, an example, or another package,
// or is declared together with such a name. A method of an interface of the package counts
// as used.
func TestEveryNameIsNeeded(t *testing.T) {
	var pages strings.Builder
	walk(t, func(name string) {
		if strings.HasSuffix(name, ".md") && name != "CHANGELOG.md" {
			text, err := os.ReadFile(filepath.Join(root, name))
			require.NoError(t, err)
			pages.Write(text)
		}
	})
	all := sources(t, parser.ParseComments)
	packages := publicPackages(t)
	for _, dir := range needed {
		t.Run(dir, func(t *testing.T) {
			used := map[string]bool{}
			for _, word := range regexp.MustCompile(`\w+`).FindAllString(pages.String(), -1) {
				used[word] = true
			}
			for _, f := range all {
				if f.dir() != dir || path.Base(f.Path) == "example_test.go" {
					ast.Inspect(f.Syntax, func(n ast.Node) bool {
						switch n := n.(type) {
						case *ast.SelectorExpr:
							used[n.Sel.Name] = true
						case *ast.KeyValueExpr: // a field, in a literal
							if key, ok := n.Key.(*ast.Ident); ok {
								used[key.Name] = true
							}
						}
						return true
					})
				}
			}
			p := packages[dir]
			asked := map[string]bool{}
			for _, name := range called {
				asked[name] = true
			}
			declared := func(n ast.Node) {
				ast.Inspect(n, func(n ast.Node) bool {
					if i, ok := n.(*ast.Ident); ok {
						used[i.Name] = true
					}
					return true
				})
			}
			for _, typ := range p.Types {
				spec, ok := typ.Decl.Specs[0].(*ast.TypeSpec)
				require.True(t, ok)
				if x, ok := spec.Type.(*ast.InterfaceType); ok {
					for _, m := range x.Methods.List {
						for _, name := range m.Names {
							asked[name.Name] = true
						}
					}
				}
				declared(spec.Type)
			}
			functions := slices.Clone(p.Funcs)
			values := slices.Concat(p.Consts, p.Vars)
			var methods []*doc.Func
			for _, typ := range p.Types {
				functions = append(functions, typ.Funcs...)
				methods = append(methods, typ.Methods...)
				values = append(values, typ.Vars...) // the constants of a type are its values
			}
			for _, f := range slices.Concat(functions, methods) {
				declared(f.Decl.Type)
			}
			for _, f := range functions {
				assert.True(t, used[f.Name], "nothing uses %s", f.Name)
			}
			for _, m := range methods {
				assert.True(t, used[m.Name] || asked[m.Name], "nothing uses %s.%s", m.Recv, m.Name)
			}
			for _, v := range values {
				for _, name := range v.Names {
					assert.True(t, used[name] || !token.IsExported(name), "nothing uses %s", name)
				}
			}
			for _, typ := range p.Types {
				assert.True(t, used[typ.Name], "nothing uses %s", typ.Name)
			}
		})
	}
}
