// Package agent is an agent loop that keeps running when a model or a tool fails.
//
// An [Agent] is a model with an instruction and tools, and is built from a [Config]. A
// [Runner] runs it: a run takes one [Input], calls the model and its tools in turns, and
// yields [Event]s, which are the history of a session. Whatever a tool does (an error, a
// panic, a hang, a result that cannot be encoded), the model reads one result for each
// call, in the format of package toolerr, and the run continues.
//
// # How failures are reported
//
// If the run fails (a hard failure), the last item of its events is (nil, err), where err
// is a [*RunError] whose text is safe to show. If the run does not end normally (a soft
// condition), an event has an [Event.ErrorCode], such as [CodeMaxTokens] or [CodeCanceled].
// If a tool fails, its failure is the result that the model reads, and does not end the
// run.
//
// # What a store contains
//
// Every call of a model has a response, in the event that follows the call's own. If the
// call waits for a person or for a later result, that response is pending, and a later
// response replaces it; see [History].
package agent
