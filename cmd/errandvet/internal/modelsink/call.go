package modelsink

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// call follows text through a call.
func (a *analyzer) call(in ssa.CallInstruction) {
	c := in.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		a.builtin(in, b)
		return
	}
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
		a.outside(in, c.Method, args)
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		callee = a.closure(c.Value)
	}
	if callee == nil {
		a.dynamic(in, args)
		return
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	obj, _ := callee.Object().(*types.Func)
	if obj != nil {
		obj = obj.Origin()
	}
	if callee.Blocks != nil && callee.Synthetic == "" && (obj == nil || obj.Pkg() == a.pass.Pkg) {
		a.inside(in, callee, obj, args)
		return
	}
	if obj == nil {
		a.dynamic(in, args)
		return
	}
	if obj.Pkg() == a.pass.Pkg {
		if declared := a.pkgFunc(obj); declared != nil && declared.Blocks != nil && len(declared.Params) == len(args) {
			a.inside(in, declared, obj, args)
			return
		}
	}
	a.outside(in, obj, args)
}

// closure returns the function in a variable, if only one is stored in it.
func (a *analyzer) closure(v ssa.Value) *ssa.Function {
	v = a.canonical(v)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = a.canonical(load.X)
	}
	switch v := v.(type) {
	case *ssa.MakeClosure:
		f, _ := v.Fn.(*ssa.Function)
		return f
	case *ssa.Function:
		return v
	case *ssa.Alloc:
		var only *ssa.Function
		for _, ref := range *v.Referrers() {
			store, ok := ref.(*ssa.Store)
			if !ok || store.Addr != v {
				continue
			}
			g := a.closure(store.Val)
			if g == nil || only != nil && only != g {
				return nil
			}
			only = g
		}
		return only
	}
	return nil
}

// written returns the index of an argument in the source: without the receiver.
func written(sig *types.Signature, i int) int {
	if sig.Recv() != nil {
		return i - 1
	}
	return i
}

// inside handles a call of a function of the package.
func (a *analyzer) inside(in ssa.CallInstruction, callee *ssa.Function, obj *types.Func, args []ssa.Value) {
	a.called[callee] = true
	tabled := a.reachTable(in, obj, args)
	for i, p := range callee.Params {
		if i >= len(args) {
			break
		}
		n := a.numbers[p]
		if !tabled[i] {
			for to := range a.sinks[n] {
				a.give(in, callee.Signature, i, args[i], to)
			}
		}
		for field := range a.stores[n] {
			a.putField(field, state{own: a.text(args[i])})
		}
	}
	answers := a.tools.answersType(callee.Signature)
	a.assign(in, len(a.results[callee]), func(i int) state {
		return a.substitute(a.results[callee][i], answers, func(l label) (ssa.Value, bool) {
			p := a.params[l.param()]
			if i := slices.Index(callee.Params, p); i >= 0 && i < len(args) {
				return args[i], true
			}
			return nil, p.Parent() == callee
		})
	})
}

// reachTable reports the arguments that are sinks in the table, and returns these
// parameters.
func (a *analyzer) reachTable(in ssa.CallInstruction, obj *types.Func, args []ssa.Value) map[int]bool {
	if obj == nil {
		return nil
	}
	tabled := map[int]bool{}
	for _, s := range a.table.function(obj) {
		i := s.arg
		if obj.Signature().Recv() != nil {
			i++
		}
		if s.arg >= 0 && i < len(args) {
			tabled[i] = true
			a.give(in, obj.Signature(), i, args[i], reached{Name: sinkName(obj.Pkg(), s.name), Failure: s.failure})
		}
	}
	return tabled
}

// outside handles a call of a function of another package, or of a method of an interface.
func (a *analyzer) outside(in ssa.CallInstruction, obj *types.Func, args []ssa.Value) {
	tabled := a.reachTable(in, obj, args)
	sig := obj.Signature()
	results := sig.Results()
	if pkg := obj.Pkg(); pkg != nil && pkg != a.pass.Pkg {
		if errandSafe(pkg.Path()) {
			made := state{parts: a.wrapped(args)}
			if forDevelopers[obj.Name()] {
				made.own.err = &origin{pos: in.Pos(), why: pkg.Name() + "." + obj.Name()}
			}
			a.assign(in, results.Len(), func(i int) state {
				if made.own.empty() && !types.Implements(results.At(i).Type(), errorInterface) {
					return state{}
				}
				return made
			})
			return
		}
		if s := a.summaryOf(obj); s != nil || a.isRead(pkg) && !in.Common().IsInvoke() {
			a.summarized(in, s, sig, args, tabled)
			return
		}
	}
	name := nameOf(obj)
	if obj.Pkg() != nil {
		name = obj.Pkg().Name() + "." + name
	}
	a.unread(in, obj, name, sig, args)
}

