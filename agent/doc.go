// Package agent is a loop around a model and its tools that survives both.
//
// An [Agent] is built from a [Config]; a [Runner] runs it over the history of a
// session and yields events. Whatever a tool does (an error, a panic, a hang, a
// result that cannot be encoded), the model reads one structured result per
// call, made by package toolerr, and the run continues.
//
// # Three channels of failure
//
// A hard failure is the last item of the sequence: (nil, err), where err is a
// [*RunError] whose text is safe to show. A soft condition is an event with an
// [Event.ErrorCode], such as [CodeMaxTokens] or [CodeCanceled]. The failure of a
// tool is the result the model reads, and ends nothing.
//
// # What a store holds
//
// Every call of a model has a response, in the event that follows the call's
// own. A call that waits for a person or for a result has a pending response
// there, and later one more, which stands in its place; see [History].
package agent
