package modelsink

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// The results of calls, by the summary of a function of this or another package.

// reads reports whether the text of values of the type comes from their fields: the type
// belongs to an analyzed package.
func (a *analyzer) reads(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	if _, ok := n.Underlying().(*types.Interface); ok {
		return false
	}
	return n.Obj().Pkg() == a.pass.Pkg || a.isRead(n.Obj().Pkg()) || errandpkg.Owns(n.Obj().Pkg())
}

func (a *analyzer) isRead(pkg *types.Package) bool {
	was, known := a.wasRead[pkg]
	if !known {
		was = a.pass.ImportPackageFact(pkg, &read{})
		a.wasRead[pkg] = was
	}
	return was
}

// errorText returns the text of a concrete error.
func (a *analyzer) errorText(v ssa.Value) set {
	t := v.Type()
	if errandpkg.IsRuntimeErrorPointer(t) || errandpkg.IsWord(t) {
		return set{}
	}
	st := a.get(v)
	if !a.reads(t) {
		return st.all()
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, a.pass.Pkg, "Error")
	method, ok := obj.(*types.Func)
	if !ok {
		return st.own
	}
	// The text of the receiver: the value and, if its fields belong to another package, all of
	// its content.
	if method.Pkg() != a.pass.Pkg {
		st.own = st.all()
	}
	s := a.resultOf(method, 0, v.Pos()).own
	out := set{err: s.err, body: s.body}
	for _, l := range s.from {
		out.add(st.own.only(l & bodyOf))
	}
	return out
}

// resultOf returns the state of result i of an analyzed function, with the labels of its
// own parameters.
func (a *analyzer) resultOf(f *types.Func, i int, at token.Pos) state {
	if f.Pkg() == a.pass.Pkg {
		if fn := a.pkgFunc(f); fn != nil && i < len(a.results[fn]) {
			return a.results[fn][i]
		}
	} else if s := a.summaryOf(f); s != nil && i < len(s.Results) {
		return s.Results[i].state(at)
	}
	return state{}
}

func (r resultFlow) state(at token.Pos) state {
	return state{own: r.Own.set(at), parts: r.Parts.set(at)}
}

func (f flow) set(at token.Pos) set {
	var s set
	if f.Err != "" {
		s.err = &origin{pos: at, why: f.Err, answer: f.Answer}
	}
	if f.Body != "" {
		s.body = &origin{pos: at, why: f.Body}
	}
	s.from = f.From
	return s
}

func (a *analyzer) pkgFunc(f *types.Func) *ssa.Function {
	if len(a.funcs) == 0 {
		return nil
	}
	return a.funcs[0].Prog.FuncValue(f.Origin())
}

func (a *analyzer) summaryOf(f *types.Func) *summary {
	f = f.Origin()
	s, known := a.foreign[f]
	if !known {
		var fact summary
		if a.pass.ImportObjectFact(f, &fact) {
			s = &fact
		}
		a.foreign[f] = s
	}
	return s
}

func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != "command-line-arguments"
}

// returns records the results of a function, and reports those that a model reads.
func (a *analyzer) returns(f *ssa.Function, in *ssa.Return) {
	for len(a.results[f]) < len(in.Results) {
		a.results[f] = append(a.results[f], state{})
	}
	for i, v := range in.Results {
		v, _ := result(v)
		if carries(v.Type()) && a.results[f][i].add(a.get(v)) {
			a.changed = true
		}
	}
	if f.Synthetic != "" {
		return
	}
	ans, ok := a.handed[f]
	if !ok {
		ans, ok = a.tools.answer(f.Name(), f.Signature)
	}
	if !ok {
		return
	}
	for i, v := range in.Results {
		name := "the result"
		failure := false
		switch {
		case isError(v.Type()):
			if !ans.failure || a.use.Middleware || (ans.own || ans.result == "") && a.use.Adapts {
				continue
			}
			name, failure = "the error", true
		case a.tools.isResult(v.Type()) && !isText(v.Type()), !carries(v.Type()):
			continue
		}
		v, variable := result(v)
		if variable != nil && failure && !a.kept[variable] {
			a.kept[variable], a.changed = true, true
		}
		if isNil(v, in.Block()) {
			continue
		}
		s := a.text(v)
		if s.err != nil && s.err.answer {
			s.err = nil
		}
		s.from = slices.DeleteFunc(slices.Clone(s.from), func(l label) bool { return a.params[l.param()].Parent() == f })
		a.reach(in, s, reached{Name: name + " of a tool", Failure: failure, at: in, arg: i})
	}
}

// isNil reports whether a condition above the block states that the error is nil.
func isNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if c, ok := v.(*ssa.ChangeInterface); ok {
		v = c.X
	}
	if !isError(v.Type()) {
		return false
	}
	for ; b != nil && b.Idom() != nil; b = b.Idom() {
		above := b.Idom()
		branch, ok := above.Instrs[len(above.Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if !ok || cond.X != v {
			continue
		}
		if c, ok := cond.Y.(*ssa.Const); !ok || !c.IsNil() {
			continue
		}
		if cond.Op == token.NEQ && above.Succs[1] == b || cond.Op == token.EQL && above.Succs[0] == b {
			return true
		}
	}
	return false
}
