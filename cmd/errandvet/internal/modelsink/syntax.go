package modelsink

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// syntax maps instructions to source code.
type syntax struct {
	pass    *analysis.Pass
	calls   map[token.Pos]*ast.CallExpr   // by their left parenthesis
	values  map[token.Pos]ast.Expr        // of fields, by the position of the store
	results map[token.Pos]*ast.ReturnStmt // by the word return
	parents map[ast.Node]ast.Node
}

func newSyntax(pass *analysis.Pass) *syntax {
	s := &syntax{pass, make(map[token.Pos]*ast.CallExpr), make(map[token.Pos]ast.Expr), make(map[token.Pos]*ast.ReturnStmt), make(map[ast.Node]ast.Node)}
	for _, f := range pass.Files {
		if errandpkg.IsTest(pass, f) {
			continue
		}
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			if len(stack) > 0 {
				s.parents[n] = stack[len(stack)-1]
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				s.calls[n.Lparen] = n
			case *ast.ReturnStmt:
				s.results[n.Return] = n
			case *ast.CompositeLit:
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						s.values[kv.Colon] = kv.Value
					} else {
						s.values[e.Pos()] = e
					}
				}
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i, l := range n.Lhs {
						if sel, ok := l.(*ast.SelectorExpr); ok {
							s.values[sel.Sel.Pos()] = n.Rhs[i]
						}
					}
				}
			}
			return true
		})
	}
	return s
}

// expr returns the expression whose text reaches the sink, or nil if there is not exactly
// one.
func (s *syntax) expr(in ssa.Instruction, arg int) ast.Expr {
	switch in := in.(type) {
	case *ssa.Store:
		return s.values[in.Pos()]
	case *ssa.Return:
		if r := s.results[in.Pos()]; r != nil && arg < len(r.Results) && len(r.Results) == len(in.Results) {
			return r.Results[arg]
		}
	case ssa.CallInstruction:
		if c := s.calls[in.Pos()]; c != nil && arg >= 0 && arg < len(c.Args) {
			if sig := in.Common().Signature(); sig.Variadic() && arg == sig.Params().Len()-1 {
				for _, a := range c.Args[arg:] { // most of them have only text of the call
					if isError(s.pass.TypesInfo.TypeOf(a)) {
						return a
					}
				}
			}
			return c.Args[arg]
		}
	}
	return nil
}

// place returns the position of a finding.
func (a *analyzer) place(in ssa.Instruction, arg int) token.Pos {
	if e := a.syntax.expr(in, arg); e != nil {
		return e.Pos()
	}
	return in.Pos()
}

// marked reports whether a stored text is in a literal of a result with IsError set.
func (a *analyzer) marked(in *ssa.Store) bool {
	var n ast.Node = a.syntax.values[in.Pos()]
	for ; n != nil; n = a.syntax.parents[n] {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "IsError" {
				v := a.pass.TypesInfo.Types[kv.Value].Value
				return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
			}
		}
	}
	return false
}

// enclosing returns the innermost function around the node: its type and its body.
func (s *syntax) enclosing(n ast.Node) *types.Signature {
	for ; n != nil; n = s.parents[n] {
		switch f := n.(type) {
		case *ast.FuncLit:
			sig, _ := s.pass.TypesInfo.TypeOf(f).(*types.Signature)
			return sig
		case *ast.FuncDecl:
			if fn, ok := s.pass.TypesInfo.Defs[f.Name].(*types.Func); ok {
				return fn.Signature()
			}
		}
	}
	return nil
}
