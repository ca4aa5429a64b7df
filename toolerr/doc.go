// Package toolerr has the error that an agent can act on. The author of a tool needs eight
// names:
//
//   - [Errorf] makes an error with a reason that a model may read: the words of its format,
//     and the values that the model itself sent.
//   - [Retryablef], [InvalidInputf] and [ContextRequiredf] do the same for a call that can
//     succeed after a change, for a wrong argument, and for a call that needs a person.
//   - [OneOf] is an argument of their formats: a choice of constants.
//   - [Result] makes the object that a model reads, of an error or of a success.
//   - [Find] finds the [ToolRuntimeError] in an error.
//   - [DeveloperText] is the whole text of an error, for loggers other than log/slog.
//
// A [ToolRuntimeError] has a [Kind], advice about a retry, a [Message] that is safe to show
// a model, and a developer message that no model reads. Adapters make such errors from
// those of vendor SDKs, with the functions [New], [Upstream], [RateLimit] and others, and
// with options.
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
