package faults

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// A Want is what a right adapter answers. Every field is compared: the zero
// Status means that no status may be claimed, the zero Effect that nothing may
// be said about effects.
type Want struct {
	// Class is the class; when empty, the class of Kind.
	Class toolerr.Class
	// Kind is the kind.
	Kind toolerr.Kind
	// CanRetry is the retry advice.
	CanRetry bool
	// Status is the HTTP status that was seen, 0 when none was.
	Status int
	// RetryAfter is the wait, when HasRetryAfter; a wait of 0 is a wait.
	RetryAfter time.Duration
	// HasRetryAfter reports whether the upstream named a wait. When it is
	// false, an answer with a wait has made one up.
	HasRetryAfter bool
	// Tolerance is how far the answer's wait may be from RetryAfter, either
	// way: dates have whole seconds, and time passes while they travel.
	Tolerance time.Duration
	// Effect is what is known about side effects. EffectUnknown accepts an answer
	// with EffectNone if that is about a request with a safe method.
	Effect toolerr.Effect
	// Reason is why this answer is right or acceptable, where another one
	// would be expected. It is not compared.
	Reason string
	// Also holds other answers to accept, each with its Reason: the client's
	// error genuinely does not let an adapter do better, or either is right.
	Also []Want
	// Timed says of an answer in Also that it is as right as the first one: which of them
	// comes depends on the moment at which a timer passes.
	Timed bool
}

// ForStatus returns the answer to an HTTP status that nothing else explains:
// kind, retry advice and effect by the number alone. RFC 9110 section 15, with
// 408 (15.5.9) and 425 (RFC 8470) worth a retry, and 501, 505 and 511 not.
func ForStatus(status int) Want {
	w := Want{Status: status, Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown}
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		w.Kind = toolerr.KindUpstreamAuthError
	case status == http.StatusNotFound, status == http.StatusGone:
		w.Kind = toolerr.KindUpstreamNotFound
	case status == http.StatusUnprocessableEntity:
		w.Kind = toolerr.KindUpstreamValidationError
	case status == http.StatusTooManyRequests:
		w.Kind = toolerr.KindUpstreamRateLimit
	case status >= 500:
		w.Kind = toolerr.KindUpstreamServerError
	case status >= 400:
		w.Kind = toolerr.KindUpstreamBadRequest
	}
	if status >= 400 && status < 500 {
		w.Effect = toolerr.EffectNone
	}
	w.Class, w.CanRetry = w.Kind.Class(), w.Kind.CanRetry()
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly:
		w.CanRetry = true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported, http.StatusNetworkAuthenticationRequired:
		w.CanRetry = false
	}
	return w
}

// ForKind returns the answer of a kind and an effect, without a status: the
// class and the retry advice are the kind's.
func ForKind(kind toolerr.Kind, effect toolerr.Effect) Want {
	return Want{Class: kind.Class(), Kind: kind, CanRetry: kind.CanRetry(), Effect: effect}
}

// ForCode returns the answer of a kind that a vendor's code decided, under a
// status that was seen: the code beats the status. The effect is none, as for
// everything a service refuses by name; change it where that is not so.
func ForCode(kind toolerr.Kind, status int) Want {
	w := ForKind(kind, toolerr.EffectNone)
	w.Status = status
	return w
}

// Wait returns w with a wait of d.
func (w Want) Wait(d time.Duration) Want {
	w.RetryAfter, w.HasRetryAfter = d, true
	return w
}

// Within returns w with a tolerance of d on the wait.
func (w Want) Within(d time.Duration) Want {
	w.Tolerance = d
	return w
}

// Retry returns w with that retry advice.
func (w Want) Retry(can bool) Want {
	w.CanRetry = can
	return w
}

// With returns w with that effect.
func (w Want) With(effect toolerr.Effect) Want {
	w.Effect = effect
	return w
}

// Because returns w with that reason.
func (w Want) Because(reason string) Want {
	w.Reason = reason
	return w
}

