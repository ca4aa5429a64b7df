// Package crash has the errors of code that did not return: it panicked or ended its
// goroutine.
package crash

import (
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// Panicked returns the error of a panic with the value r.
func Panicked(what string, r any, stack []byte) *toolerr.ToolRuntimeError {
	cause, _ := r.(error)
	return abnormal(what+" panicked: "+errtree.PanicText(r), toolerr.WithNote(note.Stack(stack)), toolerr.WithCause(cause))
}

// Exited returns the error of a tool that called runtime.Goexit. A function that is
// deferred around a wrapped tool can use it in a log or a span.
func Exited() *toolerr.ToolRuntimeError {
	return abnormal("the tool called runtime.Goexit, as t.FailNow does", toolerr.WithEffect(toolerr.EffectUnknown))
}

// abnormal returns the error of code that panicked or exited.
func abnormal(developer string, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal, toolerr.Msg("The tool stopped unexpectedly."),
		append(opts, toolerr.WithDeveloperMessage(developer))...)
}
