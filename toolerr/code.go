package toolerr

import "slices"

// A Code is the error_code of a payload, a short word beside the sentence. The set is
// closed: the codes of tools, and those of the agent loop.
type Code string

// The codes of tools.
const (
	CodeExternalServiceError Code = "external_service_error"
	CodeRateLimited          Code = "rate_limited"
	CodeTimeout              Code = "timeout"
	CodeNotFound             Code = "not_found"
	CodeInvalidInput         Code = "invalid_input"
	CodeInternalError        Code = "internal_error"
	CodeCanceled             Code = "canceled"
)

// The codes of the agent loop, for its decisions about a call.
const (
	// CodeUnknownTool: no tool has the name that was called.
	CodeUnknownTool Code = "unknown_tool"
	// CodeAuthRequired: the tool cannot run before a person signs in.
	CodeAuthRequired Code = "auth_required"
	// CodePending: the call waits for a person's approval or for a result.
	CodePending Code = "pending"
	// CodeDenied: a person or a policy denied the call.
	CodeDenied Code = "denied"
	// CodeConflict: the call conflicts with another one, with a change since, or with the
	// state of a thing in a service.
	CodeConflict Code = "conflict"
	// CodeBudgetExhausted: the run may make no further calls.
	CodeBudgetExhausted Code = "budget_exhausted"
	// CodeRepeatedCall: the same call failed the same way before.
	CodeRepeatedCall Code = "repeated_call"
	// CodeTruncatedCall: the call arrived incomplete and was not executed.
	CodeTruncatedCall Code = "truncated_call"
	// CodeOutputTooLarge: the result is larger than the run allows.
	CodeOutputTooLarge Code = "output_too_large"
)

// Codes returns every code, in the order of the constants.
func Codes() []Code {
	return []Code{
		CodeExternalServiceError, CodeRateLimited, CodeTimeout, CodeNotFound, CodeInvalidInput,
		CodeInternalError, CodeCanceled,
		CodeUnknownTool, CodeAuthRequired, CodePending, CodeDenied, CodeConflict, CodeBudgetExhausted,
		CodeRepeatedCall, CodeTruncatedCall, CodeOutputTooLarge,
	}
}

// Known reports whether c is one of the constants of this package.
func (c Code) Known() bool { return slices.Contains(Codes(), c) }
