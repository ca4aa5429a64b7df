package lexicon

import (
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// words explain a word. more applies only to a kind alone, and not to an error with another
// effect or a known cause.
type words struct{ means, more, agent, program string }

// Bare returns the common meaning of all errors of a kind, with any effect and cause.
func Bare(k toolerr.Kind) string { return kindWords[k].means }

// kindWords has a row for every kind; a test refuses a kind without one.
var kindWords = map[toolerr.Kind]words{
	toolerr.KindToolkitLoadFailed: {
		means:   "A set of tools could not be loaded, so none of its tools can run.",
		agent:   "Do without these tools, and say so where they were needed.",
		program: "Fix the toolkit's configuration. No call will change it.",
	},
	toolerr.KindToolDefinitionBadDefinition: {
		means:   "A tool is declared in a way that cannot be used.",
		agent:   "Do without the tool.",
		program: "A programming error: fix it at start-up, before a model sees the tool.",
	},
	toolerr.KindToolDefinitionBadInputSchema: {
		means:   "A tool's input schema cannot be used, so no arguments could be checked against it.",
		agent:   "Do without the tool.",
		program: "A programming error: fix the schema, or the type it is made from.",
	},
	toolerr.KindToolDefinitionBadOutputSchema: {
		means:   "A tool's output schema cannot be used, so no result could be checked against it.",
		agent:   "Do without the tool.",
		program: "A programming error: fix the schema, or the type it is made from.",
	},
	toolerr.KindToolBadInputValue: {
		means:   "The arguments of the call do not fit the tool; problems lists each with its place.",
		more:    "The tool did not run.",
		agent:   "Correct what problems lists and call again.",
		program: "Hand the payload to the model. The call as it was fails again.",
	},
	toolerr.KindToolBadOutputValue: {
		means:   "The tool ran, and what it returned cannot be encoded.",
		agent:   "Do not call again: it may have worked, and only its answer is lost.",
		program: "A bug in the tool. Log it; never retry the call because of it.",
	},
	toolerr.KindToolRetry: {
		means:   "The call may succeed after a change or a wait; the hint says which.",
		agent:   "Do what the hint says and call again.",
		program: "Retry it where guidance is retry_with_backoff and SafeToRetry is true; otherwise hand it to the model.",
	},
	toolerr.KindToolContextRequired: {
		means:   "The tool needs something that only a person can supply; its hint says what.",
		agent:   "Ask the person what the hint says, then call again with the answer.",
		program: "Let the agent ask, and wait for the person.",
	},
	toolerr.KindToolFatal: {
		means:   "The tool failed, and a retry fails the same way.",
		more:    "It is a bug, a panic, a wrong address, a certificate that is not trusted, or an error that no adapter recognised.",
		agent:   "Do not call again. Say that it failed, or find another way.",
		program: "Log the developer message and look. If it is a vendor's error, register an adapter for it.",
	},
	toolerr.KindToolCanceled: {
		means:   "The caller has gone away while the tool ran.",
		agent:   "Nothing: the caller has gone away.",
		program: "Stop. Where effect is unknown the call may have been applied all the same.",
	},
	toolerr.KindToolTimeout: {
		means:   "The tool outlived its deadline, whatever it was busy with.",
		agent:   "Before calling again a tool that changes something, check whether the first call did.",
		program: "Retry it only if the tool is idempotent; think about a longer deadline.",
	},
	toolerr.KindUpstreamBadRequest: {
		means:   "The service refused the request as it was made.",
		more:    "Nothing was done.",
		agent:   "Do not retry the call; change the arguments if they can be the reason.",
		program: "Do not retry it. Often it is the tool that builds the request wrongly: see the developer message.",
	},
	toolerr.KindUpstreamValidationError: {
		means:   "The service understood the request and refused its values.",
		more:    "Nothing was done.",
		agent:   "Correct what problems lists, or else change the values, and call again.",
		program: "Hand it to the model. The report's refusal has what the service said about each value.",
	},
	toolerr.KindUpstreamAuthError: {
		means:   "The service does not accept who calls, or does not let them do this.",
		more:    "Nothing was done.",
		agent:   "Do not call again. If requires_user_action is there, ask the person to sign in or to get access.",
		program: "Where the guidance says so, renew the credential and retry once; otherwise a person must grant something.",
	},
	toolerr.KindUpstreamNotFound: {
		means:   "The service does not have the requested object.",
		more:    "Nothing was done.",
		agent:   "Check the identifier, or search for the right one. The same call finds nothing again.",
		program: "Do not retry it.",
	},
	toolerr.KindUpstreamRateLimit: {
		means:   "The service asks for fewer requests.",
		more:    "Nothing was done, so a retry is safe for any tool.",
		agent:   "Wait as long as retry_after_ms says, then call again; meanwhile do something else.",
		program: "Wait at least the named time (choose one, of a second or more, where none is named), then retry.",
	},
	toolerr.KindUpstreamServerError: {
		means:   "The service itself failed.",
		more:    "What it had done by then is unknown, unless it named a wait.",
		agent:   "Before calling again a tool that changes something, check whether the first call did.",
		program: "Retry later with backoff if the tool is idempotent, or if effect is none.",
	},
	toolerr.KindUpstreamUnmapped: {
		means:   "The service gave an answer that no rule covers.",
		more:    "Such is a redirect that leads nowhere.",
		agent:   "Do not call again. Say that it failed, or find another way.",
		program: "Do not retry it. Look at the developer message; an adapter may want a rule for it.",
	},
	toolerr.KindNetworkTransportTimeout: {
		means:   "No complete answer came in time.",
		more:    "The request may have arrived.",
		agent:   "Before calling again a tool that changes something, check whether the first call did.",
		program: "Retry with backoff if the tool is idempotent, or if effect is none: then it never had a connection.",
	},
	toolerr.KindNetworkTransportUnreachable: {
		means:   "The service could not be reached, or the connection to it was lost.",
		agent:   "Try again later, unless effect is unknown and the tool changes something.",
		program: "Retry with backoff if the tool is idempotent, or if effect is none: then nothing was sent.",
	},
	toolerr.KindNetworkTransportUnmapped: {
		means:   "The exchange broke in some other way.",
		more:    "The answer was malformed, it could not be decoded, or redirects had no end.",
		agent:   "Try again later where can_retry says so, unless the tool changes something.",
		program: "Retry with backoff if can_retry and the tool is idempotent. Investigate if it persists.",
	},
	toolerr.KindUnknown: {
		means:   "Nothing is known about the error: it never went through errand.",
		agent:   "Do not call again. Say that it failed, or find another way.",
		program: "Wrap the tool with adapter.Wrap, so that its errors are adapted.",
	},
}

// classWords has a row for every class.
var classWords = map[toolerr.Class]words{
	toolerr.ClassUpstream: {
		means:   "A service answered with an error.",
		agent:   "Read kind and message: most need another call, not the same one.",
		program: "Branch on the kind, or on the guidance alone.",
	},
	toolerr.ClassRateLimit: {
		means:   "A service asks for fewer requests. errors.Is(err, toolerr.ClassUpstream) is true too.",
		agent:   "Wait, then call again.",
		program: "Wait at least RetryAfter, then retry: nothing was done.",
	},
	toolerr.ClassNetworkTransport: {
		means:   "No complete answer came, so there is no status.",
		agent:   "Try again later, unless effect is unknown and the tool changes something.",
		program: "Retry with backoff where SafeToRetry allows it.",
	},
	toolerr.ClassFatal: {
		means:   "A retry fails the same way.",
		agent:   "Do not call again.",
		program: "Log it and look.",
	},
	toolerr.ClassRetryable: {
		means:   "A retry may succeed, after a change by the model or simply later.",
		agent:   "Follow the hint.",
		program: "Leave it to the model.",
	},
	toolerr.ClassContextRequired: {
		means:   "A person must supply something first.",
		agent:   "Ask for what the hint says.",
		program: "Wait for the person.",
	},
	toolerr.ClassInvalidInput: {
		means:   "The model must change the arguments.",
		agent:   "Correct what problems lists.",
		program: "Hand the payload to the model.",
	},
	toolerr.ClassInvalidOutput: {
		means:   "The tool returned something unusable.",
		agent:   "Do not call again.",
		program: "Fix the tool.",
	},
	toolerr.ClassCanceled: {
		means:   "The caller has gone away.",
		agent:   "Nothing.",
		program: "Stop.",
	},
}

// codeWords has a row for every code, the short word beside the message.
var codeWords = map[toolerr.Code]words{
	toolerr.CodeExternalServiceError: {means: "A service refused or failed.", agent: "Follow the message.", program: "Branch on the kind."},
	toolerr.CodeRateLimited:          {means: "A service asks for fewer requests.", agent: "Wait, then call again.", program: "Wait at least retry_after_ms, then retry."},
	toolerr.CodeTimeout:              {means: "It took too long.", agent: "Check what was done before calling again a tool that changes something.", program: "Retry where SafeToRetry allows it."},
	toolerr.CodeNotFound:             {means: "The requested object does not exist.", agent: "Check the identifier.", program: "Do not retry it."},
	toolerr.CodeInvalidInput:         {means: "The call, or what it led to, was not acceptable.", agent: "Change the call.", program: "Hand the payload to the model."},
	toolerr.CodeInternalError:        {means: "The tool itself failed, or wants another call: see kind and hint.", agent: "Follow the hint; without one, do not call again.", program: "Log it and look."},
	toolerr.CodeCanceled:             {means: "The caller has gone away.", agent: "Nothing.", program: "Stop."},
	toolerr.CodeUnknownTool:          {means: "No tool has the name that was called. Set by the agent loop.", agent: "Call one of the tools there are; the message names the nearest.", program: "Nothing: nothing was executed."},
	toolerr.CodeAuthRequired:         {means: "The tool cannot run before a person signs in. Set by the agent loop.", agent: "Ask the person to sign in.", program: "Start the sign-in, then let the agent go on."},
	toolerr.CodePending:              {means: "The call waits for a person's approval or for a result. Set by the agent loop.", agent: "Wait for it; do not call again.", program: "Ask the person, or deliver the result; then let the agent go on."},
	toolerr.CodeDenied:               {means: "A person or a policy refused the call. Set by the agent loop.", agent: "Do not call again; find another way or ask.", program: "Nothing: nothing was executed."},
	toolerr.CodeConflict:             {means: "The call conflicts with another one, or with what changed since. Set by the agent loop.", agent: "Look at the present state, then decide anew.", program: "Do not retry it unchanged."},
	toolerr.CodeBudgetExhausted:      {means: "The run may make no further calls. Set by the agent loop.", agent: "Answer with what there is.", program: "Raise the limit if runs need more."},
	toolerr.CodeRepeatedCall:         {means: "The same call failed the same way before, and was not executed again. Set by the agent loop.", agent: "Change the call, or answer without it.", program: "Nothing: nothing was executed."},
	toolerr.CodeTruncatedCall:        {means: "The call arrived incomplete and was not executed. Set by the agent loop.", agent: "Send the whole call again, with shorter arguments.", program: "Look at the model's token limit."},
	toolerr.CodeOutputTooLarge:       {means: "The result is larger than the run allows. Set by the agent loop.", agent: "Ask for less: a filter, a page.", program: "Let the tool page its results."},
}

var guidances = []toolerr.Guidance{toolerr.GuidanceNone, toolerr.GuidanceRetryWithBackoff, toolerr.GuidanceRefreshAuthThenRetry}

// guidanceWords has a row for every guidance: for programs, not for models.
var guidanceWords = map[toolerr.Guidance]words{
	toolerr.GuidanceNone: {
		means:   "A program has nothing to retry.",
		agent:   "The message tells it what to do; guidance is not in the payload.",
		program: "Do not retry the call as it is.",
	},
	toolerr.GuidanceRetryWithBackoff: {
		means:   "A retry of the same call may succeed later.",
		agent:   "The message tells it what to do; guidance is not in the payload.",
		program: "Retry if SafeToRetry(idempotent) allows it, waiting at least RetryAfter, and longer each time.",
	},
	toolerr.GuidanceRefreshAuthThenRetry: {
		means:   "The credential has expired or was not accepted.",
		agent:   "The message tells it what to do; guidance is not in the payload.",
		program: "Renew the credential, then retry once.",
	},
}

var effects = []toolerr.Effect{toolerr.EffectNone, toolerr.EffectUnknown}

// effectWords has a row for every effect. An unset effect is not in a payload, and has no
// explanation.
var effectWords = map[toolerr.Effect]words{
	toolerr.EffectUnset: {},
	toolerr.EffectNone: {
		means:   "Nothing was done: the request was not sent, or the service refused it before acting.",
		agent:   "It does not see the word: its payload warns only where effect is unknown.",
		program: "A retry is safe even for a tool that is not idempotent.",
	},
	toolerr.EffectUnknown: {
		means:   "The request was sent and no usable answer came: it may have been applied.",
		agent:   "Check whether it was applied before calling again a tool that changes something.",
		program: "Retry only if the tool is idempotent.",
	},
}

var eventCodes = []agent.EventCode{
	agent.CodeSafety, agent.CodeRecitation, agent.CodeMaxTokens, agent.CodePromptBlocked, agent.CodeEmptyResponse, agent.CodeMalformedFunctionCall, agent.CodeOther,
	agent.CodeMaxIterations, agent.CodeCanceled, agent.CodeWallClock, agent.CodeToolBudget, agent.CodeToolLoop, agent.CodeInterrupted,
}

const (
	notRead   = "It does not read the code: its turn is over."
	finalTurn = "It does not read the code. With AtLimit FinalAnswer it was asked for a last answer, without tools."
	askAgain  = "Show the person what there is, and let them ask in another way."
)

// eventWords has a row for every code of an event of the agent loop.
var eventWords = map[agent.EventCode]words{
	agent.CodeSafety:                {means: "The provider's filter stopped the answer; the calls in it were not executed.", agent: notRead, program: askAgain},
	agent.CodeRecitation:            {means: "The provider stopped the answer because it repeated its training data; the calls in it were not executed.", agent: notRead, program: askAgain},
	agent.CodeMaxTokens:             {means: "The answer reached the limit of output tokens; the text stays, and the calls in it were not executed.", agent: notRead, program: "Raise the model's token limit, or let the person ask for the rest."},
	agent.CodePromptBlocked:         {means: "The provider refused the prompt, so that there is no answer.", agent: notRead, program: "Look at what the prompt contains: the same prompt is refused again."},
	agent.CodeEmptyResponse:         {means: "The model returned neither text nor a call.", agent: notRead, program: "Let the person ask again; look at the model if it happens often."},
	agent.CodeMalformedFunctionCall: {means: "The provider reports a call that it cannot read; nothing was executed.", agent: notRead, program: "Let the person ask again; look at the schemas of the tools if it happens often."},
	agent.CodeOther:                 {means: "The model stopped for a reason that the loop does not know; the calls in its answer were not executed.", agent: notRead, program: "Treat the answer as incomplete; the log has the provider's reason."},
	agent.CodeMaxIterations:         {means: "The agent used up its turns before it had an answer.", agent: finalTurn, program: "Raise Config.MaxIterations if the task needs more turns, or let the person go on."},
	agent.CodeCanceled:              {means: "The caller's context ended; calls that were running have results that say so.", agent: notRead, program: "Stop. The session can be continued with a new input."},
	agent.CodeWallClock:             {means: "The run used up its time.", agent: notRead, program: "Raise the limit if runs need more time, or continue the session with a new input."},
	agent.CodeToolBudget:            {means: "The run used up its tool calls.", agent: finalTurn, program: "Raise the limit if runs need more calls, or let the person go on."},
	agent.CodeToolLoop:              {means: "The model made the same failing call again and again, and the loop stopped the run.", agent: finalTurn, program: "Look at why the call fails, and at what its tool says about it."},
	agent.CodeInterrupted:           {means: "The stream of an answer broke off, and the run ended; the text up to there is kept.", agent: "It reads the text in the next run, without the code.", program: "Show the text as incomplete; the error of the run says why it ended."},
}

// statusWords has the meanings of statuses beyond their kinds.
var statusWords = map[int]words{
	401: {
		means:   "The service does not accept the credential, or there was none. Nothing was done.",
		program: "Renew the credential and retry once. If that does not help, a person must sign in again.",
	},
	403: {
		means:   "The service knows who calls and does not let them. With a used-up quota (a …-remaining header of 0) or a readable Retry-After it is UPSTREAM_RUNTIME_RATE_LIMIT instead, and keeps status 403.",
		program: "Do not retry it: a person must grant something.",
	},
	408: {
		means:   "The server gave up waiting for the request. Nothing was done.",
		agent:   "Call again.",
		program: "Retry it with backoff, as RFC 9110 allows.",
	},
	425: {
		means:   "The server does not want to act on early data. Nothing was done.",
		agent:   "Call again.",
		program: "Retry it with backoff, once the connection is up.",
	},
	501: {
		means:   "The server cannot do this at all.",
		agent:   "Do not call again; find another way.",
		program: "Do not retry it: nothing will have changed.",
	},
	503: {
		means: "The service is not available. With a readable Retry-After it refused the request and did nothing, so a retry is safe for any tool; without one a proxy may have forwarded it before.",
	},
	505: {
		means:   "The server does not speak this version of HTTP.",
		agent:   "Do not call again; find another way.",
		program: "Do not retry it: nothing will have changed.",
	},
	511: {
		means:   "Not the service answered, but the network before it: someone must sign in to it.",
		agent:   "Do not call again; tell the person.",
		program: "Do not retry it before someone has signed in to the network.",
	},
}
