package graphqladapter

import (
	"net/http"
	"slices"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// An answer is what a service said.
type answer struct {
	node   error
	status int // 0: none that the client kept
	items  []item
}

// blocking is the order in which the kinds of several errors answer: what has to
// be put right before anything else can be seen comes first.
var blocking = []toolerr.Kind{toolerr.KindUpstreamAuthError, toolerr.KindUpstreamRateLimit, toolerr.KindUpstreamValidationError, toolerr.KindUpstreamBadRequest, toolerr.KindUpstreamNotFound, toolerr.KindToolRetry, toolerr.KindUpstreamServerError}

// most returns the row that blocks most, and the first word that was there,
// known or not. Of two that block alike the first answers.
func (a answer) most() (row adapter.Row, word string, listed bool) {
	for _, i := range a.items {
		for _, w := range i.words {
			if word == "" {
				word = w
			}
			if r, ok := table.Lookup(w); ok && (!listed || rank(r) < rank(row)) {
				row, listed = r, true
			}
		}
	}
	return row, word, listed
}

func rank(row adapter.Row) int { return slices.Index(blocking, row.Kind) }

// executed reports whether something of the call may have been done: a field is
// what failed, or, where a word answers for the others, one of them does not say
// that the call was refused.
func (a answer) executed(answers bool) bool {
	return slices.ContainsFunc(a.items, func(i item) bool { return i.field || answers && !i.refusal() })
}

// of returns what the answer means.
func (a answer) of(err error) *toolerr.ToolRuntimeError {
	row, word, listed := a.most()
	opts := append(make([]toolerr.Option, 0, 8), toolerr.WithVendorType(a.node), toolerr.WithStatus(a.status))
	answers := listed && !a.blocks(row)
	if a.executed(answers) {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown))
	}
	if answers {
		return row.Error(err, opts...)
	}
	opts = append(opts, toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithVendorCode(word))
	if te := httpadapter.FromStatus(err, a.status, nil, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// blocks reports whether the status blocks more than what the row says: some
// services put the same word beside every refusal.
func (a answer) blocks(row adapter.Row) bool {
	switch a.status {
	case http.StatusUnauthorized, http.StatusTooManyRequests:
		return row.Kind != toolerr.KindUpstreamAuthError && row.Kind != toolerr.KindUpstreamRateLimit
	}
	return false
}
