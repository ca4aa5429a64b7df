package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goName is a name of a package of the project in a page: adapter.Wrap,
// toolerr.ToolRuntimeError.Payload.
var (
	goName   = regexp.MustCompile(`(^|[^\w./-])([a-z][a-z0-9]+)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)
	goPrefix = regexp.MustCompile(`^(Kind|Class|Effect|Guidance|Rule|Disclosure|Diag|With)[A-Z]\w*$`)
	inCode   = regexp.MustCompile("(?s)```go\n(.*?)```|`([^`\n]+)`")
)

// exported returns the exported names of the packages of all modules: "adapter.Wrap", and
// for methods and fields "adapter.Registry.With".
func exported(t *testing.T) (names map[string]bool, packages map[string]bool) {
	t.Helper()
	names, packages = map[string]bool{}, map[string]bool{}
	add := func(pkg, name string) { names[pkg+"."+name] = true }
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && (d.Name() == "testdata" || d.Name() == "internal" || d.Name() == ".git" || d.Name() == "node_modules") {
				return fs.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		pkg := file.Name.Name
		packages[pkg] = pkg != "main"
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(pkg, d.Name.Name)
					continue
				}
				ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						add(pkg, id.Name+"."+d.Name.Name)
						return false
					}
					return true
				})
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.ValueSpec:
						for _, id := range s.Names {
							add(pkg, id.Name)
						}
					case *ast.TypeSpec:
						add(pkg, s.Name.Name)
						ast.Inspect(s.Type, func(n ast.Node) bool {
							if f, ok := n.(*ast.Field); ok {
								for _, id := range f.Names {
									add(pkg, s.Name.Name+"."+id.Name)
								}
							}
							return true
						})
					}
				}
			}
		}
		return nil
	}))
	return names, packages
}

// TestDocsNames checks that every Go name of the project in a page exists.
func TestDocsNames(t *testing.T) {
	names, packages := exported(t)
	bare := map[string]bool{}
	for name := range names {
		bare[name[strings.Index(name, ".")+1:]] = true
		bare[name[strings.LastIndex(name, ".")+1:]] = true
	}
	pages := glob(t, "*.md")
	checked := 0
	for _, page := range append(pages, "../README.md", "../CONTRIBUTING.md", "../SECURITY.md", "../CHANGELOG.md") {
		for _, code := range inCode.FindAllStringSubmatch(read(t, page), -1) {
			for _, m := range goName.FindAllStringSubmatch(code[1]+code[2], -1) {
				pkg, name, member := m[2], m[3], m[4]
				if !packages[pkg] {
					continue
				}
				checked++
				assert.True(t, names[pkg+"."+name] || bare[name] && code[1] != "", "%s: %s.%s", page, pkg, name)
				if member != "" && names[pkg+"."+name] && code[1] == "" {
					assert.True(t, names[pkg+"."+name+"."+member], "%s: %s.%s.%s", page, pkg, name, member)
				}
			}
			if goPrefix.MatchString(code[2]) {
				checked++
				assert.True(t, bare[code[2]], "%s: %s", page, code[2])
			}
		}
	}
	assert.Greater(t, checked, 300)
}
