package modelsink

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// A flow analysis determines whose text each value of a package can have. Parameters are
// labels, so that a function is analyzed once for all its callers. A field has everything
// that is stored in it anywhere in the package.
type analyzer struct {
	pass  *analysis.Pass
	table table
	use   errandpkg.Use

	funcs    []*ssa.Function
	states   map[ssa.Value]*state
	tuples   map[ssa.Value][]state
	fields   map[*types.Var]*state
	results  map[*ssa.Function][]state
	params   []*ssa.Parameter // by index
	numbers  map[*ssa.Parameter]int
	bindings map[*ssa.FreeVar]ssa.Value
	sinks    map[int]map[reached]bool    // by parameter
	stores   map[int]map[*types.Var]bool // parameters that are stored in fields
	called   map[*ssa.Function]bool      // functions that are called by name
	foreign  map[*types.Func]*summary    // of other packages; nil for none
	wasRead  map[*types.Package]bool
	tools    *Tools
	asked    map[*types.Func]bool     // functions whose calls are being checked
	kept     map[*ssa.Alloc]bool      // variables whose text is returned as the error of a tool
	handed   map[*ssa.Function]answer // functions that are passed to a sink
	syntax   *syntax

	changed bool
	found   map[token.Pos]finding
}

// reached is a sink that a text reaches.
type reached struct {
	Name    string
	Failure bool  // the text is only for failures
	Of      label // which text of a parameter reaches it

	at  ssa.Instruction // in this package
	arg int             // the index of a call's argument in the source, of a returned result, or -1 for a store
}

// A finding is text that reaches a sink.
type finding struct {
	reached
	from   *origin
	passed token.Pos // where a caller passes the error to the function with the sink
}

func (a *analyzer) run() {
	for _, f := range a.funcs {
		for _, p := range f.Params {
			a.numbers[p] = len(a.params)
			a.params = append(a.params, p)
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.MakeClosure:
					if closure, ok := in.Fn.(*ssa.Function); ok {
						for i, v := range closure.FreeVars {
							a.bindings[v] = in.Bindings[i]
						}
					}
				case ssa.CallInstruction:
					if g := in.Common().StaticCallee(); g != nil {
						a.called[g] = true
						a.hand(g, in.Common().Args)
					}
				}
			}
		}
	}
	for a.changed = true; a.changed; {
		a.changed = false
		for _, f := range a.funcs {
			a.function(f)
		}
	}
}

// hand records the functions that a call passes to a sink.
func (a *analyzer) hand(callee *ssa.Function, args []ssa.Value) {
	if o := callee.Origin(); o != nil {
		callee = o
	}
	obj, _ := callee.Object().(*types.Func)
	if obj == nil {
		return
	}
	for _, s := range a.table.function(obj) {
		i := s.arg
		if obj.Signature().Recv() != nil {
			i++
		}
		if i < 0 || i >= len(args) {
			continue
		}
		f := a.closure(concrete(args[i]))
		if f == nil {
			continue
		}
		if o := f.Origin(); o != nil {
			f = o
		}
		if m, ok := f.Object().(*types.Func); ok && f.Synthetic != "" && m.Pkg() == a.pass.Pkg { // a method value
			f = f.Prog.FuncValue(m)
		}
		a.handed[f] = answer{failure: s.failure || a.table.own[s.pkg+"."+s.name]}
	}
}

func (a *analyzer) function(f *ssa.Function) {
	for _, p := range f.Params {
		if carries(p.Type()) {
			st := state{own: set{from: []label{paramLabel(a.numbers[p])}}}
			if f.Parent() != nil && isError(p.Type()) && !a.called[f] {
				st.own.err = &origin{pos: p.Pos(), why: "a callback's " + p.Name()}
			}
			a.put(p, st)
		}
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			a.instruction(f, in)
		}
	}
}

// canonical returns the variable of a closure's copy.
func (a *analyzer) canonical(v ssa.Value) ssa.Value {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			return v
		}
		bound, ok := a.bindings[free]
		if !ok {
			return v
		}
		v = bound
	}
}

func (a *analyzer) get(v ssa.Value) state {
	v = a.canonical(v)
	if st := a.states[v]; st != nil {
		return *st
	}
	return state{}
}

func (a *analyzer) put(v ssa.Value, st state) {
	if st.own.empty() && st.parts.empty() {
		return
	}
	v = a.canonical(v)
	if a.states[v] == nil {
		a.states[v] = &state{}
	}
	if a.states[v].add(st) {
		a.changed = true
	}
}

// text returns the text that a reader of the value would read.
func (a *analyzer) text(v ssa.Value) set {
	if errandpkg.IsRuntimeErrorPointer(v.Type()) {
		return set{}
	}
	if isError(v.Type()) {
		return a.get(v).own
	}
	if c, ok := v.(*ssa.ChangeInterface); ok && isError(c.X.Type()) {
		return a.get(v).own
	}
	if m, ok := v.(*ssa.MakeInterface); ok {
		if types.Implements(m.X.Type(), errorInterface) {
			return a.errorText(m.X)
		}
	}
	return a.get(v).all()
}

