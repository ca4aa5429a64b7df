// Package toolerr has the error that an agent can act on.
//
// A [ToolRuntimeError] has a [Kind], advice about a retry, a [Message] that is safe to show
// a model, and a developer message that no model reads. Tool functions create such errors
// with the constructors of this package ([Errorf], [Retryable], [ContextRequired], [Fatal],
// …). Adapters create them from the errors of vendor SDKs. [Result] makes the object that a
// model reads, of an error or of a success.
//
// # Who reads what
//
// Every implicit rendering of a [ToolRuntimeError] is the agent's view: all verbs of
// package fmt, JSON, text, templates, and whatever a reflection dumper finds. Cause,
// developer message, endpoint and request id are available only from the methods with these
// names, from [ToolRuntimeError.Report], and through slog, whose LogValue is the only
// exception.
//
// Credentials with a known form, and values at places that hold credentials (userinfo,
// query values, authorization headers), are redacted from the developer's view as well.
package toolerr
