// Package discard reports values of errand that are lost: discarded results, errors that
// are never nil, comparisons that are never true.
package discard

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// Analyzer is the analyzer discard.
var Analyzer = &analysis.Analyzer{
	Name: "discard",
	Doc: `report values of errand that are lost

A result of Registry.With and its like that is thrown away; a nil *ToolRuntimeError that
is returned as an error; errors.As with a value; a comparison of an error with a Kind.`,
	URL:       "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#discard",
	Run:       run,
	Requires:  []*analysis.Analyzer{directive.Analyzer},
	FactTypes: []analysis.Fact{(*mayBeNil)(nil)},
}

// copies are the types of errand whose With… methods return a changed copy.
var copies = map[string]bool{
	"adapter.Registry": true, "adapter.Chain": true, "toolerr.ToolRuntimeError": true, "toolerr.Payload": true,
}

// mayBeNil is the fact that a function can return a nil *ToolRuntimeError.
type mayBeNil struct{}

// AFact marks a fact.
func (*mayBeNil) AFact() {}

func (*mayBeNil) String() string { return "mayBeNil" }

type checker struct {
	pass    *analysis.Pass
	report  func(analysis.Diagnostic)
	parents map[ast.Node]ast.Node
}

func run(pass *analysis.Pass) (any, error) {
	imports := errandpkg.Owns(pass.Pkg)
	for _, p := range pass.Pkg.Imports() {
		imports = imports || errandpkg.Owns(p)
	}
	if !imports {
		return nil, nil
	}
	c := checker{pass, directive.Reporter(pass), map[ast.Node]ast.Node{}}
	var returns []*ast.ReturnStmt
	for _, f := range pass.Files {
		var stack []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if len(stack) > 0 {
				c.parents[n] = stack[len(stack)-1]
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.ExprStmt:
				c.thrownAway(n)
			case *ast.CallExpr:
				c.as(n)
			case *ast.BinaryExpr:
				c.compared(n)
			case *ast.SwitchStmt:
				c.switched(n)
			case *ast.ReturnStmt:
				returns = append(returns, n)
			}
			return true
		})
	}
	for _, r := range returns {
		c.export(r)
	}
	for _, r := range returns {
		c.returned(r)
	}
	return nil, nil
}

func (c checker) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return fn
}

// thrownAway reports a copy that is not used.
func (c checker) thrownAway(s *ast.ExprStmt) {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return
	}
	fn := c.callee(call)
	if fn == nil || !errandpkg.Owns(fn.Pkg()) || fn.Signature().Recv() == nil || !strings.HasPrefix(fn.Name(), "With") {
		return
	}
	t := fn.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok {
		return
	}
	name := fn.Pkg().Name() + "." + named.Obj().Name()
	if copies[name] && !c.argument(s) {
		c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Message: "the result of " + name + "." + fn.Name() + " is a changed copy and is thrown away"})
	}
}

// argument reports whether the statement is the whole body of a function argument, as in a
// test that the call panics.
func (c checker) argument(s *ast.ExprStmt) bool {
	body, ok := c.parents[s].(*ast.BlockStmt)
	if !ok || len(body.List) != 1 {
		return false
	}
	_, given := c.parents[c.parents[body]].(*ast.CallExpr)
	_, literal := c.parents[body].(*ast.FuncLit)
	return given && literal
}

// as reports errors.As with a target to which no error can be assigned.
func (c checker) as(call *ast.CallExpr) {
	fn := c.callee(call)
	if fn == nil || fn.FullName() != "errors.As" || len(call.Args) != 2 {
		return
	}
	target := call.Args[1]
	d := analysis.Diagnostic{Pos: target.Pos(), End: target.End()}
	t := c.pass.TypesInfo.TypeOf(target)
	switch {
	case errandpkg.IsRuntimeErrorPointer(t):
		d.Message = "errors.As finds a *toolerr.ToolRuntimeError, and needs a pointer to a variable of that type"
		if id, ok := target.(*ast.Ident); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "Take the variable's address",
				TextEdits: []analysis.TextEdit{{Pos: id.Pos(), End: id.Pos(), NewText: []byte("&")}},
			}}
		}
	case errandpkg.IsRuntimeError(t):
		d.Message = "errors.As finds a *toolerr.ToolRuntimeError, and needs a pointer to a variable of that type"
	default:
		return
	}
	c.report(d)
}