func (a *analyzer) instruction(f *ssa.Function, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Phi:
		for _, e := range in.Edges {
			a.put(in, a.get(e))
		}
	case *ssa.BinOp:
		if in.Op == token.ADD && carries(in.Type()) {
			a.put(in, state{own: union(a.get(in.X).own, a.get(in.Y).own)})
		}
	case *ssa.UnOp:
		if in.Op == token.MUL {
			a.load(in)
		}
	case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.ChangeInterface, *ssa.Slice, *ssa.SliceToArrayPointer, *ssa.Range:
		if v, ok := in.(ssa.Value); ok && carries(v.Type()) {
			a.put(v, a.get(*in.Operands(nil)[0]))
		}
	case *ssa.MakeInterface:
		if !carries(in.X.Type()) {
			return
		}
		st := a.get(in.X)
		if types.Implements(in.X.Type(), errorInterface) {
			st.own = a.errorText(in.X)
		}
		a.put(in, st)
	case *ssa.TypeAssert:
		st := a.get(in.X)
		if a.reads(in.AssertedType) { // its text comes from its fields
			st = state{}
		}
		if in.CommaOk {
			a.putTuple(in, 0, st)
		} else {
			a.put(in, st)
		}
	case *ssa.Extract:
		if t := a.tuples[in.Tuple]; in.Index < len(t) && carries(in.Type()) {
			a.put(in, t[in.Index])
		}
	case *ssa.Field:
		a.put(in, a.fieldState(in.X, in.Field))
	case *ssa.Index:
		if carries(in.Type()) {
			a.put(in, state{own: a.get(in.X).all()})
		}
	case *ssa.IndexAddr:
		if p, ok := in.Type().Underlying().(*types.Pointer); ok && carries(p.Elem()) {
			a.put(in, state{own: a.get(in.X).all()})
		}
	case *ssa.Lookup:
		st := state{own: a.get(in.X).all()}
		if in.CommaOk {
			a.putTuple(in, 0, st)
		} else if carries(in.Type()) {
			a.put(in, st)
		}
	case *ssa.Next:
		if !in.IsString {
			a.putTuple(in, 1, state{own: a.get(in.Iter).all()})
			a.putTuple(in, 2, state{own: a.get(in.Iter).all()})
		}
	case *ssa.MapUpdate:
		a.contain(in.Map, union(a.text(in.Value), a.text(in.Key)))
	case *ssa.Store:
		a.store(in)
	case *ssa.Return:
		a.returns(f, in)
	case ssa.CallInstruction:
		a.call(in)
	}
}

// reach is called for text that reaches a sink, which an instruction states or passes it to.
func (a *analyzer) reach(in ssa.Instruction, s set, to reached) {
	from := s.err
	if from == nil && to.Failure {
		from = s.body
	}
	if from != nil {
		pos := a.place(to.at, to.arg)
		f, known := a.found[pos]
		if !known {
			f = finding{reached: to, from: from}
			if in != to.at {
				f.passed = in.Pos()
			}
		}
		f.Of |= to.Of
		f.Name = min(f.Name, to.Name)
		if pos.IsValid() {
			a.found[pos] = f
		}
	}
	for _, l := range s.from {
		if a.sinks[l.param()] == nil {
			a.sinks[l.param()] = map[reached]bool{}
		}
		to.Of = l & parts
		if !a.sinks[l.param()][to] {
			a.sinks[l.param()][to], a.changed = true, true
		}
	}
}

// give is called for an argument whose parameter reaches a sink. An error is reported where
// the function states it, if that is in this package: changing its text there changes it for
// all callers, and the error keeps its type.
func (a *analyzer) give(in ssa.CallInstruction, sig *types.Signature, i int, arg ssa.Value, to reached) {
	if isNil(arg, in.Block()) {
		return
	}
	if to.at == nil || !isError(arg.Type()) {
		to.at, to.arg = in, written(sig, i)
	}
	a.reach(in, a.bound(to.Of, arg), to)
}

// bound returns the text of an argument that a label of the parameter stands for.
func (a *analyzer) bound(l label, arg ssa.Value) set {
	var s set
	switch {
	case l&fieldOf == 0:
		s = a.text(arg)
	case types.Implements(arg.Type(), errorInterface): // its package determines which field has the text
		s = a.get(arg).all().only(fieldOf)
	default:
		s = a.get(arg).own
	}
	return s.only(l & bodyOf)
}

// substitute returns the text of a called function's result for its caller. arg returns the
// argument for a label, or false for a label of another function. The errors of a function
// that answers for a tool are reported at its return statements.
func (a *analyzer) substitute(st state, answers bool, arg func(label) (ssa.Value, bool)) state {
	one := func(s set) set {
		out := set{err: s.err, body: s.body}
		if out.err != nil && answers && !out.err.answer {
			out.err = &origin{pos: out.err.pos, why: out.err.why, answer: true}
		}
		for _, l := range s.from {
			switch v, ours := arg(l); {
			case !ours:
				out.add(set{from: []label{l}})
			case v != nil:
				out.add(a.bound(l, v))
			}
		}
		return out
	}
	return state{own: one(st.own), parts: one(st.parts)}
}
