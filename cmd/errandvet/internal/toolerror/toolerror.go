// Package toolerror reports tools that state their reasons without package toolerr, and
// errors with the status of a response in their text.
package toolerror

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
	"github.com/errand-go/errand/cmd/errandvet/internal/modelsink"
	"github.com/errand-go/errand/cmd/errandvet/internal/rewrite"
)

// Analyzer is the analyzer toolerror.
var Analyzer = &analysis.Analyzer{
	Name: "toolerror",
	Doc: `report tools that state their reasons without toolerr.Errorf where errand is in use

errand cannot distinguish the words of errors.New, of fmt.Errorf, or of a result that a tool
marks as an error, from a service's words, and withholds them. toolerr.Errorf states which
are the author's. An error made of the status of a response is
reported everywhere: httpadapter.CheckResponse keeps the status, the wait and the body.`,
	URL:      "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#toolerror",
	Run:      run,
	Requires: []*analysis.Analyzer{directive.Analyzer, modelsink.Analyzer},
}

// wrappers maps the functions of package adapter that run a tool to the index of that
// argument.
var wrappers = map[string]int{"Wrap": 0, "Do": 2, "Serve": 4}

func run(pass *analysis.Pass) (any, error) {
	use := errandpkg.UseOf(pass)
	if !use.Library || errandpkg.Owns(pass.Pkg) && pass.Pkg.Path() == errandpkg.ToolErr {
		return nil, nil
	}
	foreign, _ := pass.ResultOf[modelsink.Analyzer].(modelsink.Findings)
	c := checker{
		pass, directive.Reporter(pass), rewrite.New(pass), modelsink.NewTools(pass), use, foreign,
		map[ast.Node]bool{},
		map[types.Object]bool{},
		map[types.Object]ast.Expr{},
		map[types.Object]*ast.FuncDecl{},
		map[*ast.BlockStmt]bool{},
	}
	for _, f := range pass.Files {
		ast.Inspect(f, c.wrapped)
		c.variables(f)
		c.declarations(f)
	}
	for _, f := range pass.Files {
		if !errandpkg.IsTest(pass, f) {
			ast.Inspect(f, c.function)
			ast.Inspect(f, c.status)
		}
	}
	return nil, nil
}

type checker struct {
	pass     *analysis.Pass
	report   func(analysis.Diagnostic)
	forms    rewrite.Forms
	tools    *modelsink.Tools
	use      errandpkg.Use
	foreign  modelsink.Findings    // texts that modelsink reports
	literals map[ast.Node]bool     // functions that package adapter runs
	named    map[types.Object]bool // the same, by name

	values  map[types.Object]ast.Expr      // the initial values of package variables, until they are reported
	helpers map[types.Object]*ast.FuncDecl // the functions that return an error
	seen    map[*ast.BlockStmt]bool
}

// declarations records the functions of the package that return an error.
func (c checker) declarations(f *ast.File) {
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Body == nil || errandpkg.IsTest(c.pass, f) {
			continue
		}
		fn, _ := c.pass.TypesInfo.Defs[d.Name].(*types.Func)
		if fn == nil {
			continue
		}
		if results := fn.Signature().Results(); results.Len() > 0 && types.TypeString(results.At(results.Len()-1).Type(), nil) == "error" {
			c.helpers[fn] = d
		}
	}
}

// variables records the initial values of package variables.
func (c checker) variables(f *ast.File) {
	for _, decl := range f.Decls {
		vars, ok := decl.(*ast.GenDecl)
		if !ok || errandpkg.IsTest(c.pass, f) {
			continue
		}
		for _, spec := range vars.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && len(v.Names) == len(v.Values) {
				for i, name := range v.Names {
					c.values[c.pass.TypesInfo.Defs[name]] = v.Values[i]
				}
			}
		}
	}
}

// status reports an error that is made from the status of a response.
func (c checker) status(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || !c.makesError(call) || !c.statesStatus(call) {
		return true
	}
	c.report(analysis.Diagnostic{
		Pos: call.Pos(), End: call.End(),
		Message: "an error has the status of a response in its text alone; return httpadapter.CheckResponse(resp) before the body is read",
	})
	return false
}

// makesError reports whether the call makes an error from a format: a function of package
// fmt or toolerr.
func (c checker) makesError(call *ast.CallExpr) bool {
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.FullName() {
	case "fmt.Errorf", errandpkg.ToolErr + ".Errorf", errandpkg.ToolErr + ".Retryablef":
		return true
	}
	return false
}

