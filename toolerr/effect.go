package toolerr

// An Effect is what is known about the side effects of a failed call.
type Effect string

const (
	// EffectUnset: no request is involved, or nothing is known. Decisions about a retry
	// treat it as EffectUnknown.
	EffectUnset Effect = ""
	// EffectNone: the request was not sent, or the service refused it before it did
	// anything.
	EffectNone Effect = "none"
	// EffectUnknown: the request was sent, and no usable answer arrived or the service did a
	// part. The call may have been carried out, as a whole or in part.
	EffectUnknown Effect = "unknown"
)

// Guidance is advice for a program about an error. It is not part of the payload: models
// read the advice in words.
type Guidance string

const (
	// GuidanceNone: do not retry the call without a change.
	GuidanceNone Guidance = "none"
	// GuidanceRetryWithBackoff: retry the call later, if [ToolRuntimeError.SafeToRetry]
	// allows it, and not before [ToolRuntimeError.RetryAfter].
	GuidanceRetryWithBackoff Guidance = "retry_with_backoff"
	// GuidanceRefreshAuthThenRetry: renew the credential, then retry once.
	GuidanceRefreshAuthThenRetry Guidance = "refresh_auth_then_retry"
)

// SafeMethod reports whether an HTTP request with the given method asks for no change (RFC
// 9110 section 9.2.1). It returns false for "".
//
//go:noinline
func SafeMethod(method string) bool {
	switch method {
	case "GET", "HEAD", "OPTIONS", "TRACE":
		return true
	}
	return false
}

// Effect returns what is known about side effects: the effect of [WithEffect], or else the
// one that follows from the kind. A service that refused a call did nothing. A service that
// failed may have done anything, unless it answered 503 and named a wait, or the HTTP method
// is safe (RFC 9110, section 9.2.1).
func (e *ToolRuntimeError) Effect() Effect {
	e = e.self()
	if e.effect != EffectUnset {
		return e.effect
	}
	if c := e.trait.class; (c == ClassUpstream || c == ClassNetworkTransport) && SafeMethod(e.private().method) {
		return EffectNone
	}
	switch e.trait.kind { //nolint:exhaustive // the others do not come from an answer
	case KindUpstreamBadRequest, KindUpstreamValidationError, KindUpstreamAuthError,
		KindUpstreamNotFound, KindUpstreamRateLimit:
		return EffectNone
	case KindUpstreamServerError:
		if e.status == 503 && e.hasWait {
			return EffectNone
		}
		return EffectUnknown
	case KindUpstreamUnmapped, KindToolTimeout:
		return EffectUnknown
	}
	return EffectUnset
}
