// Package rewrite turns errors and texts of a program into toolerr.Errorf.
package rewrite

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// Forms rewrites the expressions of a package.
type Forms struct{ pass *analysis.Pass }

// New returns the rewriter of the package.
func New(pass *analysis.Pass) Forms { return Forms{pass} }

// Withholds reports whether Errorf would withhold a part of the expression besides errors:
// a text or a value that is not a word of the call.
func (f Forms) Withholds(e ast.Expr) bool {
	withholds := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || withholds {
			return false
		}
		t := f.pass.TypesInfo.TypeOf(x)
		switch x := x.(type) {
		case *ast.CallExpr:
			if err, ok := f.errorCall(x); ok {
				return err == nil
			}
			for _, a := range x.Args {
				withholds = withholds || f.Withholds(a)
			}
			name := f.callee(x)
			withholds = withholds || !strings.HasPrefix(name, "fmt.") && name != "errors.New"
			return false
		case *ast.BinaryExpr, *ast.BasicLit, *ast.ParenExpr:
			return true
		}
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsString == 0 || f.isError(x) || f.pass.TypesInfo.Types[x].Value != nil {
			return false
		}
		withholds = true
		return false
	})
	return withholds
}

// Source returns the text of a node in gofmt's format.
func (f Forms) Source(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, f.pass.Fset, n); err != nil {
		return ""
	}
	return b.String()
}

// Errorf returns a call of toolerr.Errorf with the same text as the expression, an error or
// a text, and the edits that import toolerr. It returns false if no form certainly compiles
// and has the same text.
func (f Forms) Errorf(e ast.Expr) (string, []analysis.TextEdit, bool) {
	form, args, ok := f.parts(e)
	if !ok {
		return "", nil, false
	}
	return f.call(e.Pos(), form, args)
}

// Text is Errorf for a text that may also be a constant.
func (f Forms) Text(e ast.Expr) (string, []analysis.TextEdit, bool) {
	if v := f.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return f.call(e.Pos(), strconv.Quote(escape(constant.StringVal(v))), nil)
	}
	return f.Errorf(e)
}

// ErrorfOf is Errorf for a format and its arguments in source form.
func (f Forms) ErrorfOf(form ast.Expr, args []ast.Expr) (string, []analysis.TextEdit, bool) {
	if !f.untyped(form) {
		return "", nil, false
	}
	return f.call(form.Pos(), f.Source(form), f.arguments(args))
}

// Context is Errorf for "text: %w".
func (f Forms) Context(text, err ast.Expr) (string, []analysis.TextEdit, bool) {
	form, args, ok := f.concat(text)
	if !ok {
		form, args = "%s", []string{f.Source(text)}
	}
	return f.call(text.Pos(), strconv.Quote(form+": %w"), append(args, f.Source(err)))
}

func (f Forms) call(pos token.Pos, form string, args []string) (string, []analysis.TextEdit, bool) {
	name, edits, ok := f.toolerr(pos)
	if !ok || strings.Contains(strings.Join(args, ""), "\n") {
		return "", nil, false
	}
	return name + ".Errorf(" + strings.Join(append([]string{form}, args...), ", ") + ")", edits, true
}

// parts splits an expression into a format in Go source form, and arguments.
func (f Forms) parts(e ast.Expr) (string, []string, bool) {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		switch name := f.callee(call); {
		case call.Ellipsis.IsValid():
		case name == "fmt.Errorf" || name == "fmt.Sprintf":
			if !f.untyped(call.Args[0]) {
				return "", nil, false
			}
			return f.Source(call.Args[0]), f.arguments(call.Args[1:]), true
		case name == "errors.New" && f.untyped(call.Args[0]):
			return strconv.Quote(escape(f.value(call.Args[0]))), nil, true
		case name == "errors.New":
			return f.parts(call.Args[0])
		case name == "fmt.Sprint" && len(call.Args) == 1:
			return `"%v"`, f.arguments(call.Args), true
		}
		if x, ok := f.errorCall(call); ok {
			return f.parts(x)
		}
	}
	if f.isError(e) {
		return `"%w"`, []string{f.Source(e)}, true
	}
	if _, sum := e.(*ast.BinaryExpr); sum {
		if form, args, ok := f.concat(e); ok && len(args) > 0 {
			return strconv.Quote(form), args, true
		}
	}
	return "", nil, false
}

