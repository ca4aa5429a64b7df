package adapter

import (
	"context"
	"io"

	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/internal/signs"
	"github.com/errand-go/errand/toolerr"
)

// A tree is what one walk over the tree of an error finds.
type tree struct {
	err        error
	index      *index
	candidates signs.Set // the adapters that may recognise it

	mine     *toolerr.ToolRuntimeError // the first error of package toolerr
	itself   bool                      // err is mine, and wraps nothing
	kind     toolerr.Kind              // a bare kind
	aborts   bool
	tooDeep  bool
	canceled bool // context.Canceled
	deadline bool // context.DeadlineExceeded
	ended    bool // io.EOF or io.ErrUnexpectedEOF, of any reader
	marked   *marked.Result
	format   decoder.Format // of the first decoder that refused something
	decoder  error          // its error
}

// scan walks the tree of err.
func scan(err error, ix *index) (t tree) {
	t.err, t.index = err, ix
	if te, ok := err.(*toolerr.ToolRuntimeError); ok && te != nil { //nolint:errorlint // itself; one inside is found below
		t.mine, t.itself = te, true
		return t
	}
	t.candidates = ix.always.Clone()
	complete := errtree.Walk(err, func(e error) bool {
		t.see(e)
		return true
	})
	t.tooDeep = !complete && !errtree.Finite(err)
	return t
}

// see reads one error of the tree. The comparisons with sentinels cannot panic: values of
// their types are comparable.
func (t *tree) see(e error) {
	switch x := e.(type) { //nolint:errorlint // one node of a walk
	case *toolerr.ToolRuntimeError:
		if t.mine == nil {
			t.mine = x
		}
		t.aborts = t.aborts || x.Aborts()
		return
	case toolerr.Kind:
		if t.kind == "" {
			t.kind = x
		}
		return
	case *marked.Result:
		t.marked = x
	}
	traits := t.index.types.Of(e)
	if traits.aborts {
		t.aborts = t.aborts || aborts(e)
	}
	t.canceled = t.canceled || e == context.Canceled || traits.is && errtree.Matches(e, context.Canceled)                 //nolint:errorlint // one node
	t.deadline = t.deadline || e == context.DeadlineExceeded || traits.is && errtree.Matches(e, context.DeadlineExceeded) //nolint:errorlint // one node
	t.ended = t.ended || e == io.EOF || e == io.ErrUnexpectedEOF                                                          //nolint:errorlint // one node
	if t.format == decoder.None {
		if t.format = traits.format; traits.leaf {
			t.format = decoder.OfText(e.Error())
		}
		t.decoder = e
	}
	t.index.candidates(&t.candidates, e, traits)
}

func aborts(e error) (ok bool) {
	defer func() { _ = recover() }()
	x, is := e.(interface{ Aborts() bool })
	return is && x.Aborts()
}
