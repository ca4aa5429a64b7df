package verdict

import (
	"time"

	"github.com/errand-go/errand/toolerr"
)

// An Action is the program's next step after a failed call.
type Action string

// The actions.
const (
	// Retry the call, after the wait.
	Retry Action = "retry"
	// RenewThenRetry: renew the credential, then retry once.
	RenewThenRetry Action = "renew_credential_then_retry"
	// CheckFirst: a retry may succeed, and may execute the call twice.
	CheckFirst Action = "check_before_retrying"
	// AskModel: the model must change the call.
	AskModel Action = "model_changes_the_call"
	// AskPerson: a person must act first.
	AskPerson Action = "person_acts_first"
	// Stop: a retry fails the same way.
	Stop Action = "do_not_retry"
)

// A Decision is the consequence of an error for one tool. Its JSON form is printed by the
// commands, and stable.
type Decision struct {
	// Action is the next step.
	Action Action `json:"action"`
	// WaitMS is the wait before it, if the service requested one, else nil.
	WaitMS *int64 `json:"wait_ms,omitempty"`
	// Idempotent reports whether calling the tool twice has the same effect as once.
	Idempotent bool `json:"idempotent"`
	// CanRetry and SafeToRetry are the error's values for this tool.
	CanRetry    bool `json:"can_retry"`
	SafeToRetry bool `json:"safe_to_repeat"`
	// Text is the decision as a sentence.
	Text string `json:"text"`
}

// Decide returns the decision about err for a tool that is idempotent or not.
func Decide(err *toolerr.ToolRuntimeError, idempotent bool) Decision {
	d := Decision{Idempotent: idempotent, CanRetry: err.CanRetry(), SafeToRetry: err.SafeToRetry(idempotent)}
	wait, named := err.RetryAfter()
	if named && err.CanRetry() {
		ms := wait.Milliseconds()
		d.WaitMS = &ms
	}
	switch {
	case err.RequiresUserAction() && err.Guidance() == toolerr.GuidanceRetryWithBackoff:
		d.Action, d.Text = AskPerson, "A person must act: ask them, and retry with waits until it succeeds."
	case err.RequiresUserAction(), err.Kind() == toolerr.KindToolContextRequired:
		d.Action, d.Text = AskPerson, "Do not retry: a person must act first."
	case err.Guidance() == toolerr.GuidanceRefreshAuthThenRetry:
		d.Action, d.Text = RenewThenRetry, "Renew the credential, then retry once."
	case err.Kind() == toolerr.KindUpstreamValidationError, err.Class() == toolerr.ClassInvalidInput,
		err.Kind() == toolerr.KindToolRetry && err.Guidance() != toolerr.GuidanceRetryWithBackoff:
		d.Action, d.Text = AskModel, "Do not retry this call: the model has to change it."
	case !err.CanRetry() && !err.Hint().IsZero():
		d.Action, d.Text = AskModel, "Do not retry this call: follow the hint."
	case !err.CanRetry():
		d.Action, d.Text = Stop, "Do not retry: it fails the same way."
	case !d.SafeToRetry:
		d.Action, d.Text = CheckFirst, "Do not retry blindly: it may already be done, and this tool must not do it twice."
	default:
		d.Action, d.Text = Retry, when(wait, named)+safety(err, idempotent)
	}
	return d
}

// longest is the longest wait of an error. A service may have named a longer one.
const longest = 24 * time.Hour

// when describes the wait.
func when(wait time.Duration, named bool) string {
	switch {
	case !named:
		return "Retry later: no wait was named, so choose one of a second or more"
	case wait == 0:
		return "Retry now: the service names no wait, or a time that has passed"
	case wait >= longest:
		return "Retry in 24 hours or later: the service names a wait of at least that"
	default:
		return "Retry in " + toolerr.Wait(wait).String() + ", as the service asks"
	}
}

// safety describes why a retry is safe.
func safety(err *toolerr.ToolRuntimeError, idempotent bool) string {
	switch {
	case err.Effect() == toolerr.EffectNone && idempotent:
		return ". Nothing was done."
	case err.Effect() == toolerr.EffectNone:
		return ". Nothing was done, so it is safe even for a tool that must not act twice."
	default:
		return ". Calling this tool twice is the same as calling it once."
	}
}