// compared reports a comparison that fails for wrapped errors.
func (c checker) compared(b *ast.BinaryExpr) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return
	}
	err, word := b.X, b.Y
	if c.isWord(err) {
		err, word = word, err
	}
	if !c.isErrorInterface(err) || !c.isWord(word) || c.inMethodIs(b) {
		return
	}
	c.report(analysis.Diagnostic{
		Pos: b.Pos(), End: b.End(),
		Message:        "an error is compared with " + types.ExprString(word) + ", which it can only contain; use errors.Is",
		SuggestedFixes: c.is(b, err, word),
	})
}

// inMethodIs reports whether the node is in an Is method, which errors.Is calls with one
// error of the tree.
func (c checker) inMethodIs(n ast.Node) bool {
	for ; n != nil; n = c.parents[n] {
		if f, ok := n.(*ast.FuncDecl); ok {
			return f.Recv != nil && f.Name.Name == "Is"
		}
	}
	return false
}

func (c checker) is(b *ast.BinaryExpr, err, word ast.Expr) []analysis.SuggestedFix {
	var n ast.Node = b
	for c.parents[n] != nil {
		n = c.parents[n]
	}
	file, ok := n.(*ast.File)
	if !ok {
		return nil
	}
	for _, spec := range file.Imports {
		name := c.pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != "errors" {
			continue
		}
		if _, found := c.pass.Pkg.Scope().Innermost(b.Pos()).LookupParent(name.Name(), b.Pos()); found != name {
			return nil
		}
		text := name.Name() + ".Is(" + types.ExprString(err) + ", " + types.ExprString(word) + ")"
		if b.Op == token.NEQ {
			text = "!" + text
		}
		return []analysis.SuggestedFix{{Message: "Use errors.Is", TextEdits: []analysis.TextEdit{{Pos: b.Pos(), End: b.End(), NewText: []byte(text)}}}}
	}
	return nil
}

func (c checker) isWord(e ast.Expr) bool { return errandpkg.IsWord(c.pass.TypesInfo.TypeOf(e)) }

func (c checker) isErrorInterface(e ast.Expr) bool {
	return types.Identical(c.pass.TypesInfo.TypeOf(e), types.Universe.Lookup("error").Type())
}

// switched reports a switch over an error with kinds as its cases.
func (c checker) switched(s *ast.SwitchStmt) {
	if s.Tag == nil || !c.isErrorInterface(s.Tag) {
		return
	}
	for _, clause := range s.Body.List {
		cases, ok := clause.(*ast.CaseClause)
		if !ok {
			continue
		}
		for _, e := range cases.List {
			if c.isWord(e) {
				c.report(analysis.Diagnostic{
					Pos: e.Pos(), End: e.End(),
					Message: "an error is compared with " + types.ExprString(e) + ", which it can only contain; use errors.Is, or a switch over toolerr.KindOf",
				})
			}
		}
	}
}

// signature returns the signature of the function around a statement.
func (c checker) signature(n ast.Node) (*types.Signature, *types.Func) {
	for ; n != nil; n = c.parents[n] {
		switch f := n.(type) {
		case *ast.FuncLit:
			sig, _ := c.pass.TypesInfo.TypeOf(f).(*types.Signature)
			return sig, nil
		case *ast.FuncDecl:
			if fn, ok := c.pass.TypesInfo.Defs[f.Name].(*types.Func); ok {
				return fn.Signature(), fn
			}
		}
	}
	return nil, nil
}

// export records functions that return a nil *ToolRuntimeError.
func (c checker) export(r *ast.ReturnStmt) {
	sig, fn := c.signature(r)
	if fn == nil || sig.Results().Len() != len(r.Results) {
		return
	}
	for i, e := range r.Results {
		if errandpkg.IsRuntimeErrorPointer(sig.Results().At(i).Type()) && c.pass.TypesInfo.Types[e].IsNil() {
			c.pass.ExportObjectFact(fn, &mayBeNil{})
		}
	}
}