// concat splits a sum of texts into an unquoted format, and arguments.
func (f Forms) concat(e ast.Expr) (string, []string, bool) {
	e = ast.Unparen(e)
	if v := f.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return escape(constant.StringVal(v)), nil, true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, xs, xok := f.concat(e.X)
		y, ys, yok := f.concat(e.Y)
		return x + y, append(xs, ys...), e.Op == token.ADD && xok && yok
	case *ast.CallExpr:
		if x, ok := f.errorCall(e); ok {
			return "%w", []string{f.Source(x)}, true
		}
		if f.callee(e) == "fmt.Sprintf" && !e.Ellipsis.IsValid() && f.untyped(e.Args[0]) {
			return f.value(e.Args[0]), f.arguments(e.Args[1:]), true
		}
		return "%s", []string{f.Source(e)}, f.isString(e)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return "%s", []string{f.Source(e)}, f.isString(e)
	}
	return "", nil, false
}

// arguments returns the source of arguments, with an error instead of its text.
func (f Forms) arguments(args []ast.Expr) []string {
	var out []string
	for _, a := range args {
		if call, ok := ast.Unparen(a).(*ast.CallExpr); ok {
			if x, ok := f.errorCall(call); ok {
				a = x
			}
		}
		out = append(out, f.Source(a))
	}
	return out
}

// errorCall returns the error of err.Error().
func (f Forms) errorCall(call *ast.CallExpr) (ast.Expr, bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" || len(call.Args) != 0 || !f.isError(sel.X) {
		return nil, false
	}
	return sel.X, true
}

func (f Forms) isError(e ast.Expr) bool {
	t := f.pass.TypesInfo.TypeOf(e)
	iface, ok := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return ok && t != nil && types.Implements(t, iface)
}

func (f Forms) isString(e ast.Expr) bool {
	b, ok := f.pass.TypesInfo.TypeOf(e).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// callee returns the function that the call names, as in "fmt.Errorf".
func (f Forms) callee(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	fn, ok := f.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	return fn.FullName()
}

func (f Forms) value(e ast.Expr) string { return constant.StringVal(f.pass.TypesInfo.Types[e].Value) }

// untyped reports whether e is a constant string that converts to another string type.
func (f Forms) untyped(e ast.Expr) bool {
	v := f.pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return false
	}
	typed := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			c, ok := f.pass.TypesInfo.Uses[n].(*types.Const)
			_, pkg := f.pass.TypesInfo.Uses[n].(*types.PkgName)
			typed = typed || !pkg && (!ok || c.Type() != types.Typ[types.UntypedString])
		case *ast.CallExpr:
			typed = true
		}
		return true
	})
	return !typed
}

func escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// toolerr returns the name of package toolerr at pos, and the edits that import it.
func (f Forms) toolerr(pos token.Pos) (string, []analysis.TextEdit, bool) {
	var file *ast.File
	for _, g := range f.pass.Files {
		if g.FileStart <= pos && pos <= g.FileEnd {
			file = g
		}
	}
	if file == nil {
		return "", nil, false
	}
	scope := f.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", nil, false
	}
	for _, spec := range file.Imports {
		name := f.pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != errandpkg.ToolErr {
			continue
		}
		_, found := scope.LookupParent(name.Name(), pos)
		return name.Name(), nil, found == name
	}
	if _, taken := scope.LookupParent("toolerr", pos); taken != nil || f.pass.Pkg.Scope().Lookup("toolerr") != nil {
		return "", nil, false
	}
	return "toolerr", []analysis.TextEdit{addImport(file)}, true
}

// addImport adds the import of toolerr after the file's imports, for gofmt to sort.
func addImport(file *ast.File) analysis.TextEdit {
	quoted := strconv.Quote(errandpkg.ToolErr)
	at, text := file.Name.End(), "\n\nimport "+quoted
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT || len(g.Specs) == 0 {
			break
		}
		at, text = g.End(), "\nimport "+quoted
		if last, ok := g.Specs[len(g.Specs)-1].(*ast.ImportSpec); ok && g.Rparen.IsValid() {
			at, text = last.End(), "\n\t"+quoted
			if last.Comment != nil {
				at = last.Comment.End()
			}
		}
	}
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}
