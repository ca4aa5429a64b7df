package modelsink

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Tools finds the functions of a package whose results a model reads.
type Tools struct {
	pkg    *types.Package
	table  table
	server bool // the package has handlers of an MCP server
}

// NewTools reads the package's signatures.
func NewTools(pass *analysis.Pass) *Tools { return newTools(pass, newTable(own)) }

func newTools(pass *analysis.Pass, t table) *Tools {
	tools := &Tools{pkg: pass.Pkg, table: t}
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			var sig *types.Signature
			switch n := n.(type) {
			case *ast.FuncDecl:
				if fn, ok := pass.TypesInfo.Defs[n.Name].(*types.Func); ok {
					sig = fn.Signature()
				}
			case *ast.FuncLit:
				sig, _ = pass.TypesInfo.TypeOf(n).(*types.Signature)
			}
			tools.server = tools.server || sig != nil && tools.takesRequest(sig)
			return !tools.server
		})
	}
	return tools
}

// Has reports whether a function of the package with this name and signature is a tool, or
// makes the results of one.
func (t *Tools) Has(name string, sig *types.Signature) bool {
	_, ok := t.answer(name, sig)
	return ok
}

func (t *Tools) answer(name string, sig *types.Signature) (answer, bool) {
	if sig.Results().Len() == 0 {
		return answer{}, false
	}
	for pkg, rows := range t.table.answers {
		path := unversioned(t.pkg.Path())
		itself := path == pkg || strings.HasPrefix(path, strings.TrimSuffix(pkg, "/mcp")+"/") && strings.HasSuffix(pkg, "/mcp")
		for _, row := range rows {
			switch {
			case row.own && row.result != "":
				if tupleHas(sig.Results(), row.pkg, row.result) || tupleHas(sig.Params(), row.pkg, row.result) {
					return row, true
				}
			case itself && !row.own: // the SDK itself
			case row.method != "":
				if name == row.method && sig.Recv() != nil && t.implements(sig.Recv().Type(), row) {
					return row, true
				}
			case row.result != "":
				if tupleHas(sig.Results(), row.pkg, row.result) && sig.Results().Len() > 1 &&
					(t.server || tupleHas(sig.Params(), row.pkg, row.param)) {
					return row, true
				}
			case tupleHas(sig.Params(), row.pkg, row.param):
				return row, true
			}
		}
	}
	return answer{}, false
}

// takesRequest reports whether a function with the signature is a handler of an MCP server.
func (t *Tools) takesRequest(sig *types.Signature) bool {
	for _, rows := range t.table.answers {
		for _, row := range rows {
			if row.result != "" && tupleHas(sig.Results(), row.pkg, row.result) && tupleHas(sig.Params(), row.pkg, row.param) {
				return true
			}
		}
	}
	return false
}

// answersType reports whether a function with the signature makes results of tools. Its
// errors are reported at its return statements.
func (t *Tools) answersType(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if t.isResult(v.Type()) {
			return true
		}
	}
	return false
}

// isResult reports whether the type is that of the results of an MCP server's tools.
func (t *Tools) isResult(typ types.Type) bool {
	for _, rows := range t.table.answers {
		for _, row := range rows {
			if row.result != "" && is(typ, row.pkg, row.result) {
				return true
			}
		}
	}
	return false
}

func (t *Tools) implements(typ types.Type, row answer) bool {
	for _, p := range slices.Concat(t.pkg.Imports(), []*types.Package{t.pkg}) {
		if found := lookup(p, row.pkg, 0); found != nil {
			obj := found.Scope().Lookup(row.iface)
			if obj == nil {
				return false
			}
			iface, ok := obj.Type().Underlying().(*types.Interface)
			return ok && types.Implements(typ, iface)
		}
	}
	return false
}

func lookup(p *types.Package, path string, depth int) *types.Package {
	if unversioned(p.Path()) == path {
		return p
	}
	if depth == 2 {
		return nil
	}
	for _, q := range p.Imports() {
		if found := lookup(q, path, depth+1); found != nil {
			return found
		}
	}
	return nil
}
