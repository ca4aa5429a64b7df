package toolerr

import (
	"maps"
	"slices"
)

// A Fact is what happened, independent of the service that says so. A vendor's codes are
// mapped to facts, so that the same fact has the same kind and the same advice at each
// vendor.
type Fact string

// The facts.
const (
	FactExpiredKey    Fact = "expired_key"    // credentials are missing or not valid now, and a program may renew them
	FactWrongKey      Fact = "wrong_key"      // credentials are wrong, and only a person can replace them
	FactSignIn        Fact = "sign_in"        // the user has to sign in, for the first time or again
	FactMissingScope  Fact = "missing_scope"  // credentials lack a scope or a permission, which a person can grant
	FactNotPermitted  Fact = "not_permitted"  // the account may not do this, unless a person changes what it may do
	FactNotEnabled    Fact = "not_enabled"    // the account has not enabled or set up a service, a feature or a region
	FactAccountEmpty  Fact = "account_empty"  // the account has no credit, or a bill is not paid
	FactAccountClosed Fact = "account_closed" // the account is suspended, closed or not verified
	FactPlanLimit     Fact = "plan_limit"     // the account's plan, or its limit on spending or usage, excludes this

	FactRateLimit  Fact = "rate_limit"  // too many requests in a short time
	FactDailyLimit Fact = "daily_limit" // a limit that starts anew the next day or later
	FactQuota      Fact = "quota"       // a limit on how many objects, or how much storage, an account may have
	FactTooLarge   Fact = "too_large"   // one request sends or asks for more than the service's limit

	FactNotFound   Fact = "not_found"   // a thing does not exist, or the account cannot see it
	FactExists     Fact = "exists"      // a thing with the same name or key exists already
	FactOutdated   Fact = "outdated"    // a cursor, a token of a list or a version is too old to be used
	FactWrongState Fact = "wrong_state" // the state of a thing does not allow the call
	FactStale      Fact = "stale"       // a version or condition that the call names does not hold
	FactAborted    Fact = "aborted"     // the service gave up the call because of another change, and says no more
	FactConflict   Fact = "conflict"    // another change came first, and the whole call can be made again
	FactLocked     Fact = "locked"      // a thing is locked, or a change to it is in progress

	FactInvalid        Fact = "invalid"         // a value of the request is not valid
	FactNotSent        Fact = "not_sent"        // the tool's client refused a value of the call before it sent anything
	FactRefused        Fact = "refused"         // the request is refused, and the service does not say why
	FactUnsupported    Fact = "unsupported"     // the request asks for something that the service cannot do
	FactUnimplemented  Fact = "unimplemented"   // the service does not have the operation
	FactToolMistake    Fact = "tool_mistake"    // method, version, headers or form of the request are wrong, whatever the arguments
	FactPersonNeeded   Fact = "person_needed"   // a person has to do something before the call can succeed
	FactFailed         Fact = "failed"          // the service failed or is unavailable; what it did is not known
	FactBroken         Fact = "broken"          // the service failed, and fails again in the same way
	FactOverloaded     Fact = "overloaded"      // the service lacks capacity, and did nothing
	FactPoolFull       Fact = "pool_full"       // all connections of the service are in use
	FactMaintenance    Fact = "maintenance"     // the service starts, stops, moves or is being maintained, and did nothing
	FactNoSpace        Fact = "no_space"        // the service has no storage or memory left for this
	FactDamaged        Fact = "damaged"         // files or data of the service are damaged
	FactTimeout        Fact = "timeout"         // the service, or one behind it, did not finish in time
	FactTooSlow        Fact = "too_slow"        // the service stopped a query that ran longer than it allows
	FactStopped        Fact = "stopped"         // a person or a program stopped the operation
	FactCanceled       Fact = "canceled"        // the operation was canceled, and not by the caller
	FactUnclear        Fact = "unclear"         // the service answered, and the answer does not say what happened
	FactUnreachable    Fact = "unreachable"     // no connection could be made
	FactConnectionLost Fact = "connection_lost" // the connection was lost during the call
	FactNoAnswer       Fact = "no_answer"       // no answer came in time
	FactUnreadable     Fact = "unreadable"      // the answer arrived damaged
	FactClientBusy     Fact = "client_busy"     // the tool's own client has no free connection or buffer
	FactMisuse         Fact = "misuse"          // the tool uses its client wrongly, or is set up wrongly; nothing was sent
	FactToolFault      Fact = "tool_fault"      // the tool failed in its own work
	FactMachine        Fact = "machine"         // the machine that runs the tool lacks something
	FactMachineBusy    Fact = "machine_busy"    // a file or the system is in use
	FactToolInput      Fact = "tool_input"      // a value of the call cannot be used on the tool's machine
	FactToolTimeout    Fact = "tool_timeout"    // a file, a device or a program of the tool's machine was too slow
	FactProgramFailed  Fact = "program_failed"  // a program that the tool ran failed
)

