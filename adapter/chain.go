package adapter

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// A Chain asks adapters in order. The first adapter that recognises an error decides what
// it means. Every chain recognises [toolerr.ToolRuntimeError], cancellation and timeouts. A
// Chain without adapters, such as the zero one, asks those of HTTP and of the standard
// library, if the program has the packages httpadapter and stdadapter. A Chain is immutable
// and safe for concurrent use.
type Chain struct {
	roster     roster
	based      bool // adapters of HTTP and of the standard library follow those of roster
	tool       string
	named      []string // see [Registry.Tools]; nil after they were compared
	observer   Observer
	journal    *journal
	cooldown   *Cooldown
	disclosure Disclosure
}

// entry is a registered adapter. It keeps the slug, because Slug may panic later.
type entry struct {
	Adapter
	slug string
	http bool // see [OverHTTP]

	selective Selective // nil if it has to be called for every error
}

// NewChain returns the chain of the given adapters. If two have the same slug, the first
// stays. A nil adapter, or one whose slug is not an identifier, is a programming error and
// panics.
func NewChain(adapters ...Adapter) Chain {
	return Chain{roster: distinct(entries(adapters))}
}

// entries returns the entries of adapters, and panics if one cannot be registered.
func entries(adapters []Adapter) []entry {
	all := make([]entry, len(adapters))
	for i, a := range adapters {
		selective, _ := As[Selective](a)
		all[i] = entry{a, mustSlug(a), overHTTP(a), selective}
	}
	return all
}

// overHTTP reports whether the vendor of an adapter is called over HTTP.
func overHTTP(a Adapter) bool {
	o, ok := As[OverHTTP](a)
	return !ok || o.OverHTTP()
}

// distinct drops an adapter if an earlier one has the same slug.
func distinct(all []entry) roster {
	var kept []entry
	for _, e := range all {
		if !slices.ContainsFunc(kept, func(k entry) bool { return k.slug == e.slug }) {
			kept = append(kept, e)
		}
	}
	return newRoster(kept)
}

// Adapters returns the adapters of the chain in the order in which they are asked, without
// those of a chain that has none.
func (c Chain) Adapters() []Adapter {
	all := make([]Adapter, len(c.roster.entries))
	for i, e := range c.roster.entries {
		all[i] = e.Adapter
	}
	return all
}

// WithDisclosure returns a copy of the chain with another disclosure.
func (c Chain) WithDisclosure(d Disclosure) Chain {
	c.disclosure = d
	return c
}

// Adapt returns nil for nil. Otherwise it returns an error whose dynamic type is always
// *toolerr.ToolRuntimeError. It never panics, whatever err or the adapters do.
//
// ctx is the context in which the tool ran. It has the call (see [WithCall]), and shows
// whether the caller caused a cancellation or a deadline.
//
// If err is a *toolerr.ToolRuntimeError, Adapt returns err itself or a changed copy. It
// returns a copy if it resolves a refusal for the call, if it writes the log record of the
// error ([Registry.WithLogger]), or if the error begins a wait ([Registry.WithCooldown]).
// If err only wraps such an error, the result has the same properties, and err as its
// cause.
func (c Chain) Adapt(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if c.observer == nil && c.journal == nil {
		return c.cool(ctx, c.adapt(ctx, err).err)
	}
	start := time.Now()
	a := c.adapt(ctx, err)
	took := time.Since(start)
	for _, p := range a.panics {
		c.observe(ctx, Observation{Tool: c.tool, Adapter: p.slug, AdapterPanic: c.log(ctx, p.err)})
	}
	a.err = c.log(ctx, c.cool(ctx, a.err))
	c.hint(ctx, err, a)
	c.compare(ctx)
	c.observe(ctx, Observation{Tool: c.tool, Adapter: a.slug, Err: a.err, Took: took})
	return a.err
}

// adapted is the answer of a chain, and its origin.
type adapted struct {
	err    *toolerr.ToolRuntimeError
	slug   string // of the adapter that recognised the error
	http   bool   // the adapter's vendor is called over HTTP
	panics []adapterPanic
}

type adapterPanic struct {
	slug string
	err  *toolerr.ToolRuntimeError
}

func (c Chain) adapt(ctx context.Context, err error) adapted {
	if te, ok := err.(*toolerr.ToolRuntimeError); ok && te != nil { //nolint:errorlint // itself; one inside is found below
		return c.own(ctx, te)
	}
	seen := look(err)
	switch {
	case seen.tooDeep:
		te := toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(err))
		return adapted{err: mark(te, seen.aborts)}
	case seen.mine != nil:
		a := c.own(ctx, mark(seen.mine.With(toolerr.WithCause(err), toolerr.WithDeveloperMessage("")), seen.aborts))
		a.err = c.add(ctx, a.err, err)
		return a
	}
	var a adapted
	if seen.kind != "" {
		a.err = toolerr.New(seen.kind, toolerr.Message{}, toolerr.WithCause(err))
	} else {
		a = c.ask(err)
		stated := a.err == nil && seen.plain() && c.reread(ctx, err, &a)
		a.err = settle(ctx, err, seen, a)
		if stated || seen.marked != nil && !c.confirmed(a.err, seen.marked) {
			a.err = cautious(a.err)
		}
	}
	a.err = mark(a.err, seen.aborts)
	if a.slug == "" && seen.kind == "" {
		a.err = c.plain(ctx, a.err, err, seen.marked != nil)
	} else {
		a.err = c.quote(ctx, c.Resolve(ctx, a.err), err)
	}
	return a
}

