// Package toolerr holds the error that an agent can act on.
//
// A [ToolRuntimeError] has one [Kind], honest retry advice, a [Message] that is
// safe to show a model, and a developer message that never reaches one. Tool
// functions make them with the constructors of this package ([Retryable],
// [ContextRequired], [Fatal], …); adapters make them out of the errors of
// vendor SDKs; [Result] turns one, or a success, into the object a model reads.
//
// # What reaches whom
//
// Every implicit rendering of a [ToolRuntimeError] is the agent's view: all
// verbs of package fmt, JSON, text, templates, and whatever a reflection dumper
// finds. Cause, developer message, endpoint and request id are reached only by
// calling the method of that name, through [ToolRuntimeError.Report], and
// through slog, whose LogValue is the one deliberate exception.
//
// Credentials of known shapes, and values in positions that hold credentials
// (userinfo, query values, authorization headers), reach nobody: they are
// redacted from the developer message as well.
package toolerr
