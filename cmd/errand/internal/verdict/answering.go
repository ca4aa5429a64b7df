package verdict

import (
	"net/http"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// answering is an adapter that says itself what a response means, nil if it is
// no failure.
type answering interface {
	FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError
}

// answered leaves the response to its adapter. cause is nil where the status is
// that of a success.
func (e *explainer) answered(cause error) {
	r := e.response
	e.said.refused = cause == nil
	if cause == nil {
		cause = e.refusal()
	}
	e.err = e.answering.FromAnswer(cause, r.Status, r.Header, r.Body,
		e.options.endpoint(), toolerr.WithRequestID(httpadapter.RequestID(r.Header)))
	if e.err == nil {
		return
	}
	if row, ok := e.table.Lookup(e.err.VendorCode()); ok {
		e.row = &row
	} else if word := e.err.Extra().VendorCode; word != "" {
		e.said.codes = []string{word}
	}
}

// ofFamily reports whether the adapter went by the form of a word that no row
// has.
func (e explainer) ofFamily() bool {
	if e.answering == nil || e.row != nil || len(e.said.codes) == 0 || e.err.Kind() == toolerr.KindUpstreamUnmapped {
		return false
	}
	if e.err.StatusCode() == http.StatusForbidden && hasWait(e.err) {
		return false // the wait decided
	}
	return e.said.refused || e.err.Kind() != toolerr.StatusRuleOf(e.err.StatusCode()).Kind
}