func mark(te *toolerr.ToolRuntimeError, aborts bool) *toolerr.ToolRuntimeError {
	if aborts && !te.Aborts() {
		marked, _ := toolerr.Find(toolerr.Abort(te))
		return marked
	}
	return te
}

// sights is the result of one walk over an error tree.
type sights struct {
	mine     *toolerr.ToolRuntimeError
	kind     toolerr.Kind
	canceled bool
	deadline bool
	aborts   bool
	marked   marked // a result that the tool itself marked as failed, or nil
	tooDeep  bool
}

// plain reports whether the tree has no error that a chain classifies without an adapter.
func (s sights) plain() bool { return s.marked == nil && !s.canceled && !s.deadline }

func look(err error) (s sights) {
	complete := errtree.Walk(err, func(e error) bool {
		switch x := e.(type) { //nolint:errorlint // one node of a walk
		case *toolerr.ToolRuntimeError:
			if s.mine == nil {
				s.mine = x
			}
			s.aborts = s.aborts || x.Aborts()
			return true
		case toolerr.Kind:
			if s.kind == "" {
				s.kind = x
			}
			return true
		case interface{ Aborts() bool }:
			s.aborts = s.aborts || aborts(x)
		case marked:
			s.marked = x
		}
		if !s.canceled {
			s.canceled = errtree.Matches(e, context.Canceled)
		}
		if !s.deadline {
			s.deadline = errtree.Matches(e, context.DeadlineExceeded)
		}
		return true
	})
	s.tooDeep = !complete && !errtree.Finite(err)
	return s
}

func aborts(x interface{ Aborts() bool }) (ok bool) {
	defer func() { _ = recover() }()
	return x.Aborts()
}

// ask calls the adapters in order. If one panics, it continues with the next.
func (c Chain) ask(err error) (a adapted) {
	for r := range c.rosters() {
		bits := r.sift(err)
		for next := 0; next < len(r.entries) && a.err == nil; {
			next = r.askFrom(next, err, bits, &a)
		}
		if a.err != nil {
			break
		}
	}
	return a
}

// rosters yields the adapters of the chain, in their order.
func (c Chain) rosters() iter.Seq[roster] {
	return func(yield func(roster) bool) {
		if len(c.roster.entries) > 0 && (!yield(c.roster) || !c.based) {
			return
		}
		yield(basis())
	}
}

// basis returns the adapters of a chain that has none.
var basis = sync.OnceValue(func() roster {
	var all []Adapter
	for _, a := range base.Adapters {
		if a, ok := a.(Adapter); ok {
			all = append(all, a)
		}
	}
	return distinct(entries(all))
})

// askFrom calls the adapters from index i on that may recognise the error. It returns the
// index after an adapter that panicked, and otherwise the number of adapters.
func (r roster) askFrom(i int, err error, bits uint64, a *adapted) (next int) {
	all := r.entries
	defer func() {
		if v := recover(); v != nil {
			slug := all[i].slug
			a.panics = append(a.panics, adapterPanic{slug, panicked("adapter "+slug, v, debug.Stack())})
			next = i + 1
		}
	}()
	for ; i < len(all); i++ {
		if !r.passes(i, bits) {
			continue
		}
		if te := all[i].FromError(err); te != nil {
			a.slug, a.http = all[i].slug, all[i].http
			if te.Service() == "" {
				te = te.With(toolerr.WithService(a.slug))
			}
			a.err = te
			break
		}
	}
	return len(all)
}

// panicked returns the error of a panic with the value r.
func panicked(what string, r any, stack []byte) *toolerr.ToolRuntimeError {
	cause, _ := r.(error)
	return abnormal(what+" panicked: "+panicText(r), toolerr.WithStack(stack), toolerr.WithCause(cause))
}

// abnormal returns the error of code that panicked or exited.
func abnormal(developer string, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal, toolerr.Msg("The tool stopped unexpectedly."),
		append(opts, toolerr.WithDeveloperMessage(developer))...)
}

func panicText(r any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T that cannot be printed", r)
		}
	}()
	switch x := r.(type) {
	case error:
		return errtree.Text(x)
	case string:
		return x
	case fmt.Stringer:
		return x.String()
	}
	if reflect.TypeOf(r).Kind() <= reflect.Complex128 {
		return fmt.Sprintf("%v, a %T", r, r)
	}
	return fmt.Sprintf("a %T", r)
}
