// Package discard reports values of errand that are lost.
package discard

import (
	"go/ast"
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

A result of Registry.With and its like that is thrown away.`,
	URL:      "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#discard",
	Run:      run,
	Requires: []*analysis.Analyzer{directive.Analyzer},
}

type checker struct {
	pass   *analysis.Pass
	report func(analysis.Diagnostic)
}

func run(pass *analysis.Pass) (any, error) {
	c := checker{pass, directive.Reporter(pass)}
	for _, f := range pass.Files {
		if errandpkg.IsTest(pass, f) { // where such a call may be expected to panic
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.ExprStmt); ok {
				c.thrownAway(s)
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
