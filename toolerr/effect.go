package toolerr

// An Effect is what is known about the side effects of a failed call.
type Effect string

const (
	// EffectUnset: no request is involved, or nothing is known. It is treated
	// as EffectUnknown wherever a retry is decided.
	EffectUnset Effect = ""
	// EffectNone: the request never left, or upstream refused it before acting.
	EffectNone Effect = "none"
	// EffectUnknown: the request was sent and no usable answer came; it may
	// have been applied.
	EffectUnknown Effect = "unknown"
)

// Guidance is what a program should do about an error. Models are told in
// words; guidance is not part of the payload.
type Guidance string

const (
	// GuidanceNone: do not retry the call without a change.
	GuidanceNone Guidance = "none"
	// GuidanceRetryWithBackoff: retry it later, if [ToolRuntimeError.SafeToRepeat]
	// allows, waiting at least what [ToolRuntimeError.RetryAfter] says.
	GuidanceRetryWithBackoff Guidance = "retry_with_backoff"
	// GuidanceRefreshAuthThenRetry: renew the credential, then retry once.
	GuidanceRefreshAuthThenRetry Guidance = "refresh_auth_then_retry"
)

// SafeMethod reports whether an HTTP request with the given method asks for no change
// (RFC 9110 section 9.2.1). The method "" is not known to be one.
func SafeMethod(method string) bool {
	switch method {
	case "GET", "HEAD", "OPTIONS", "TRACE":
		return true
	}
	return false
}
