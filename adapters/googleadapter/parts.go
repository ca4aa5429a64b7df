package googleadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Several errors in one, which do not unwrap.
var several = shape.NewSet(multiError, rowErrors, entityErrors)

// maxParts is how deep the parts of several errors are looked into.
const maxParts = 3

// fromParts returns what err means, or else what the first part of several errors
// in its tree means.
func fromParts(err error, depth int) *toolerr.ToolRuntimeError {
	if te := google.FromError(err); te != nil || depth == 0 {
		return te
	}
	for e := range adapter.Tree(err) {
		if several.Of(e) == (shape.Type{}) {
			continue
		}
		if te := firstPart(e, depth-1); te != nil {
			return te.With(toolerr.WithCause(err))
		}
	}
	return nil
}

// firstPart returns the meaning of the first part that has one. BigQuery marks rows
// as stopped that were fine and were left out because of others: such a part
// answers only if no other one does.
func firstPart(e error, depth int) (stopped *toolerr.ToolRuntimeError) {
	for item := range shape.Items(e, "") {
		part, ok := item.(error)
		if !ok {
			part, ok = shape.Field[error](item, "Errors") // a row, with errors of its own
		}
		if !ok {
			continue
		}
		te := fromParts(part, depth)
		if te != nil && te.Extra().VendorCode != "stopped" {
			return te
		}
		if stopped == nil {
			stopped = te
		}
	}
	return stopped
}
