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
	kept     map[*ssa.Alloc]bool      // variables whose text is returned as the error of a tool
	handed   map[*ssa.Function]answer // functions that are passed to a sink
	syntax   *syntax

	changed bool
	found   map[token.Pos]finding
}

// reached is a sink that a parameter reaches.
type reached struct {
	field   bool
	name    string
	failure bool
}

// A finding is text that reaches a sink.
type finding struct {
	from *origin
	sink string
	at   ssa.Instruction
	arg  int // the index of a call's argument in the source, of a returned result, or -1 for a store
	// failure is true if the text is only for failures.
	failure bool
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
		v := args[i]
		for {
			switch x := v.(type) {
			case *ssa.ChangeType:
				v = x.X
				continue
			case *ssa.MakeInterface:
				v = x.X
				continue
			}
			break
		}
		f := a.closure(v)
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
	if isError(v.Type()) {
		return a.get(v).own
	}
	if c, ok := v.(*ssa.ChangeInterface); ok && isError(c.X.Type()) {
		return a.get(v).own
	}
	if m, ok := v.(*ssa.MakeInterface); ok {
		if errandpkg.IsRuntimeErrorPointer(m.X.Type()) {
			return set{}
		}
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
		if in.Op == token.ARROW {
			a.put(in, state{own: a.get(in.X).all()})
		}
	case *ssa.ChangeType:
		a.put(in, a.get(in.X))
	case *ssa.Convert:
		if carries(in.Type()) {
			a.put(in, a.get(in.X))
		}
	case *ssa.MultiConvert:
		a.put(in, a.get(in.X))
	case *ssa.ChangeInterface:
		a.put(in, a.get(in.X))
	case *ssa.Slice:
		if carries(in.Type()) {
			a.put(in, a.get(in.X))
		}
	case *ssa.SliceToArrayPointer:
		a.put(in, a.get(in.X))
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
	case *ssa.Range:
		a.put(in, a.get(in.X))
	case *ssa.Next:
		if !in.IsString {
			a.putTuple(in, 1, state{own: a.get(in.Iter).all()})
			a.putTuple(in, 2, state{own: a.get(in.Iter).all()})
		}
	case *ssa.Select:
		for i, s := range in.States {
			if s.Dir == types.RecvOnly {
				n := 2
				for _, before := range in.States[:i] {
					if before.Dir == types.RecvOnly {
						n++
					}
				}
				a.putTuple(in, n, state{own: a.get(s.Chan).all()})
			} else {
				a.contain(s.Chan, a.get(s.Send).all())
			}
		}
	case *ssa.Send:
		a.contain(in.Chan, a.text(in.X))
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

// reach is called for text that reaches a sink.
func (a *analyzer) reach(at ssa.Instruction, arg int, s set, name string, failure bool) {
	from := s.err
	if from == nil && failure {
		from = s.body
	}
	if from != nil {
		pos := a.place(at, arg)
		if _, known := a.found[pos]; !known && pos.IsValid() {
			a.found[pos] = finding{from: from, sink: name, at: at, arg: arg, failure: failure}
		}
	}
	for _, l := range s.from {
		if a.sinks[l.param()] == nil {
			a.sinks[l.param()] = map[reached]bool{}
		}
		r := reached{field: l.isField(), name: name, failure: failure}
		if !a.sinks[l.param()][r] {
			a.sinks[l.param()][r], a.changed = true, true
		}
	}
}
