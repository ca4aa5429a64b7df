package modelsink

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// A flow analysis finds whose text each value of a package can have. Parameters are
// labels, so that a function is analyzed once for all its callers; a field holds what is
// stored to it anywhere in the package.
type analyzer struct {
	pass     *analysis.Pass
	table    table
	comments *directive.Comments
	use      errandpkg.Use

	funcs    []*ssa.Function
	states   map[ssa.Value]*state
	tuples   map[ssa.Value][]state
	fields   map[*types.Var]*state
	results  map[*ssa.Function][]state
	params   []*ssa.Parameter // by number
	numbers  map[*ssa.Parameter]int
	bindings map[*ssa.FreeVar]ssa.Value
	sinks    map[int]map[reached]bool    // by parameter
	stores   map[int]map[*types.Var]bool // parameters that are stored in fields
	called   map[*ssa.Function]bool      // functions that are called by name
	foreign  map[*types.Func]*summary    // of other packages, nil for none
	wasRead  map[*types.Package]bool
	tools    *Tools
	kept     map[*ssa.Alloc]bool      // variables whose text is returned as the error of a tool
	handed   map[*ssa.Function]answer // functions that are given to a sink
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
	arg  int // of a call: as written; of a return: the result; of a store: -1
	// failure says that the text is only for failures.
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

// hand notes the functions that a call gives to a sink.
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

// canonical is the variable that a closure's copy stands for.
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

// text is what a reader of the value would read.
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

// contain adds to what a value contains, and to what holds the value.
func (a *analyzer) contain(v ssa.Value, s set) {
	if s.empty() {
		return
	}
	for {
		v = a.canonical(v)
		a.put(v, state{parts: s})
		switch x := v.(type) {
		case *ssa.FieldAddr:
			a.putField(fieldOfType(x.X.Type(), x.Field), state{parts: s})
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return
			}
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return
		}
	}
}

func fieldOfType(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(i).Origin()
}

// putField adds to what a field holds. What callers pass is a matter of each call.
func (a *analyzer) putField(f *types.Var, st state) {
	if f == nil {
		return
	}
	for _, s := range []set{st.own, st.parts} {
		for _, l := range s.from {
			if a.stores[l.param()] == nil {
				a.stores[l.param()] = map[*types.Var]bool{}
			}
			if !a.stores[l.param()][f] {
				a.stores[l.param()][f], a.changed = true, true
			}
		}
	}
	st.own.from, st.parts.from = nil, nil
	if st.own.empty() && st.parts.empty() {
		return
	}
	if a.fields[f] == nil {
		a.fields[f] = &state{}
	}
	if a.fields[f].add(st) {
		a.changed = true
	}
}

// fieldState is what a field of the value can have.
func (a *analyzer) fieldState(base ssa.Value, i int) state {
	f := fieldOfType(base.Type(), i)
	if f == nil || !carries(f.Type()) {
		return state{}
	}
	var st state
	if _, isSink := a.table.field(base.Type(), f); isSink { // reported where it was stored
		st.own.add(a.get(base).own.fields())
		return st
	}
	if known := a.fields[f]; known != nil {
		st = *known
	} else if f.Pkg() != a.pass.Pkg && f.Pkg() != nil {
		var fact tainted
		if a.pass.ImportObjectFact(f, &fact) {
			at := base.Pos()
			if fact.Err != "" {
				st.own.err = &origin{pos: at, why: fact.Err}
			}
			if fact.Body != "" {
				st.own.body = &origin{pos: at, why: fact.Body}
			}
		}
	}
	st.own.add(a.get(base).own.fields())
	owner := base.Type()
	name := typeName(owner)
	if f.Pkg() != nil && f.Pkg() != a.pass.Pkg {
		switch {
		case said[f.Pkg().Path()+"."+name+"."+f.Name()]:
			st.own.body = &origin{pos: base.Pos(), why: "a " + f.Pkg().Name() + "." + name}
		case a.isRead(f.Pkg()), errandpkg.Owns(f.Pkg()), isStandard(f.Pkg().Path()):
		case isError(f.Type()):
			st.own.err = &origin{pos: base.Pos(), why: f.Pkg().Name() + "." + name}
		case saidNames[f.Name()] && isText(f.Type()):
			st.own.body = &origin{pos: base.Pos(), why: f.Pkg().Name() + "." + name}
		}
	}
	return st
}

func (a *analyzer) load(in *ssa.UnOp) {
	if !carries(in.Type()) {
		return
	}
	x := a.canonical(in.X)
	switch x := x.(type) {
	case *ssa.FieldAddr:
		a.put(in, a.fieldState(x.X, x.Field))
	case *ssa.Global:
		if x.Pkg != nil && x.Pkg.Pkg == a.pass.Pkg {
			a.put(in, a.get(x))
		}
	default:
		if v := stored(in); v != nil {
			a.put(in, a.get(v))
			return
		}
		a.put(in, a.get(x))
	}
}

