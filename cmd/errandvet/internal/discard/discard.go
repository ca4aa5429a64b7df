// Package discard reports values of errand that are lost: discarded results, and
// comparisons that are never true.
package discard

import (
	"go/ast"
	"go/token"
	"go/types"
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

A result of Registry.With and its like that is thrown away; a comparison of an error with a
Kind.`,
	URL:      "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#discard",
	Run:      run,
	Requires: []*analysis.Analyzer{directive.Analyzer},
}

// copies are the types of errand whose With… methods return a changed copy.
var copies = map[string]bool{
	"adapter.Registry": true, "adapter.Chain": true, "toolerr.ToolRuntimeError": true, "toolerr.Payload": true,
}

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
			case *ast.BinaryExpr:
				c.compared(n)
			case *ast.SwitchStmt:
				c.switched(n)
			}
			return true
		})
	}
	return nil, nil
}

// thrownAway reports a copy that is not used.
func (c checker) thrownAway(s *ast.ExprStmt) {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return
	}
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
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
		Message: "an error is compared with " + types.ExprString(word) + ", which it can only contain; use errors.Is",
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