// A Meaning is what an error with a fact says. Zero values have the meaning that they have
// for the options of [New].
type Meaning struct {
	Kind       Kind
	Code       Code
	CanRetry   bool
	Guidance   Guidance
	UserAction bool
	Effect     Effect
	Message    Message // the zero Message is the text of kind and status
	Hint       Message
}

// facts has one row per fact.
var facts = map[Fact]Meaning{
	FactExpiredKey:    {Kind: KindUpstreamAuthError, Guidance: GuidanceRefreshAuthThenRetry, Hint: Message{text: "The credentials are missing or no longer valid. A person has to renew them."}},
	FactWrongKey:      {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The service does not accept the tool's credentials. Someone has to set valid ones."}},
	FactSignIn:        {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The sign-in is missing or has ended. Ask the user to sign in again."}},
	FactMissingScope:  {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The account has not granted what the call needs. Ask the user to connect it again and to grant access."}},
	FactNotPermitted:  {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The tool's account may not do this. Use something that it has access to, or ask someone to grant the permission."}},
	FactNotEnabled:    {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The account has not enabled this. Someone has to enable it."}},
	FactAccountEmpty:  {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The account has no credit left, or a bill is not paid. Someone has to settle that; waiting does not help."}},
	FactAccountClosed: {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The account is suspended, closed or not verified. Someone has to look into it."}},
	FactPlanLimit:     {Kind: KindUpstreamAuthError, Guidance: GuidanceNone, UserAction: true, Hint: Message{text: "The account's plan does not allow this, or a limit on spending or usage is reached. Someone has to change that; waiting does not help."}},

	FactRateLimit:  {Kind: KindUpstreamRateLimit, CanRetry: true},
	FactDailyLimit: {Kind: KindUpstreamRateLimit, Hint: Message{text: "A limit for the day is used up. It starts anew tomorrow; do not retry today."}},
	FactQuota:      {Kind: KindUpstreamBadRequest, Code: CodeExternalServiceError, UserAction: true, Hint: Message{text: "A limit of the account is reached. Someone has to raise it, or remove what counts against it."}},
	FactTooLarge:   {Kind: KindUpstreamValidationError, Hint: Message{text: "The request asks for too much or sends too much at once. Ask for less, or send less."}},

	FactNotFound:   {Kind: KindUpstreamNotFound, Hint: Message{text: hintLookUp}},
	FactExists:     {Kind: KindUpstreamBadRequest, Hint: Message{text: "Something with this name or key exists already. Use it, or choose another name."}},
	FactOutdated:   {Kind: KindUpstreamBadRequest, Hint: Message{text: "The cursor, token or version is too old. Start again from the beginning, without it."}},
	FactWrongState: {Kind: KindUpstreamBadRequest, Code: CodeConflict, Hint: Message{text: "The current state does not allow this. Read the state first, then change the state or the call."}},
	FactStale:      {Kind: KindUpstreamBadRequest, Code: CodeConflict, Hint: Message{text: "The data is not in the state that the call expected. Read it again before writing."}},
	FactAborted:    {Kind: KindUpstreamBadRequest, Code: CodeConflict, CanRetry: true, Hint: Message{text: "Another change to the same data came first or is under way. Read the data again, then make the call again."}},
	FactConflict:   {Kind: KindToolRetry, Code: CodeExternalServiceError, CanRetry: true, Guidance: GuidanceRetryWithBackoff, Effect: EffectNone, Message: Message{text: "The data was changed by another call in the meantime."}, Hint: Message{text: "Read the data again, then apply the change to what is there now."}},
	FactLocked:     {Kind: KindToolRetry, Code: CodeExternalServiceError, CanRetry: true, Guidance: GuidanceRetryWithBackoff, Effect: EffectNone, Message: Message{text: "Something else is using the data at the moment."}, Hint: Message{text: hintWait}},

	FactInvalid:       {Kind: KindUpstreamValidationError},
	FactNotSent:       {Kind: KindToolBadInputValue, Effect: EffectNone},
	FactRefused:       {Kind: KindUpstreamBadRequest},
	FactUnsupported:   {Kind: KindUpstreamBadRequest, Hint: Message{text: "The service does not support this. Do it in another way."}},
	FactUnimplemented: {Kind: KindUpstreamServerError, Effect: EffectNone, Hint: Message{text: "The service does not have this operation. A retry does not help."}},
	FactToolMistake:   {Kind: KindUpstreamBadRequest, Code: CodeInternalError, UserAction: true, Hint: Message{text: "The tool made a request that the service does not understand. Someone has to correct the tool; other arguments do not help."}},
	FactPersonNeeded:  {Kind: KindToolContextRequired, UserAction: true, Effect: EffectNone},

	FactFailed:      {Kind: KindUpstreamServerError, CanRetry: true},
	FactBroken:      {Kind: KindUpstreamServerError, Effect: EffectUnknown, Hint: Message{text: "The service fails in the same way again. Someone has to look into it."}},
	FactOverloaded:  {Kind: KindUpstreamServerError, CanRetry: true, Effect: EffectNone, Hint: Message{text: "The service has no capacity for this at the moment. " + hintWait}},
	FactPoolFull:    {Kind: KindUpstreamServerError, CanRetry: true, Effect: EffectNone, Hint: Message{text: "All connections of the service are in use. " + hintWait}},
	FactMaintenance: {Kind: KindUpstreamServerError, CanRetry: true, Effect: EffectNone, Hint: Message{text: "The service is starting, changing servers or being maintained. " + hintWait}},
	FactNoSpace:     {Kind: KindUpstreamServerError, UserAction: true, Effect: EffectNone, Hint: Message{text: "The service has no space left for this. Someone has to make room."}},
	FactDamaged:     {Kind: KindToolFatal, Effect: EffectUnknown, Message: Message{text: "The data of the service is damaged."}, Hint: Message{text: "Someone has to look after the service."}},
	FactTimeout:     {Kind: KindUpstreamServerError, Code: CodeTimeout, CanRetry: true, Effect: EffectUnknown, Hint: Message{text: "The service did not finish in time. If the call asks for much, ask for less."}},
	FactTooSlow:     {Kind: KindUpstreamServerError, Code: CodeTimeout, Effect: EffectUnknown, Hint: Message{text: "The service stopped the query because it ran too long. Narrow the query, or limit what it returns."}},
	FactStopped:     {Kind: KindUpstreamServerError, Effect: EffectUnknown, Hint: Message{text: "The operation was stopped before it ended. Read what is there before making the call again."}},
	FactCanceled:    {Kind: KindUpstreamBadRequest, Code: CodeExternalServiceError, Effect: EffectUnknown, Hint: Message{text: "The operation was canceled. A part of it may be done: read what is there before making the call again."}},
	FactUnclear:     {Kind: KindUpstreamUnmapped, Effect: EffectUnknown},

	FactUnreachable:    {Kind: KindNetworkTransportUnreachable, CanRetry: true, Effect: EffectNone},
	FactConnectionLost: {Kind: KindNetworkTransportUnreachable, CanRetry: true, Effect: EffectUnknown, Message: Message{text: "The connection to the service was lost."}},
	FactNoAnswer:       {Kind: KindNetworkTransportTimeout, CanRetry: true, Effect: EffectUnknown},
	FactUnreadable:     {Kind: KindNetworkTransportUnmapped, CanRetry: true, Effect: EffectUnknown},
	FactClientBusy:     {Kind: KindNetworkTransportUnmapped, CanRetry: true, Effect: EffectNone, Message: Message{text: "The tool has no free connection to the service."}, Hint: Message{text: hintWait}},

	FactMisuse:        {Kind: KindToolFatal, Effect: EffectNone, Message: Message{text: "The tool uses its client wrongly, or is set up wrongly."}, Hint: Message{text: "Someone has to correct the tool or its settings."}},
	FactToolFault:     {Kind: KindToolFatal},
	FactMachine:       {Kind: KindToolFatal, Hint: Message{text: "Someone has to look after the machine that runs the tool."}},
	FactMachineBusy:   {Kind: KindToolRetry, CanRetry: true, Guidance: GuidanceRetryWithBackoff, Message: Message{text: "A file, a device or the system is in use."}, Hint: Message{text: hintWait}},
	FactToolInput:     {Kind: KindToolBadInputValue},
	FactToolTimeout:   {Kind: KindToolTimeout, CanRetry: true},
	FactProgramFailed: {Kind: KindToolFatal, Code: CodeExternalServiceError, Effect: EffectUnknown, Message: Message{text: "A program that the tool ran failed."}, Hint: Message{text: "If the tool returns the program's output and it names a cause, change the call."}},
}

// Facts returns the facts in alphabetical order.
func Facts() []Fact { return slices.Sorted(maps.Keys(facts)) }

// Meaning returns the meaning of f, and false if f is not one of the constants.
func (f Fact) Meaning() (Meaning, bool) {
	m, ok := facts[f]
	return m, ok
}

// Hint returns the hint of f.
func (f Fact) Hint() Message { return facts[f].Hint }