// errandSafe reports whether a model may read the results of the package's functions.
func errandSafe(path string) bool {
	for _, p := range []string{"/toolerr", "/adapter", "/adapters", "/integrations", "/agent"} {
		if path == errandpkg.Module+p || strings.HasPrefix(path, errandpkg.Module+p+"/") {
			return true
		}
	}
	return false
}

// forDevelopers are the functions and methods of errand whose results a model must not
// read.
var forDevelopers = map[string]bool{"DeveloperText": true, "DeveloperMessage": true, "Cause": true, "Unwrap": true, "Unrecognised": true}

// summarized handles a call of a function that was analyzed with its package.
func (a *analyzer) summarized(in ssa.CallInstruction, s *summary, sig *types.Signature, args []ssa.Value, tabled map[int]bool) {
	if s == nil {
		return
	}
	for _, p := range s.Sinks {
		if p.Param < len(args) && !tabled[p.Param] {
			a.give(in, sig, p.Param, args[p.Param], p.To)
		}
	}
	answers := a.tools.answersType(sig)
	a.assign(in, len(s.Results), func(i int) state {
		return a.substitute(s.Results[i].state(in.Pos()), answers, func(l label) (ssa.Value, bool) {
			if l.param() < len(args) {
				return args[l.param()], true
			}
			return nil, true
		})
	})
}

// findsErrors reports whether the function finds the errors in an error: errors.As and others.
func findsErrors(f *types.Func) bool {
	return slices.Contains([]string{"As", "AsType", "Unwrap", "Cause"}, f.Name()) && f.Pkg() != nil && makers[unversioned(f.Pkg().Path())]
}

// unread handles a call of a function whose body is not available, only its name.
func (a *analyzer) unread(in ssa.CallInstruction, obj *types.Func, name string, sig *types.Signature, args []ssa.Value) {
	how := behaviourOf(obj)
	if how == silent {
		return
	}
	given, wrapped := a.given(args), a.wrapped(args)
	results := sig.Results()
	if findsErrors(obj) {
		given.add(wrapped)
	}
	if how == passes || how == making || how == reading || how == decoding {
		a.pointees(obj, args)
	}
	foreign := state{own: set{err: &origin{pos: in.Pos(), why: name, answer: a.tools.answersType(sig)}}}
	a.assign(in, results.Len(), func(i int) state {
		t := results.At(i).Type()
		switch {
		case how == making && isError(t):
			return state{own: given.asError(), parts: wrapped}
		case how == encoding && isError(t):
			return state{}
		case how == decoding && isError(t):
			return state{own: given.only(bodyOf)}
		case how == reading && isError(t):
			return foreign
		case how == passes, how == making, how == reading, how == encoding, how == decoding:
			return state{own: given}
		case how == answering && i == 0:
			return state{own: set{body: &origin{pos: in.Pos(), why: name}}}
		case isError(t), types.Implements(t, errorInterface) && strings.HasSuffix(typeName(t), "Error"):
			return foreign
		case isText(t):
			return state{own: given}
		}
		return state{}
	})
}

// dynamic handles a call of a function value.
func (a *analyzer) dynamic(in ssa.CallInstruction, args []ssa.Value) {
	c := in.Common()
	sig := c.Signature()
	if made, ok := a.canonical(c.Value).(*ssa.Call); ok {
		if g := made.Call.StaticCallee(); g != nil && g.Object() != nil && g.Object().Pkg() != nil && errandSafe(g.Object().Pkg().Path()) {
			return
		}
	}
	given := a.given(args)
	name := "a function value"
	if p, ok := c.Value.(*ssa.Parameter); ok {
		name = p.Name()
	}
	a.assign(in, sig.Results().Len(), func(i int) state {
		t := sig.Results().At(i).Type()
		switch {
		case isError(t):
			return state{own: set{err: &origin{pos: in.Pos(), why: name, answer: a.tools.answersType(sig)}}}
		case isText(t):
			return state{own: given}
		}
		return state{}
	})
}

func (a *analyzer) builtin(in ssa.CallInstruction, b *ssa.Builtin) {
	args := in.Common().Args
	v := in.Value()
	switch b.Name() {
	case "append":
		if v != nil && carries(v.Type()) {
			st := a.get(args[0])
			if len(args) > 1 {
				st.parts = union(st.parts, a.text(args[1]))
			}
			a.put(v, st)
		}
	case "copy":
		a.contain(args[0], a.text(args[1]))
	case "recover":
		if v != nil {
			a.put(v, state{own: set{err: &origin{pos: in.Pos(), why: "a panic"}}})
		}
	}
}

// assign sets the states of a call's results.
func (a *analyzer) assign(in ssa.CallInstruction, n int, result func(int) state) {
	v := in.Value()
	if v == nil {
		return
	}
	tuple, many := v.Type().(*types.Tuple)
	if !many {
		if n == 1 && carries(v.Type()) {
			a.put(v, result(0))
		}
		return
	}
	for i := range min(n, tuple.Len()) {
		if carries(tuple.At(i).Type()) {
			a.putTuple(v, i, result(i))
		}
	}
}
