package modelsink

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errand-go/errand/cmd/errandvet/internal/rewrite"
)

// fixes returns the fixes of a finding. There are none if a rewrite could change anything
// except the text.
func (a *analyzer) fixes(forms rewrite.Forms, f finding, e ast.Expr) []analysis.SuggestedFix {
	edits, ok := a.edits(forms, f, e)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "Say it with toolerr.Errorf", TextEdits: edits}}
}

func (a *analyzer) edits(forms rewrite.Forms, f finding, e ast.Expr) ([]analysis.TextEdit, bool) {
	t := a.pass.TypesInfo.TypeOf(e)
	if t == nil || strings.HasPrefix(f.Name, "toolerr.") || isError(t) && f.Of&fieldOf != 0 { // the error keeps the errors in it
		return nil, false
	}
	if !f.Failure && !a.isVariable(e) && forms.Withholds(e) {
		return a.inner(forms, e)
	}
	if _, ok := f.at.(*ssa.Return); ok && !isError(t) {
		return nil, false
	}
	var form string
	var imports []analysis.TextEdit
	ok := false
	var whole *ast.CallExpr // replaced as a whole
	if c, isCall := f.at.(ssa.CallInstruction); isCall {
		if call := a.syntax.calls[c.Pos()]; call != nil && !call.Ellipsis.IsValid() {
			switch callee := c.Common().StaticCallee(); {
			case callee == nil || callee.Pkg == nil || unversioned(callee.Pkg.Pkg.Path()) != mcpGo:
			case callee.Name() == "NewToolResultErrorFromErr" && len(call.Args) == 2 && a.guarded(call.Args[1]):
				whole = call
				form, imports, ok = forms.Context(call.Args[0], call.Args[1])
			case callee.Name() == "NewToolResultErrorf":
				whole = call
				form, imports, ok = forms.ErrorfOf(call.Args[0], call.Args[1:])
			}
		}
	}
	if whole == nil {
		if isError(t) && !a.guarded(e) {
			return nil, false
		}
		if c, isCall := f.at.(ssa.CallInstruction); isCall && isError(t) && f.arg == c.Common().Signature().Params().Len()-1 && c.Common().Signature().Variadic() {
			return a.inner(forms, a.syntax.calls[c.Pos()])
		}
		if isError(t) || isString(t) {
			form, imports, ok = forms.Errorf(e)
		}
		if !ok && isString(t) {
			if edits, ok := a.variable(forms, f, e); ok {
				return edits, true
			}
			return a.inner(forms, e)
		}
	}
	if !ok {
		return nil, false
	}
	replaced, text := ast.Node(e), form
	switch {
	case whole != nil:
		sel, isSel := whole.Fun.(*ast.SelectorExpr)
		if !isSel {
			return nil, false
		}
		replaced, text = whole, forms.Source(sel.X)+".NewToolResultError("+form+".Error())"
	case !isError(t):
		text = form + ".Error()"
	}
	if a.use.Middleware {
		if ret := a.returned(e, whole); ret != nil {
			edits := []analysis.TextEdit{
				{Pos: ret.Results[0].Pos(), End: ret.Results[0].End(), NewText: []byte("nil")},
				{Pos: ret.Results[len(ret.Results)-1].Pos(), End: ret.Results[len(ret.Results)-1].End(), NewText: []byte(form)},
			}
			return append(imports, edits...), true
		}
	}
	return append(imports, analysis.TextEdit{Pos: replaced.Pos(), End: replaced.End(), NewText: []byte(text)}), true
}

func isString(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// inner returns the fix of a text in which only the errors are replaced by errand's text
// for them.
func (a *analyzer) inner(forms rewrite.Forms, e ast.Expr) ([]analysis.TextEdit, bool) {
	var edits []analysis.TextEdit
	all := true
	replace := func(e ast.Expr, err ast.Expr, suffix string) {
		if !a.guarded(err) {
			all = false
			return
		}
		form, imports, ok := forms.Errorf(err)
		all = all && ok
		if len(edits) == 0 {
			edits = imports
		}
		edits = append(edits, analysis.TextEdit{Pos: e.Pos(), End: e.End(), NewText: []byte(form + suffix)})
	}
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok {
			return n != nil
		}
		field := x
		if call, ok := x.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && len(call.Args) == 0 && isError(a.pass.TypesInfo.TypeOf(sel.X)) {
				replace(call, sel.X, ".Error()")
				return false
			}
			if len(call.Args) == 1 && a.pass.TypesInfo.Types[call.Fun].IsType() {
				field = call.Args[0]
			}
		}
		if err := a.errorWith(field); err != nil && isString(a.pass.TypesInfo.TypeOf(x)) {
			replace(x, err, ".Error()")
			return false
		}
		if t := a.pass.TypesInfo.TypeOf(x); t != nil && isError(t) {
			replace(x, x, "")
			return false
		}
		return true
	})
	return edits, all && len(edits) > 0
}

// errorWith returns the error of another package that the expression is a field of.
func (a *analyzer) errorWith(field ast.Expr) ast.Expr {
	sel, ok := ast.Unparen(field).(*ast.SelectorExpr)
	if !ok || a.pass.TypesInfo.Selections[sel] == nil {
		return nil
	}
	if n := named(a.pass.TypesInfo.TypeOf(sel.X)); n == nil || n.Obj().Pkg() == a.pass.Pkg || !types.Implements(a.pass.TypesInfo.TypeOf(sel.X), errorInterface) {
		return nil
	}
	return sel.X
}

