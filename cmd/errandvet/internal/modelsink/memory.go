package modelsink

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// Stores to and loads from fields, variables, maps and tuples.

// contain adds to the content of a value, and to the values that contain it.
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

// putField adds to the content of a field. The text of parameters is handled at each call.
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

// fieldState returns the state of a field of the value.
func (a *analyzer) fieldState(base ssa.Value, i int) state {
	f := fieldOfType(base.Type(), i)
	if f == nil || !carries(f.Type()) {
		return state{}
	}
	var st state
	if _, isSink := a.table.field(base.Type(), f); isSink { // reported at the store
		st.own.add(a.get(base).own.only(fieldOf))
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
	st.own.add(a.get(base).own.only(fieldOf))
	owner := base.Type()
	name := typeName(owner)
	if f.Pkg() != nil && f.Pkg() != a.pass.Pkg {
		switch {
		case said[f.Pkg().Path()+"."+name+"."+f.Name()]:
			st.own.body = &origin{pos: base.Pos(), why: f.Pkg().Name() + "." + name}
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

// stored returns the value of a variable in its own function, if the same block has stored
// it: a variable in a closure has several values over time.
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

// result returns a returned value, and the variable from which a function with a defer
// returns it.
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
		a.reach(in, a.text(in.Val), reached{Name: "the error of a tool", Failure: true, at: in, arg: -1})
	}
	switch addr := a.canonical(in.Addr).(type) {
	case *ssa.FieldAddr:
		f := fieldOfType(addr.X.Type(), addr.Field)
		if f == nil {
			return
		}
		if s, ok := a.table.field(addr.X.Type(), f); ok && s.arg < 0 {
			a.reach(in, a.text(in.Val), reached{Name: sinkName(f.Pkg(), s.name), Failure: s.failure || a.marked(in), at: in, arg: -1})
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

// given returns the text of all arguments.
func (a *analyzer) given(args []ssa.Value) set {
	var all set
	for _, arg := range args {
		if carries(arg.Type()) && !is(arg.Type(), "context", "Context") {
			all.add(a.text(arg))
		}
	}
	return all
}

// wrapped returns the text of the errors among the arguments, and of the errors in them.
func (a *analyzer) wrapped(args []ssa.Value) set {
	var s set
	for _, v := range args {
		if variadic, ok := v.(*ssa.Slice); ok {
			if array, ok := variadic.X.(*ssa.Alloc); ok {
				for _, ref := range *array.Referrers() {
					if element, ok := ref.(*ssa.IndexAddr); ok {
						for _, use := range *element.Referrers() {
							if store, ok := use.(*ssa.Store); ok {
								s.add(a.wrapped([]ssa.Value{store.Val}))
							}
						}
					}
				}
			}
		}
		if v = concrete(v); types.Implements(v.Type(), errorInterface) {
			s.add(a.get(v).all().only(fieldOf))
		}
	}
	return s
}

// concrete returns the value in an interface.
func concrete(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// pointees adds the text of each argument to the values that the others point to: a buffer
// that is written to, or a value that is decoded into. A function that only compares writes
// nothing.
func (a *analyzer) pointees(f *types.Func, args []ssa.Value) {
	finds := findsErrors(f)
	if r := f.Signature().Results(); len(args) < 2 || !finds && r.Len() == 1 && types.Identical(r.At(0).Type(), types.Typ[types.Bool]) {
		return
	}
	for i, arg := range args {
		v := concrete(arg)
		p, ok := v.Type().Underlying().(*types.Pointer)
		if !ok || a.reads(p.Elem()) && types.Implements(p.Elem(), errorInterface) || a.reads(p.Elem()) && types.Implements(p, errorInterface) {
			continue
		}
		rest := slices.Concat(args[:i], args[i+1:])
		others := a.given(rest)
		if finds {
			others.add(a.wrapped(rest))
		}
		if others.empty() {
			continue
		}
		a.put(v, state{own: others})
		if addr, ok := a.canonical(v).(*ssa.FieldAddr); ok {
			a.putField(fieldOfType(addr.X.Type(), addr.Field), state{own: others})
		}
		if load, ok := v.(*ssa.UnOp); ok { // a pointer in a variable or field
			a.put(load.X, state{own: others})
		}
	}
}
