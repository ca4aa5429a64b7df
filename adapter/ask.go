package adapter

import (
	"runtime/debug"
	"slices"

	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/internal/signs"
	"github.com/errand-go/errand/toolerr"
)

// An answer is what the adapters say about an error.
type answer struct {
	te       *toolerr.ToolRuntimeError // nil if no adapter recognised it
	slug     string                    // of the adapter
	http     bool                      // the adapter's vendor is called over HTTP
	fromText bool                      // the error's text was read, because no adapter recognised the error
	panics   []adapterPanic

	incomplete bool // see [Chain.Adapt]
}

type adapterPanic struct {
	slug string
	err  *toolerr.ToolRuntimeError
}

// ask calls the candidates in order. With texts, an error that none recognises is read as a
// text.
func ask(t *tree, texts bool) (a answer) {
	a.ask(t.index, t.err, &t.candidates)
	if a.te == nil && texts && t.marked == nil && !t.canceled && !t.deadline {
		text := &marked.Result{Text: errtree.Text(t.err)}
		readers := t.index.always.Clone()
		t.index.candidates(&readers, text, t.index.types.Of(text))
		a.ask(t.index, text, &readers)
		a.fromText = a.te != nil
	}
	return a
}

// ask adds the answer of the first of some adapters that recognises err. If one panics, it
// continues with the next.
func (a *answer) ask(ix *index, err error, some *signs.Set) {
	for next := 0; next < len(ix.all) && a.te == nil; {
		next = a.askFrom(next, ix.all, err, some)
	}
}

// askFrom calls the adapters from index i on. It returns the index after an adapter that
// panicked, and otherwise the number of adapters.
func (a *answer) askFrom(i int, all []entry, err error, some *signs.Set) (next int) {
	defer func() {
		if v := recover(); v != nil {
			slug := all[i].slug
			if !slices.ContainsFunc(a.panics, func(p adapterPanic) bool { return p.slug == slug }) {
				a.panics = append(a.panics, adapterPanic{slug, crash.Panicked("adapter "+slug, v, debug.Stack())})
			}
			next = i + 1
		}
	}()
	for ; i < len(all); i++ {
		if !some.Has(i) {
			continue
		}
		if te := all[i].FromError(err); te != nil {
			a.slug, a.http = all[i].slug, all[i].http
			if te.Service() == "" {
				te = te.With(toolerr.WithService(a.slug))
			}
			a.te = te
			break
		}
	}
	return len(all)
}