// returned reports a *ToolRuntimeError that may be nil and is returned as an error, which
// is then not nil.
func (c checker) returned(r *ast.ReturnStmt) {
	sig, _ := c.signature(r)
	if sig == nil || sig.Results().Len() != len(r.Results) {
		return
	}
	for i, e := range r.Results {
		if errandpkg.IsRuntimeErrorPointer(sig.Results().At(i).Type()) || !errandpkg.IsRuntimeErrorPointer(c.pass.TypesInfo.TypeOf(e)) {
			continue
		}
		if c.nilable(e) && !c.asked(e, r) {
			c.report(analysis.Diagnostic{
				Pos: e.Pos(), End: e.End(),
				Message: "a *toolerr.ToolRuntimeError that may be nil is returned as an error, which is then not nil",
			})
		}
	}
}

// nilable reports whether the expression can obviously be nil.
func (c checker) nilable(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if len(e.Args) == 1 && c.pass.TypesInfo.Types[e.Args[0]].IsNil() && c.pass.TypesInfo.Types[e.Fun].IsType() {
			return true
		}
		fn := c.callee(e)
		return fn != nil && c.pass.ImportObjectFact(fn.Origin(), &mayBeNil{})
	case *ast.Ident:
		v, ok := c.pass.TypesInfo.Uses[e].(*types.Var)
		if !ok || v.Parent() == nil || v.Parent() == c.pass.Pkg.Scope() {
			return false
		}
		found := false
		for id, obj := range c.pass.TypesInfo.Defs {
			found = found || obj == v && c.nilDefinition(id)
		}
		return found
	}
	return false
}

// nilDefinition reports whether a variable is declared as nil.
func (c checker) nilDefinition(id *ast.Ident) bool {
	switch d := c.parents[id].(type) {
	case *ast.ValueSpec:
		if len(d.Values) == 0 {
			return true
		}
		return len(d.Values) == len(d.Names) && c.nilable(d.Values[indexOf(d.Names, id)])
	case *ast.AssignStmt:
		for i, l := range d.Lhs {
			if l != id {
				continue
			}
			if len(d.Rhs) == len(d.Lhs) {
				return c.nilable(d.Rhs[i])
			}
			return c.nilable(d.Rhs[0])
		}
	}
	return false
}

func indexOf(names []*ast.Ident, id *ast.Ident) int {
	for i, n := range names {
		if n == id {
			return i
		}
	}
	return 0
}

// asked reports whether the statement depends on a condition about the expression.
func (c checker) asked(e ast.Expr, r *ast.ReturnStmt) bool {
	mentions := func(cond ast.Expr) bool { return strings.Contains(types.ExprString(cond), types.ExprString(e)) }
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		v := c.related(c.pass.TypesInfo.Uses[id])
		mentions = func(cond ast.Expr) bool { return c.mentions(cond, v) }
	}
	var child ast.Node = r
	for n := c.parents[r]; n != nil; child, n = n, c.parents[n] {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		case *ast.IfStmt:
			if mentions(n.Cond) {
				return true
			}
		case *ast.CaseClause:
			if slices.ContainsFunc(n.List, mentions) {
				return true
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				if s == child {
					break
				}
				if branch, ok := s.(*ast.IfStmt); ok && mentions(branch.Cond) {
					return true
				}
			}
		}
	}
	return false
}

// related returns the variable and those declared in the same assignment, such as the ok of
// a lookup.
func (c checker) related(v types.Object) map[types.Object]bool {
	all := map[types.Object]bool{v: true}
	for id, obj := range c.pass.TypesInfo.Defs {
		if obj != v {
			continue
		}
		if d, ok := c.parents[id].(*ast.AssignStmt); ok {
			for _, l := range d.Lhs {
				if other, ok := l.(*ast.Ident); ok && other.Name != "_" {
					all[c.pass.TypesInfo.ObjectOf(other)] = true
				}
			}
		}
	}
	return all
}

func (c checker) mentions(n ast.Node, v map[types.Object]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v[c.pass.TypesInfo.ObjectOf(id)] {
			found = true
		}
		return !found
	})
	return found
}
