package googleadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Errors that contain several others, and do not unwrap.
var several = shape.NewSet(multiError, rowErrors, entityErrors)

// maxParts is the maximum depth of parts that are read.
const maxParts = 3

// fromParts returns the answer for err, or otherwise that for the first part of several
// errors in its tree.
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

// firstPart returns the answer for the first part that has one. BigQuery marks valid rows
// as stopped if it left them out because of others: such a part is used only if no other
// one is recognised.
func firstPart(e error, depth int) (stopped *toolerr.ToolRuntimeError) {
	for item := range shape.Items(e, "") {
		part, ok := item.(error)
		if !ok {
			part, ok = shape.Field[error](item, "Errors") // a row, which has errors
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
