package toolerr

// A Class groups the kinds for which a program does the same. It is an error, so that
// errors.Is(err, toolerr.ClassRateLimit) works. An error of [ClassRateLimit] also matches
// [ClassUpstream].
type Class string

// The classes.
const (
	// ClassUpstream: a service answered that the call failed.
	ClassUpstream Class = "upstream"
	// ClassRateLimit: a service answered that there were too many requests.
	ClassRateLimit Class = "rate_limit"
	// ClassNetworkTransport: no complete answer came.
	ClassNetworkTransport Class = "network_transport"
	// ClassFatal: a retry fails in the same way.
	ClassFatal Class = "fatal"
	// ClassRetryable: a retry may succeed, after the model changed something
	// or after a wait.
	ClassRetryable Class = "retryable"
	// ClassContextRequired: a person must supply something first.
	ClassContextRequired Class = "context_required"
	// ClassInvalidInput: the model must change the arguments.
	ClassInvalidInput Class = "invalid_input"
	// ClassInvalidOutput: the tool returned something unusable.
	ClassInvalidOutput Class = "invalid_output"
	// ClassCanceled: the caller no longer waits for the answer.
	ClassCanceled Class = "canceled"
)

// Classes returns every class, in the order of the constants.
func Classes() []Class {
	return []Class{
		ClassUpstream, ClassRateLimit, ClassNetworkTransport, ClassFatal, ClassRetryable,
		ClassContextRequired, ClassInvalidInput, ClassInvalidOutput, ClassCanceled,
	}
}

// Error returns the class's word.
func (c Class) Error() string { return string(c) }

// holds reports whether an error of class c matches target.
func (c Class) holds(target Class) bool {
	return c == target || c == ClassRateLimit && target == ClassUpstream
}
