package temporalerrand

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
)

// typePrefix is the prefix of this package's error types, before the kind.
const typePrefix = "errand."

// The server keeps the last failure of an activity that it will retry only up to 4 KiB, and
// drops the details of a larger one (limit.mutableStateActivityFailureSize, server v1.27).
// These limits leave room for the other fields. They are sizes in JSON, in which a
// character can have six bytes.
const (
	maxDetails = 2048 // of a report
	maxMessage = 1024
	maxShort   = 512 // of a hint, and of the message of a run
)

// applicationError returns te as an error of Temporal, with further details after its
// report.
func applicationError(te *toolerr.ToolRuntimeError, retry bool, details ...any) error {
	return wired(te.Error(), te, retry, details...)
}

// failure returns the error of a run as an error of Temporal. Its text is about the run.
func failure(hard *agent.RunError, retry bool) error {
	return wired(hard.Error(), hard.Detail(), retry, runFailure{hard.Kind, shorten(hard.Error(), maxShort)})
}

// runFailure has the error of a run, beside the report of its detail.
type runFailure struct {
	Kind    agent.ErrorKind `json:"kind"`
	Message string          `json:"message"`
}

func wired(message string, te *toolerr.ToolRuntimeError, retry bool, details ...any) error {
	wait, _ := te.RetryAfter()
	category := temporal.ApplicationErrorCategoryUnspecified
	if code := te.Code(); code == toolerr.CodeInvalidInput || code == toolerr.CodeNotFound { // the arguments are at fault
		category = temporal.ApplicationErrorCategoryBenign
	}
	return temporal.NewApplicationErrorWithOptions(shorten(message, maxMessage), typePrefix+string(te.Kind()),
		temporal.ApplicationErrorOptions{
			NonRetryable:   !retry,
			NextRetryDelay: wait,
			Details:        append([]any{publicReport(te, te)}, details...),
			Category:       category,
		})
}

// publicReport returns the report of te with the text of said, without the fields for
// developers, and in at most maxDetails bytes.
func publicReport(said, te *toolerr.ToolRuntimeError) toolerr.Report {
	r := te.Report()
	r.Message = said.Message().String()
	r.DeveloperMessage, r.Refusal = "", nil
	r.Extra = toolerr.Extra{Service: r.Extra.Service}
	for i := range r.Problems { // they were resolved for this call, which has ended
		r.Problems[i].Resolved = false
	}
	for size(r) > maxDetails && len(r.Problems) > 0 {
		r.Problems = r.Problems[:len(r.Problems)/2]
	}
	if size(r) > maxDetails {
		r.Hint = shorten(r.Hint, maxShort)
		r.Message = shorten(r.Message, maxMessage)
	}
	return r
}

// size returns the size of v in JSON, in bytes.
func size(v any) int {
	raw, err := json.Marshal(v)
	if err != nil { // cannot happen: v has only texts and numbers
		return 0
	}
	return len(raw)
}

// shorten returns s, or a prefix of it, in at most limit bytes of JSON.
func shorten(s string, limit int) string {
	if size(s) <= limit {
		return s
	}
	const mark = "…"
	const quotes = len(`""`)
	n := quotes + len(mark)
	for i, r := range s {
		if n += size(string(r)) - quotes; n > limit {
			return s[:i] + mark
		}
	}
	return s
}

// FromError returns the error of an activity, a child workflow or a timer that failed: the
// one that [Guard] or [Agent] stored, or else one that follows from Temporal's own error. A
// timeout leaves the effect unknown, unless no worker had begun an attempt. So do a
// cancellation, a panic and an error of another type, whose text is not used. FromError
// returns nil for nil. It is deterministic, so workflows may call it.
func FromError(err error) *toolerr.ToolRuntimeError {
	if err == nil {
		return nil
	}
	unknown, cause := toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithCause(err)
	for e := range adapter.Tree(err) {
		switch x := e.(type) { //nolint:errorlint // one node of a walk
		case *toolerr.ToolRuntimeError:
			return x
		case *temporal.ApplicationError:
			if te := fromReport(x); te != nil {
				return te.With(cause)
			}
			return toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, unknown, cause)
		case *temporal.TimeoutError:
			if x.TimeoutType() == enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START && x.Unwrap() == nil { // with a cause, it is the failure of an earlier attempt
				return toolerr.New(toolerr.KindToolTimeout, toolerr.Msg("No worker began the call in time, so it was not executed."),
					toolerr.WithEffect(toolerr.EffectNone), cause)
			}
			return toolerr.New(toolerr.KindToolTimeout, toolerr.Message{}, unknown, cause)
		case *temporal.CanceledError:
			return toolerr.New(toolerr.KindToolCanceled, toolerr.Message{}, unknown, cause)
		}
	}
	return toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, unknown, cause)
}

// fromReport returns the error that applicationError converted to x, and nil for other
// errors.
func fromReport(x *temporal.ApplicationError) *toolerr.ToolRuntimeError {
	kind, ok := strings.CutPrefix(x.Type(), typePrefix)
	if !ok {
		return nil
	}
	var r toolerr.Report
	if err := x.Details(&r); err != nil || string(r.Kind) != kind { // the server dropped it, or another program created it
		if !toolerr.Kind(kind).Known() {
			return nil
		}
		return toolerr.New(toolerr.Kind(kind), toolerr.Message{}, toolerr.WithCanRetry(!x.NonRetryable()), toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return toolerr.FromReport(r)
}

// RunError returns the failure of a run from the error of an [Agent]'s workflow. It returns
// nil for nil.
func RunError(err error) *agent.RunError {
	if err == nil {
		return nil
	}
	te := FromError(err)
	var application *temporal.ApplicationError
	var report toolerr.Report
	var f runFailure
	if errors.As(err, &application) && application.Details(&report, &f) == nil && f.Kind != "" {
		return agent.NewRunError(f.Kind, toolerr.UncheckedMessage(f.Message), te) //nolint:forbidigo // a worker wrote it, from a Message
	}
	return agent.NewRunError(agent.ErrProvider, toolerr.Message{}, te)
}
