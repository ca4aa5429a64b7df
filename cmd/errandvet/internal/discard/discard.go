// Package discard reports values of errand that are lost: discarded results, and
// comparisons that are never true.
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

A result of Registry.With and its like that is thrown away; a comparison of an error with a
Kind.`,
	URL:      "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#discard",
	Run:      run,
	Requires: []*analysis.Analyzer{directive.Analyzer},
}

type checker struct {
	pass   *analysis.Pass
	report func(analysis.Diagnostic)
}

func run(pass *analysis.Pass) (any, error) {
	imports := errandpkg.Owns(pass.Pkg)
	for _, p := range pass.Pkg.Imports() {
		imports = imports || errandpkg.Owns(p)
	}
	if !imports {
		return nil, nil
	}
	c := checker{pass, directive.Reporter(pass)}
	for _, f := range pass.Files {
		test := errandpkg.IsTest(pass, f) // where such a call may be expected to panic
		ast.PreorderStack(f, nil, func(n ast.Node, around []ast.Node) bool {
			switch n := n.(type) {
			case *ast.ExprStmt:
				if !test {
					c.thrownAway(n)
				}
			case *ast.BinaryExpr:
				c.compared(n, around)
			case *ast.SwitchStmt:
				c.switched(n)
			}
			return true
		})
	}
	return nil, nil
}

// thrownAway reports a copy that is not used: the result of a method of errand whose name
// begins with With and that returns its receiver's type.
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
	if r := fn.Signature().Results(); r.Len() != 1 || !types.Identical(r.At(0).Type(), t) {
		return
	}
	name := strings.TrimPrefix(types.TypeString(t, (*types.Package).Name), "*")
	c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Message: "the result of " + name + "." + fn.Name() + " is a changed copy and is thrown away"})
}

// compared reports a comparison that fails for wrapped errors.
func (c checker) compared(b *ast.BinaryExpr, around []ast.Node) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return
	}
	err, word := b.X, b.Y
	if c.isWord(err) {
		err, word = word, err
	}
	if !c.isErrorInterface(err) || !c.isWord(word) || inMethodIs(around) {
		return
	}
	c.report(analysis.Diagnostic{
		Pos: b.Pos(), End: b.End(),
		Message: "an error is compared with " + types.ExprString(word) + ", which it can only contain; use errors.Is",
	})
}

// inMethodIs reports whether the nodes have an Is method, which errors.Is calls with one
// error of the tree.
func inMethodIs(around []ast.Node) bool {
	return slices.ContainsFunc(around, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncDecl)
		return ok && f.Recv != nil && f.Name.Name == "Is"
	})
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