// stored is the value that a variable has in its own function, if the same block has stored
// it: a variable that a closure knows has more than one value in its life.
func stored(load *ssa.UnOp) ssa.Value {
	var v ssa.Value
	for _, in := range load.Block().Instrs {
		if in == load {
			break
		}
		if s, ok := in.(*ssa.Store); ok && s.Addr == load.X {
			v = s.Val
		}
	}
	return v
}

// result is a returned value, and the variable that it is returned from in a function
// that defers.
func result(v ssa.Value) (ssa.Value, *ssa.Alloc) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v, nil
	}
	variable, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v, nil
	}
	if s := stored(load); s != nil {
		v = s
	}
	return v, variable
}

func (a *analyzer) store(in *ssa.Store) {
	st := a.get(in.Val)
	if !carries(in.Val.Type()) || isNil(in.Val, in.Block()) {
		return
	}
	if variable, ok := a.canonical(in.Addr).(*ssa.Alloc); ok && in.Addr != variable && a.kept[variable] {
		a.reach(in, -1, a.text(in.Val), "the error of a tool", true)
	}
	switch addr := a.canonical(in.Addr).(type) {
	case *ssa.FieldAddr:
		f := fieldOfType(addr.X.Type(), addr.Field)
		if f == nil {
			return
		}
		if s, ok := a.table.field(addr.X.Type(), f); ok && s.arg < 0 {
			a.reach(in, -1, a.text(in.Val), sinkName(f.Pkg(), s.name), s.failure || a.marked(in))
		} else if f.Pkg() == a.pass.Pkg && a.comments.Sink(f.Pos()) {
			a.reach(in, -1, a.text(in.Val), f.Pkg().Name()+"."+typeName(addr.X.Type())+"."+f.Name(), a.marked(in))
		}
		a.putField(f, st)
		a.contain(addr.X, a.text(in.Val))
	case *ssa.IndexAddr:
		a.contain(addr.X, a.text(in.Val))
	default:
		a.put(addr, st)
	}
}

func sinkName(pkg *types.Package, name string) string { return pkg.Name() + "." + name }

func (a *analyzer) putTuple(v ssa.Value, i int, st state) {
	if st.own.empty() && st.parts.empty() {
		return
	}
	t := a.tuples[v]
	for len(t) <= i {
		t = append(t, state{})
	}
	if t[i].add(st) {
		a.changed = true
	}
	a.tuples[v] = t
}

// reads reports whether values of the type are known by their fields: it belongs to a
// package that is read.
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

// errorText is the text of a concrete error.
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
	own, _ := a.resultOf(method, 0, v.Pos())
	s := own.own
	// What the receiver stands for: the value and, where its fields are another
	// package's, all that is in it.
	out := set{err: s.err, body: s.body}
	for _, l := range s.from {
		switch {
		case method.Pkg() != a.pass.Pkg:
			out.add(st.all())
		case !l.isField():
			out.add(st.own)
		default:
			out.add(st.own)
		}
	}
	return out
}

// resultOf is what result i of a function that was read can have, with the labels of its
// own parameters.
func (a *analyzer) resultOf(f *types.Func, i int, at token.Pos) (state, *summary) {
	if f.Pkg() == a.pass.Pkg {
		fn := a.pkgFunc(f)
		if fn == nil || i >= len(a.results[fn]) {
			return state{}, nil
		}
		return a.results[fn][i], nil
	}
	s := a.summaryOf(f)
	if s == nil || i >= len(s.Results) {
		return state{}, s
	}
	return state{own: s.Results[i].Own.set(at), parts: s.Results[i].Parts.set(at)}, s
}

func (f flow) set(at token.Pos) set {
	var s set
	if f.Err != "" {
		s.err = &origin{pos: at, why: f.Err, answer: f.Answer}
	}
	if f.Body != "" {
		s.body = &origin{pos: at, why: f.Body}
	}
	for _, l := range f.From {
		s.from = append(s.from, label(l))
	}
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

// returns keeps what a function returns, and reports what a model reads of it.
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
			if !ans.failure || a.use.Middleware || ans.result == "" && a.use.Library {
				continue
			}
			name, failure = "the error", true
		case a.tools.isResult(v.Type()), !carries(v.Type()):
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
		a.reach(in, i, s, name+" of a tool", failure)
	}
}

// isNil reports whether a condition above the block says that the error is nil.
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

// reach is called where text reaches a sink.
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
