package adapter

import (
	"context"
	"time"

	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/journal"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A Chain asks adapters in order. The first adapter that recognises an error decides what
// it means. Every chain recognises [toolerr.ToolRuntimeError], cancellation and timeouts. A
// Chain without adapters, such as the zero one, asks those of HTTP and of the standard
// library, if the program has the packages httpadapter and stdadapter. A Chain is immutable
// and safe for concurrent use.
type Chain struct {
	index      *index
	tool       string
	named      []string // see [Registry.Tools]; nil after they were compared
	observer   Observer
	journal    *journal.Journal
	hold       holder // nil without a Cooldown
	disclosure Disclosure
	repeatable func() bool // see [Chain.WithRepeatable]

	credentials *toolerr.Credentials // nil if nothing is stated
}

// NewChain returns the chain of the given adapters. If two have the same slug, the first
// stays. A nil adapter, or one whose slug is not an identifier, is a programming error and
// panics.
func NewChain(adapters ...Adapter) Chain { return Chain{index: newIndex(entries(adapters))} }

// Adapters returns the adapters of the chain in the order in which they are asked, without
// those of a chain that has none.
func (c Chain) Adapters() []Adapter {
	all := []Adapter{}
	if c.index != nil {
		for _, e := range c.index.own {
			all = append(all, e.Adapter)
		}
	}
	return all
}

// WithDisclosure returns a copy of the chain with another disclosure.
func (c Chain) WithDisclosure(d Disclosure) Chain {
	c.disclosure = d
	return c
}

// WithRepeatable returns a copy of the chain for a tool that is declared read-only or
// idempotent; see [Registry.WithRepeatable]. If declared is not nil, it reports whether that
// is so. It is called after a failure for which the answer matters, and not for a tool that
// the registry declares.
func (c Chain) WithRepeatable(declared func() bool) Chain {
	switch {
	case declared == nil:
		c.repeatable = func() bool { return true }
	case c.repeatable == nil:
		c.repeatable = declared
	}
	return c
}

// declare marks an error with what the tool's author states of the tool, if it matters.
func (c Chain) declare(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if c.credentials != nil && te.Credentials().Owner == "" {
		if _, refused := te.Access(); refused {
			te = te.With(toolerr.WithCredentials(*c.credentials))
		}
	}
	if te.CanRetry() && !te.Repeats() && c.repeatable != nil && c.repeatable() {
		return te.With(toolerr.WithRepeatable())
	}
	return te
}

// WithoutCooldown returns a copy of the chain that holds back no call and begins no wait.
func (c Chain) WithoutCooldown() Chain {
	c.hold = nil
	return c
}

// Admit returns the context for the chain's tool, or an error if the call has to wait. The
// error is a *toolerr.ToolRuntimeError, and the tool must not run. Admit is for hosts that
// run tools without [Wrap] and [Do]. Without a [Cooldown] it returns ctx.
func (c Chain) Admit(ctx context.Context) (context.Context, error) {
	if c.hold == nil {
		return ctx, nil
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, te := c.hold.Admit(ctx)
	if te == nil {
		return ctx, nil
	}
	return ctx, c.tell(ctx, Observation{Err: te})
}

func (c Chain) observe(ctx context.Context, o Observation) { observe(ctx, c.observer, o) }

// tell passes an error to the logger and the observer, and returns it with a reference, if
// one of them got it.
func (c Chain) tell(ctx context.Context, o Observation) *toolerr.ToolRuntimeError {
	o.Tool, o.Err = c.tool, c.journal.Record(ctx, c.tool, o.Err)
	if c.observed() && o.Err.Reference() == "" {
		o.Err = o.Err.With(toolerr.WithReference())
	}
	c.observe(ctx, o)
	return o.Err
}

// observed reports whether there is an observer of the program's. That of an agent passes
// observations on, and may have none to pass them to; nothing outside of errand has its method.
func (c Chain) observed() bool {
	if own, ok := c.observer.(interface{ Observed(note.Note) bool }); ok {
		return own.Observed(note.Note{})
	}
	return c.observer != nil
}

// Resolve returns te as the model of the call in ctx may read it. If te has no refusal and
// no text of [toolerr.Errorf], that is te itself. Otherwise it is a copy that belongs to
// the call. If te belongs to another call already, or ctx has no call, the copy has no
// places and no words of a call, because a refusal of one call is not about another.
// [Chain.Adapt] resolves too. Resolve is for an error that was adapted and observed before,
// perhaps in another call, such as an error from a cache.
func (c Chain) Resolve(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	return disclose(c.disclosure, callOf(ctx), &tree{mine: te}, &answer{}, cause{}, te)
}

// Adapt returns nil for nil. Otherwise it returns an error whose dynamic type is always
// *toolerr.ToolRuntimeError. It never panics, whatever err or the adapters do.
//
// ctx is the context in which the tool ran. It has the call (see [WithCall]), and shows
// whether the caller caused a cancellation or a deadline.
//
// If err is a *toolerr.ToolRuntimeError, Adapt returns err itself or a changed copy. It
// returns a copy if it resolves a refusal for the call, if a logger or an observer gets the
// error, which then has a reference ([Registry.WithLogger], [Registry.WithObserver]), or if
// the error begins a wait ([Registry.WithCooldown]).
// If err only wraps such an error, the result has the same properties, and err as its
// cause.
func (c Chain) Adapt(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if c.observer == nil && c.journal == nil {
		te, _ := c.adapt(ctx, err)
		return c.cool(ctx, te)
	}
	start := time.Now()
	te, a := c.adapt(ctx, err)
	took := time.Since(start)
	for _, p := range a.panics {
		c.observe(ctx, Observation{Tool: c.tool, Adapter: p.slug, AdapterPanic: c.journal.Record(ctx, c.tool, p.err)})
	}
	te = c.tell(ctx, Observation{Adapter: a.slug, Err: c.cool(ctx, te), Took: took})
	if a.incomplete {
		c.journal.Hint(ctx, c.tool)
	}
	if callOf(ctx) == nil {
		c.journal.TellCall(ctx, c.tool)
	}
	c.journal.TellUndeclared(ctx, c.tool, te)
	c.journal.Compare(ctx, c.named)
	return te
}

func (c Chain) cool(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if c.hold == nil {
		return te
	}
	if ctx == nil {
		ctx = context.Background()
	}
	begun, ofHost := c.hold.Begin(ctx, te)
	if ofHost {
		c.journal.TellUngated(ctx, c.tool)
	}
	if begun {
		te = te.With(toolerr.WithNote(note.Cooled()))
	}
	return te
}

// adapt is the way of one error: what is in its tree, what the adapters say, which exchange
// caused it, what it means, and which words the model reads. Each step is entered once.
func (c Chain) adapt(ctx context.Context, err error) (*toolerr.ToolRuntimeError, answer) {
	var a answer
	t, v, call := scan(err, c.index.ready()), wire.EvidenceOf(ctx), callOf(ctx)
	if t.mine != nil {
		t.mine = c.because(ctx, &t, &a)
	} else if t.kind == "" && !t.tooDeep {
		a = ask(&t, v.Failed() || c.journal.Hints() && len(v.All) == 0)
	}
	by := attribute(&t, &a, &v, call)
	if a.fromText && (by.Exchange == nil || by.ground != details) {
		a.slug, a.http = "", false // a text alone may be about anything
	}
	te := disclose(c.disclosure, call, &t, &a, by, keyed(ctx, decide(ctx, &t, &a, by, &v), &v))
	te = c.declare(te)
	a.incomplete = c.journal.Hints() && incomplete(&t, &a, te)
	return te, a
}

// because returns the error of package toolerr in a tree, with all of the tree as its
// cause. If it states a reason that wraps errors of others, the first recognised one decides
// the kind, with the exchanges of the call as if it had been returned.
func (c Chain) because(ctx context.Context, t *tree, a *answer) *toolerr.ToolRuntimeError {
	te := t.mine
	if !t.itself {
		te = te.With(toolerr.WithCause(t.err), toolerr.WithDeveloperMessage(""))
	}
	if !te.States() || t.tooDeep {
		return te
	}
	for i, reason := range te.Unrecognised() {
		found, by := c.adapt(ctx, reason)
		by.panics = append(a.panics, by.panics...)
		if by.slug != "" || found.Kind() != toolerr.KindToolFatal {
			*a = by
			return te.Because(reason, found)
		}
		a.panics = by.panics
		if r := found.Resolution(); i == 0 && r.Call != nil && te.Resolution().Call == nil {
			r.Message = toolerr.Message{}
			te = te.With(toolerr.WithResolution(r))
		}
	}
	return te
}

// incomplete reports whether an error may come from an HTTP exchange and lacks its status:
// a decoder refused a body, the error of a service's client has no status, or only the text
// of an unrecognised error has one.
func incomplete(t *tree, a *answer, te *toolerr.ToolRuntimeError) bool {
	switch {
	case te.StatusCode() != 0, te.Answered(), te.States(), te.Class() == toolerr.ClassInvalidInput:
		return false
	case a.http && a.slug != "":
		return te.Class() == toolerr.ClassUpstream || te.Kind() == toolerr.KindNetworkTransportUnmapped
	case a.fromText && a.slug == "" && te.Kind() == toolerr.KindToolFatal:
		return a.te.Class() == toolerr.ClassUpstream || a.te.Class() == toolerr.ClassRateLimit
	}
	return t.format != decoder.None || t.ended && a.slug == "" && te.Kind() == toolerr.KindNetworkTransportUnmapped
}