// statesStatus reports whether an argument of the call contains the status of a response.
func (c checker) statesStatus(call *ast.CallExpr) (found bool) {
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Status" || sel.Sel.Name == "StatusCode") {
				t := c.pass.TypesInfo.TypeOf(sel.X)
				found = found || t != nil && types.TypeString(t, nil) == "*net/http.Response"
			}
			return !found
		})
	}
	return found
}

// wrapped records the functions that are passed to package adapter.
func (c checker) wrapped(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return true
	}
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != errandpkg.Module+"/adapter" || fn.Signature().Recv() != nil {
		return true
	}
	i, ok := wrappers[fn.Name()]
	if !ok || i >= len(call.Args) {
		return true
	}
	switch f := ast.Unparen(call.Args[i]).(type) {
	case *ast.FuncLit:
		c.literals[f] = true
	case *ast.Ident:
		c.named[c.pass.TypesInfo.Uses[f]] = true
	case *ast.SelectorExpr:
		c.named[c.pass.TypesInfo.Uses[f.Sel]] = true
	}
	return true
}

func (c checker) function(n ast.Node) bool {
	switch f := n.(type) {
	case *ast.FuncDecl:
		fn, _ := c.pass.TypesInfo.Defs[f.Name].(*types.Func)
		if fn != nil && f.Body != nil && (c.named[fn] || c.tools.Has(fn.Name(), fn.Signature())) {
			c.body(f.Body)
		}
	case *ast.FuncLit:
		sig, _ := c.pass.TypesInfo.TypeOf(f).(*types.Signature)
		if sig != nil && (c.literals[f] || c.tools.Has("", sig)) {
			c.body(f.Body)
		}
	}
	return true
}

// body reports the errors that a tool returns, or a function of the package that it calls.
func (c checker) body(body *ast.BlockStmt) {
	if c.seen[body] {
		return
	}
	c.seen[body] = true
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
			if fn != nil && c.helpers[fn.Origin()] != nil {
				c.body(c.helpers[fn.Origin()].Body)
			}
		}
		return true
	})
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				c.result(n.Results[len(n.Results)-1])
				c.marked(n)
			}
		}
		return true
	})
}

// marked reports a result that a tool marks as an error itself, with a text of its own,
// which the middleware reads like a service's.
func (c checker) marked(ret *ast.ReturnStmt) {
	if !c.use.Middleware || len(ret.Results) != 2 || types.ExprString(ret.Results[1]) != "nil" ||
		!modelsink.IsFailure(ret.Results[0]) || c.foreign.In(ret) {
		return
	}
	result, none := ret.Results[0], ret.Results[1]
	d := analysis.Diagnostic{
		Pos: result.Pos(), End: result.End(),
		Message: "a tool states its reason in a result marked as an error, whose words the model does not read; return toolerr.Errorf",
	}
	if form, imports, ok := c.reason(result); ok {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message: "Say it with toolerr.Errorf",
			TextEdits: append(imports,
				analysis.TextEdit{Pos: result.Pos(), End: result.End(), NewText: []byte("nil")},
				analysis.TextEdit{Pos: none.Pos(), End: none.End(), NewText: []byte(form)}),
		}}
	}
	c.report(d)
}

// reason returns a call of toolerr.Errorf with the text of a result of mcp-go.
func (c checker) reason(result ast.Expr) (string, []analysis.TextEdit, bool) {
	call, ok := ast.Unparen(result).(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return "", nil, false
	}
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	switch {
	case fn == nil:
	case fn.Name() == "NewToolResultError":
		return c.forms.Text(call.Args[0])
	case fn.Name() == "NewToolResultErrorf":
		return c.forms.ErrorfOf(call.Args[0], call.Args[1:])
	}
	return "", nil, false
}

func (c checker) result(e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		v := c.pass.TypesInfo.Uses[id]
		if e = c.values[v]; e == nil {
			return
		}
		delete(c.values, v)
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || c.statesStatus(call) {
		return
	}
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.FullName() != "fmt.Errorf" && fn.FullName() != "errors.New" {
		return
	}
	d := analysis.Diagnostic{
		Pos: e.Pos(), End: e.End(),
		Message: "a tool states its reason with " + fn.FullName() + ", whose words the model does not read; use toolerr.Errorf",
	}
	if form, imports, ok := c.forms.Errorf(e); ok {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "Say it with toolerr.Errorf",
			TextEdits: append(imports, analysis.TextEdit{Pos: e.Pos(), End: e.End(), NewText: []byte(form)}),
		}}
	}
	c.report(d)
}