// variable returns the fix of a text in a variable at its definition, if the variable has
// no other use.
func (a *analyzer) variable(forms rewrite.Forms, f finding, e ast.Expr) ([]analysis.TextEdit, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, false
	}
	obj := a.pass.TypesInfo.Uses[id]
	uses := 0
	for _, o := range a.pass.TypesInfo.Uses {
		if o == obj {
			uses++
		}
	}
	if obj == nil || uses != 1 {
		return nil, false
	}
	for def, o := range a.pass.TypesInfo.Defs {
		if o != obj {
			continue
		}
		assign, ok := a.syntax.parents[def].(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
			return nil, false
		}
		form, imports, ok := forms.Errorf(assign.Rhs[0])
		if !f.Failure && forms.Withholds(assign.Rhs[0]) {
			return nil, false
		}
		return append(imports, analysis.TextEdit{Pos: assign.Rhs[0].Pos(), End: assign.Rhs[0].End(), NewText: []byte(form + ".Error()")}), ok
	}
	return nil, false
}

func (a *analyzer) isVariable(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = a.pass.TypesInfo.Uses[id].(*types.Var)
	return ok && isString(a.pass.TypesInfo.TypeOf(e))
}

// guarded reports whether the error is certainly not nil: it is made here, checked by an if
// around it, or a parameter that is so at every call.
func (a *analyzer) guarded(e ast.Expr) bool {
	if !isError(a.pass.TypesInfo.TypeOf(e)) {
		return true // one whose field is read
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		src := types.ExprString(call.Fun)
		return src == "fmt.Errorf" || src == "errors.New"
	}
	want := types.ExprString(e)
	var child ast.Node = e
	for n := a.syntax.parents[child]; n != nil; child, n = n, a.syntax.parents[n] {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.FuncDecl:
			return a.givenErrors(n, e)
		}
		branch, ok := n.(*ast.IfStmt)
		if !ok || child != branch.Body {
			continue
		}
		if asks(branch.Cond, want) {
			return true
		}
	}
	return false
}

// givenErrors reports whether every call of the function passes an error that is not nil
// for the parameter.
func (a *analyzer) givenErrors(f *ast.FuncDecl, param ast.Expr) bool {
	id, ok := param.(*ast.Ident)
	fn := a.declared(f)
	if !ok || fn == nil || fn.Exported() {
		return false
	}
	i := slices.IndexFunc(slices.Collect(fn.Signature().Params().Variables()), func(v *types.Var) bool { return v == a.pass.TypesInfo.Uses[id] })
	if i < 0 || !a.called[a.pkgFunc(fn)] {
		return false
	}
	if a.asked[fn] { // it calls itself
		return true
	}
	a.asked[fn] = true
	defer delete(a.asked, fn)
	for _, call := range a.syntax.calls {
		if typeutil.Callee(a.pass.TypesInfo, call) == fn && (i >= len(call.Args) || !a.guarded(call.Args[i])) {
			return false
		}
	}
	return true
}

// asks reports whether a condition, or a part of a conjunction, is that the
// expression is not nil.
func asks(cond ast.Expr, want string) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if b.Op == token.LAND {
		return asks(b.X, want) || asks(b.Y, want)
	}
	return b.Op == token.NEQ && (types.ExprString(b.X) == want && types.ExprString(b.Y) == "nil" ||
		types.ExprString(b.Y) == want && types.ExprString(b.X) == "nil")
}

// returned returns the statement that returns the result with the text and no error, so
// that the error can be returned instead.
func (a *analyzer) returned(e ast.Expr, whole *ast.CallExpr) *ast.ReturnStmt {
	var n ast.Node = e
	if whole != nil {
		n = whole
	}
	for ; n != nil; n = a.syntax.parents[n] {
		switch x := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.BlockStmt:
			return nil
		case *ast.ReturnStmt:
			last := len(x.Results) - 1
			if last < 1 || types.ExprString(x.Results[last]) != "nil" || !IsFailure(x.Results[0]) {
				return nil
			}
			sig := a.syntax.enclosing(x)
			if sig == nil || sig.Results().Len() != last+1 || !isError(sig.Results().At(last).Type()) || !a.tools.answersType(sig) {
				return nil
			}
			return x
		}
	}
	return nil
}

// IsFailure reports whether the expression makes the result of a failed call, with only a
// text.
func IsFailure(result ast.Expr) bool {
	switch r := ast.Unparen(result).(type) {
	case *ast.CallExpr:
		return strings.Contains(types.ExprString(r.Fun), ".NewToolResultError")
	case *ast.UnaryExpr:
		lit, ok := r.X.(*ast.CompositeLit)
		if !ok {
			return false
		}
		texts, marked := 0, false
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				return false
			}
			switch types.ExprString(kv.Key) {
			case "Content":
				if content, ok := kv.Value.(*ast.CompositeLit); ok {
					texts = len(content.Elts)
				}
			case "IsError":
				marked = types.ExprString(kv.Value) == "true"
			}
		}
		return marked && texts == 1
	}
	return false
}
