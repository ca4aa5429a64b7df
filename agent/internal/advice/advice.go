// Package advice decides what the error of a failed call advises its model to do.
package advice

import (
	"time"

	"github.com/errand-go/errand/toolerr"
)

// Facts are the state of a run after a call failed.
type Facts struct {
	// NoRoom means that the run has no further call.
	NoRoom bool
	// Unavailable means that the tool failed too often, and Unresponsive that calls of it
	// were left running.
	Unavailable, Unresponsive bool
	// Repeated means that the call failed again in the same way.
	Repeated bool
	// Invalid means that the arguments were invalid. The error lists the changes to make.
	Invalid bool
	// TimeLeft is the time until the deadline of the run.
	TimeLeft time.Duration
}

var noRoom = toolerr.Msg("This run may make no more calls. Answer with what is known.")

// After returns the error of a failed call in the form that the model gets. It does not
// advise a retry that the loop would refuse.
func After(te *toolerr.ToolRuntimeError, f Facts) *toolerr.ToolRuntimeError {
	retry := te.CanRetry()
	wait, _ := te.RetryAfter()
	switch {
	case f.Unavailable:
		return withoutAnyRetry(te, toolerr.Msg("The tool failed too often and is unavailable for the rest of this run. Go on without it."))
	case (retry || f.Invalid || f.Repeated) && f.NoRoom:
		return withoutRetry(te, noRoom)
	case f.Repeated:
		return withoutAnyRetry(te, toolerr.Msg(
			"The same call has now failed twice the same way. It will not be executed again as it is: change the arguments, or do something else."))
	case retry && f.Unresponsive:
		return withoutRetry(te, toolerr.Msg("Calls of the tool are still running and do not react. Go on without the tool."))
	case retry && wait > f.TimeLeft:
		return withoutRetry(te, toolerr.Msg("The service asks for more time than this run has left. Go on without it."))
	}
	return te
}

// Refused returns the error of a call that was refused because it had failed before, with a
// hint, and that earlier failure with the same one: without it, an error that was restored
// from a report would have no hint, and another one that of its kind.
func Refused(te, earlier *toolerr.ToolRuntimeError, last bool) (refused, before *toolerr.ToolRuntimeError) {
	hint := toolerr.Msg("Change the arguments, or do something else.")
	if last {
		hint = noRoom
	}
	return te.With(toolerr.WithHint(hint)), withoutAnyRetry(earlier, hint)
}

// withoutAnyRetry returns te with the advice that neither the run nor the host retries.
func withoutAnyRetry(te *toolerr.ToolRuntimeError, hint toolerr.Message) *toolerr.ToolRuntimeError {
	return withoutRetry(te, hint).With(toolerr.WithGuidance(toolerr.GuidanceNone))
}

// withoutRetry returns te with the advice that the run does not retry. The advice for the
// host stays.
func withoutRetry(te *toolerr.ToolRuntimeError, hint toolerr.Message) *toolerr.ToolRuntimeError {
	return te.With(toolerr.WithCanRetry(false), toolerr.WithHint(hint))
}
