package faults

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// A Want is the right answer of an adapter. Every field is compared: the zero Status means
// that the answer must have no status, and the zero Effect that it must have no effect.
type Want struct {
	// Kind is the kind. An answer has the class of its kind.
	Kind toolerr.Kind
	// CanRetry is the retry advice.
	CanRetry bool
	// Status is the HTTP status of the response, 0 if there was none.
	Status int
	// RetryAfter is the wait, if HasRetryAfter is true; a wait of 0 is a wait.
	RetryAfter time.Duration
	// HasRetryAfter reports whether the upstream named a wait. If it is false, an answer
	// with a wait is wrong.
	HasRetryAfter bool
	// Tolerance is the allowed difference between the answer's wait and RetryAfter, in both
	// directions, because dates have whole seconds and time passes.
	Tolerance time.Duration
	// Effect is what is known about side effects. EffectUnknown accepts an answer
	// with EffectNone if that is about a request with a safe method.
	Effect toolerr.Effect
	// Service is the slug of the adapter that answers, [Nobody] if none does. "" is not
	// compared; in a case of a suite, it stands for the suite's adapter.
	Service string
	// Code is the vendor's code that the agent reads, "" if there is none. It is compared
	// if Service is.
	Code string
	// Reason is why this answer is right or acceptable, if another one might be expected.
	// It is not compared.
	Reason string
	// Also has other answers to accept, each with its Reason: the client's error does not
	// allow a better answer, or both are right.
	Also []Want
}

// Nobody is the service of an error that no adapter recognises.
const Nobody = "nobody"

// ForStatus returns the right answer for an HTTP status without a vendor's code: kind,
// retry advice and effect follow from RFC 9110 section 15. 408 (15.5.9) and 425 (RFC 8470)
// may be retried; 501, 505 and 511 may not.
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
	w.CanRetry = w.Kind.CanRetry()
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly:
		w.CanRetry = true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported, http.StatusNetworkAuthenticationRequired:
		w.CanRetry = false
	}
	return w
}

// ForKind returns the right answer for a kind and an effect, without a status. The retry
// advice is that of the kind.
func ForKind(kind toolerr.Kind, effect toolerr.Effect) Want {
	return Want{Kind: kind, CanRetry: kind.CanRetry(), Effect: effect}
}

// ForCode returns the right answer for a vendor's code with the given kind, under the given
// status: the code decides. The effect is none, because a service that refuses a call with
// a code did nothing; change it with [Want.With] if that is not so.
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

// Retry returns w with another retry advice.
func (w Want) Retry(can bool) Want {
	w.CanRetry = can
	return w
}

// With returns w with another effect.
func (w Want) With(effect toolerr.Effect) Want {
	w.Effect = effect
	return w
}

// Coded returns w with the vendor's code that the agent reads.
func (w Want) Coded(code string) Want {
	w.Code = code
	return w
}

// Because returns w with another reason.
func (w Want) Because(reason string) Want {
	w.Reason = reason
	return w
}

// Or returns w, which also accepts the given answers, for the given reason.
func (w Want) Or(reason string, also ...Want) Want {
	w.Also = slices.Clone(w.Also)
	for _, a := range also {
		w.Also = append(w.Also, a.Because(reason))
	}
	return w
}

// Accepts reports whether got is the right answer or one of Also, and the reason of the one
// that matches. Service and Code of w count for Also as well.
func (w Want) Accepts(got *toolerr.ToolRuntimeError) (reason string, ok bool) {
	for _, a := range append([]Want{w}, w.Also...) {
		a.Service, a.Code = w.Service, w.Code
		if len(a.Diff(got)) == 0 {
			return a.Reason, true
		}
	}
	return "", false
}

// Diff returns a sentence for every field in which got is not the right answer, and nil if
// there is none. It ignores Also; see [Want.Accepts]. A nil got means that the adapter
// declined the error.
func (w Want) Diff(got *toolerr.ToolRuntimeError) []string {
	if got == nil {
		return []string{fmt.Sprintf("no answer: the adapter declined an error that it should recognise as %s", w.Kind)}
	}
	var d []string
	differ := func(format string, args ...any) { d = append(d, fmt.Sprintf(format, args...)) }

	if got.Kind() != w.Kind {
		differ("kind is %s, want %s", got.Kind(), w.Kind)
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
	if w.Service == "" {
		return d
	}
	if service := cmp.Or(got.Service(), Nobody); service != w.Service {
		differ("service is %q, want %q", service, w.Service)
	}
	if got.VendorCode() != w.Code {
		differ("code is %q, want %q: the agent reads the codes that the table lists, which Want.Coded names", got.VendorCode(), w.Code)
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