// Or returns w, which then accepts also for that reason.
func (w Want) Or(reason string, also ...Want) Want {
	w.Also = slices.Clone(w.Also)
	for _, a := range also {
		w.Also = append(w.Also, a.Because(reason))
	}
	return w
}

// OrTimed returns w, for which those are as right, for that reason: see [Want.Timed].
func (w Want) OrTimed(reason string, also ...Want) Want {
	also = slices.Clone(also)
	for i := range also {
		also[i].Timed = true
	}
	return w.Or(reason, also...)
}

// Right reports whether got is the answer wanted, or one of Also that is as right.
func (w Want) Right(got *toolerr.ToolRuntimeError) bool {
	return len(w.Diff(got)) == 0 || slices.ContainsFunc(w.Also, func(a Want) bool { return a.Timed && len(a.Diff(got)) == 0 })
}

// Accepts reports whether got is the answer wanted or one of Also, and the
// reason of the one that fits.
func (w Want) Accepts(got *toolerr.ToolRuntimeError) (reason string, ok bool) {
	if len(w.Diff(got)) == 0 {
		return w.Reason, true
	}
	for _, a := range w.Also {
		if len(a.Diff(got)) == 0 {
			return a.Reason, true
		}
	}
	return "", false
}

// Diff returns a sentence for every field in which got is not the answer
// wanted, nil when there is none. Also is not looked at: see [Want.Accepts].
// A nil got is an adapter that declined.
func (w Want) Diff(got *toolerr.ToolRuntimeError) []string {
	if got == nil {
		return []string{fmt.Sprintf("no answer: the adapter declined an error that it should recognise as %s", w.Kind)}
	}
	var d []string
	differ := func(format string, args ...any) { d = append(d, fmt.Sprintf(format, args...)) }

	if got.Kind() != w.Kind {
		differ("kind is %s, want %s", got.Kind(), w.Kind)
	}
	class := w.Class
	if class == "" {
		class = w.Kind.Class()
	}
	if got.Class() != class {
		differ("class is %s, want %s", got.Class(), class)
	}
	if got.CanRetry() != w.CanRetry {
		differ("can_retry is %t, want %t: %s", got.CanRetry(), w.CanRetry, retryAdvice[w.CanRetry])
	}
	if got.StatusCode() != w.Status {
		differ("status is %d, want %d: %s", got.StatusCode(), w.Status, w.statusAdvice())
	}
	if wait, ok := got.RetryAfter(); ok != w.HasRetryAfter {
		if ok {
			differ("retry_after is %s, want none: the upstream named no readable wait, and an error does not make one up", wait)
		} else {
			differ("retry_after is missing, want %s: the upstream named it", w.RetryAfter)
		}
	} else if ok && (wait-w.RetryAfter).Abs() > w.Tolerance {
		differ("retry_after is %s, want %s%s", wait, w.RetryAfter, w.tolerance())
	}
	safe := w.Effect == toolerr.EffectUnknown && got.Effect() == toolerr.EffectNone && toolerr.SafeMethod(got.HTTPMethod())
	if got.Effect() != w.Effect && !safe {
		differ("effect is %q, want %q: %s", got.Effect(), w.Effect, effectAdvice[w.Effect])
	}
	return d
}

var retryAdvice = map[bool]string{
	true:  "a repeat may succeed",
	false: "a repeat fails the same way",
}

var effectAdvice = map[toolerr.Effect]string{
	toolerr.EffectNone:    "the request never left, or the upstream refused it before acting",
	toolerr.EffectUnknown: "the request may have been applied",
	toolerr.EffectUnset:   "nothing is known about a request",
}

func (w Want) statusAdvice() string {
	if w.Status == 0 {
		return "no status of a failure was seen, and none is made up"
	}
	return "that is what the upstream answered"
}

func (w Want) tolerance() string {
	if w.Tolerance == 0 {
		return ""
	}
	return " ± " + w.Tolerance.String()
}
