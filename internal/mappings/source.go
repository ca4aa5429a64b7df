package mappings

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A source is the data that is read of an adapter's package.
type source struct {
	// doc is the first paragraph of the package's doc, which describes the recognised errors.
	doc string
	// types are the types that the package names, and paths their packages.
	types, paths []string
}

// links are links of a package's doc to its own names, which have no target here.
var links = regexp.MustCompile(`\[([^\]]+)\]\([#/][^)]*\)`)

func readSource(dir string) (source, error) {
	fset := token.NewFileSet()
	files, err := parse(fset, dir, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }, parser.ParseComments)
	if err != nil {
		return source{}, err
	}
	types, paths := namedTypes(files)
	pkg, err := doc.NewFromFiles(fset, files, dir)
	if err != nil {
		return source{}, err
	}
	first, _, _ := strings.Cut(strings.TrimSpace(links.ReplaceAllString(string(pkg.Markdown(pkg.Doc)), "`$1`")), "\n\n")
	return source{doc: capital(strings.TrimPrefix(first, "Package "+pkg.Name+" ")), types: types, paths: paths}, nil
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// parse parses the Go files of a folder for which want returns true.
func parse(fset *token.FileSet, dir string, want func(name string) bool, mode parser.Mode) ([]*ast.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || !want(e.Name()) {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, e.Name()), nil, mode)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// namedTypes returns the types that files name with shape.T, as a text for each of their
// packages.
func namedTypes(files []*ast.File) (types, paths []string) {
	r := reader{constants: map[string]ast.Expr{}, calls: map[string][]*ast.CallExpr{}}
	for _, f := range files {
		r.declarations(f)
	}
	names := map[string][]string{}
	for _, f := range files {
		for _, t := range r.typesOf(f) {
			if names[t.path] == nil {
				paths = append(paths, t.path)
			}
			if !slices.Contains(names[t.path], t.name) {
				names[t.path] = append(names[t.path], t.name)
			}
		}
	}
	for _, at := range paths {
		types = append(types, fmt.Sprintf("`%s` of `%s`", strings.Join(names[at], "`, `"), at))
	}
	return types, paths
}

// A reader evaluates the constant expressions of a package.
type reader struct {
	constants map[string]ast.Expr
	calls     map[string][]*ast.CallExpr // by the name of the function
}

func (r reader) declarations(f *ast.File) {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
			for _, s := range g.Specs {
				if s, ok := s.(*ast.ValueSpec); ok {
					for i, value := range s.Values {
						r.constants[s.Names[i].Name] = value
					}
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if name, ok := call.Fun.(*ast.Ident); ok {
				r.calls[name.Name] = append(r.calls[name.Name], call)
			}
		}
		return true
	})
}

type namedType struct{ path, name string }

// typesOf returns the arguments of shape.T. If one is a parameter of the function around
// it, typesOf uses the arguments with which that function is called.
func (r reader) typesOf(f *ast.File) []namedType {
	var all []namedType
	for _, d := range f.Decls {
		around, _ := d.(*ast.FuncDecl)
		ast.Inspect(d, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 || !isShapeT(call.Fun) {
				return true
			}
			name, _ := r.value(call.Args[1], nil, nil)
			if at, ok := r.value(call.Args[0], nil, nil); ok && name != "" {
				all = append(all, namedType{at, name})
				return true
			}
			if around == nil || name == "" {
				return true
			}
			for _, outer := range r.calls[around.Name.Name] {
				if at, ok := r.value(call.Args[0], around, outer); ok {
					all = append(all, namedType{at, name})
				}
			}
			return true
		})
	}
	return all
}

func isShapeT(fun ast.Expr) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "T" {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && pkg.Name == "shape"
}

// value evaluates a constant string in a function, for the given call of it.
func (r reader) value(e ast.Expr, in *ast.FuncDecl, call *ast.CallExpr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := r.value(e.X, in, call)
		right, also := r.value(e.Y, in, call)
		return left + right, ok && also && e.Op == token.ADD
	case *ast.Ident:
		if i := parameter(in, e.Name); i >= 0 && i < len(call.Args) {
			return r.value(call.Args[i], nil, nil)
		}
		if c, ok := r.constants[e.Name]; ok {
			return r.value(c, nil, nil)
		}
	}
	return "", false
}

// parameter returns the index of a function's parameter, or -1.
func parameter(f *ast.FuncDecl, name string) int {
	if f == nil {
		return -1
	}
	i := 0
	for _, field := range f.Type.Params.List {
		for _, n := range field.Names {
			if n.Name == name {
				return i
			}
			i++
		}
	}
	return -1
}
