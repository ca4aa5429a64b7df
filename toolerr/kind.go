package toolerr

// A Kind is what went wrong. Its value is the word that is used on the wire and in storage,
// and it never changes once released.
//
// A Kind is an error, so errors.Is(err, toolerr.KindUpstreamNotFound) reports whether err
// was adapted to that kind. A tool may also return a Kind itself: it is adapted with the
// kind's own text.
type Kind string

// The kinds. TOOL_RUNTIME_CANCELED and TOOL_RUNTIME_TIMEOUT are errand's own; the other
// words are shared with other toolkits.
const (
	// KindToolkitLoadFailed: a toolkit could not be loaded.
	KindToolkitLoadFailed Kind = "TOOLKIT_LOAD_FAILED"

	// KindToolDefinitionBadDefinition: a tool is declared wrongly.
	KindToolDefinitionBadDefinition Kind = "TOOL_DEFINITION_BAD_DEFINITION"
	// KindToolDefinitionBadInputSchema: a tool's input schema is unusable.
	KindToolDefinitionBadInputSchema Kind = "TOOL_DEFINITION_BAD_INPUT_SCHEMA"
	// KindToolDefinitionBadOutputSchema: a tool's output schema is unusable.
	KindToolDefinitionBadOutputSchema Kind = "TOOL_DEFINITION_BAD_OUTPUT_SCHEMA"

	// KindToolBadInputValue: the arguments of a call do not fit the tool.
	KindToolBadInputValue Kind = "TOOL_RUNTIME_BAD_INPUT_VALUE"
	// KindToolBadOutputValue: the tool returned something that cannot be encoded.
	KindToolBadOutputValue Kind = "TOOL_RUNTIME_BAD_OUTPUT_VALUE"
	// KindToolRetry: the call may succeed after a change or a wait, which the hint
	// names. With [GuidanceRetryWithBackoff] the same call is retried; otherwise
	// the model changes it.
	KindToolRetry Kind = "TOOL_RUNTIME_RETRY"
	// KindToolContextRequired: a person must supply something first.
	KindToolContextRequired Kind = "TOOL_RUNTIME_CONTEXT_REQUIRED"
	// KindToolFatal: the tool failed, and a retry fails in the same way.
	KindToolFatal Kind = "TOOL_RUNTIME_FATAL"
	// KindToolCanceled: the caller went away while the tool ran.
	KindToolCanceled Kind = "TOOL_RUNTIME_CANCELED"
	// KindToolTimeout: the tool did not return before its deadline.
	KindToolTimeout Kind = "TOOL_RUNTIME_TIMEOUT"

	// KindUpstreamBadRequest: the service refused the request as it was made.
	KindUpstreamBadRequest Kind = "UPSTREAM_RUNTIME_BAD_REQUEST"
	// KindUpstreamValidationError: the service refused the values it was given.
	KindUpstreamValidationError Kind = "UPSTREAM_RUNTIME_VALIDATION_ERROR"
	// KindUpstreamAuthError: the service refused the credentials or the permissions.
	KindUpstreamAuthError Kind = "UPSTREAM_RUNTIME_AUTH_ERROR"
	// KindUpstreamNotFound: the service does not have what was asked for.
	KindUpstreamNotFound Kind = "UPSTREAM_RUNTIME_NOT_FOUND"
	// KindUpstreamRateLimit: the service refused the request because there were too many.
	KindUpstreamRateLimit Kind = "UPSTREAM_RUNTIME_RATE_LIMIT"
	// KindUpstreamServerError: the service itself failed.
	KindUpstreamServerError Kind = "UPSTREAM_RUNTIME_SERVER_ERROR"
	// KindUpstreamUnmapped: the service answered in a way that no rule covers.
	KindUpstreamUnmapped Kind = "UPSTREAM_RUNTIME_UNMAPPED"

	// KindNetworkTransportTimeout: no complete answer came in time.
	KindNetworkTransportTimeout Kind = "NETWORK_TRANSPORT_RUNTIME_TIMEOUT"
	// KindNetworkTransportUnreachable: the service could not be reached, or the
	// connection to it was lost.
	KindNetworkTransportUnreachable Kind = "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE"
	// KindNetworkTransportUnmapped: the exchange broke in some other way.
	KindNetworkTransportUnmapped Kind = "NETWORK_TRANSPORT_RUNTIME_UNMAPPED"

	// KindUnknown: nothing is known about the error.
	KindUnknown Kind = "UNKNOWN"
)

// trait has the properties that follow from a kind alone.
type trait struct {
	kind     Kind
	class    Class
	code     Code
	canRetry bool
	text     literal // the text of the zero Message
	phrase   literal // for upstream kinds: follows a status that does not imply the kind
	hint     literal // the next step if the same call must not be made again; see [ToolRuntimeError.Hint]
}

// traits has one row per kind, in the order of the constants. A test rejects a kind without
// one.
var traits = [...]trait{
	{kind: KindToolkitLoadFailed, class: ClassFatal, code: CodeInternalError, text: "The toolkit could not be loaded.", hint: hintBroken},
	{kind: KindToolDefinitionBadDefinition, class: ClassFatal, code: CodeInternalError, text: "The tool is not defined correctly.", hint: hintBroken},
	{kind: KindToolDefinitionBadInputSchema, class: ClassFatal, code: CodeInternalError, text: "The tool's input schema is not usable.", hint: hintBroken},
	{kind: KindToolDefinitionBadOutputSchema, class: ClassFatal, code: CodeInternalError, text: "The tool's output schema is not usable.", hint: hintBroken},
	{kind: KindToolBadInputValue, class: ClassInvalidInput, code: CodeInvalidInput, text: "The arguments of the call are not valid.", hint: "Correct the arguments, then call again."},
	{kind: KindToolBadOutputValue, class: ClassInvalidOutput, code: CodeInternalError, text: "The tool returned a result that cannot be encoded.", hint: hintBroken},
	{kind: KindToolRetry, class: ClassRetryable, code: CodeInternalError, canRetry: true, text: "The tool did not succeed. Change the call and try again.", hint: hintGoOn},
	{kind: KindToolContextRequired, class: ClassContextRequired, code: CodeInvalidInput, text: "The tool needs something from a person before it can go on.", hint: "Ask the user for what is missing."},
	{kind: KindToolFatal, class: ClassFatal, code: CodeInternalError, text: "The tool failed and cannot complete this call.", hint: hintGoOn},
	{kind: KindToolCanceled, class: ClassCanceled, code: CodeCanceled, text: "The call was canceled before the tool finished.", hint: "Do not make the call again unless the user asks for it."},
	{kind: KindToolTimeout, class: ClassRetryable, code: CodeTimeout, canRetry: true, text: "The tool did not finish in time.", hint: hintGoOn},
	{kind: KindUpstreamBadRequest, class: ClassUpstream, code: CodeInvalidInput, text: "The upstream service refused the request.", phrase: "request refused", hint: "The same call is refused again. Change the call, or do something else."},
	{kind: KindUpstreamValidationError, class: ClassUpstream, code: CodeInvalidInput, text: "The upstream service refused the values of the request.", phrase: "values refused", hint: "Correct the values, then call again."},
	{kind: KindUpstreamAuthError, class: ClassUpstream, code: CodeExternalServiceError, text: "The upstream service refused access.", phrase: "access refused", hint: "A person has to check the tool's credentials and permissions."},
	{kind: KindUpstreamNotFound, class: ClassUpstream, code: CodeNotFound, text: "The upstream service does not have what was asked for.", phrase: "not found", hint: hintLookUp},
	{kind: KindUpstreamRateLimit, class: ClassRateLimit, code: CodeRateLimited, canRetry: true, text: "The upstream service is limiting the rate of requests.", phrase: "rate limit reached", hint: hintGoOn},
	{kind: KindUpstreamServerError, class: ClassUpstream, code: CodeExternalServiceError, canRetry: true, text: "The upstream service failed.", phrase: "service failure", hint: hintGoOn},
	{kind: KindUpstreamUnmapped, class: ClassUpstream, code: CodeExternalServiceError, text: "The upstream service gave an unexpected answer.", phrase: "unexpected answer", hint: hintGoOn},
	{kind: KindNetworkTransportTimeout, class: ClassNetworkTransport, code: CodeTimeout, canRetry: true, text: "The upstream service did not answer in time.", hint: hintGoOn},
	{kind: KindNetworkTransportUnreachable, class: ClassNetworkTransport, code: CodeExternalServiceError, canRetry: true, text: "The upstream service could not be reached.", hint: hintGoOn},
	{kind: KindNetworkTransportUnmapped, class: ClassNetworkTransport, code: CodeExternalServiceError, canRetry: true, text: "The exchange with the upstream service failed.", hint: hintGoOn},
	{kind: KindUnknown, class: ClassFatal, code: CodeInternalError, text: "The tool failed.", hint: hintGoOn},
}

var traitOf = func() map[Kind]*trait {
	all := make(map[Kind]*trait, len(traits))
	for i := range traits {
		all[traits[i].kind] = &traits[i]
	}
	return all
}()

// trait returns the row of k, or that of UNKNOWN.
//
//go:noinline
func (k Kind) trait() *trait {
	if t, ok := traitOf[k]; ok {
		return t
	}
	return traitOf[KindUnknown]
}

// Class returns the class of k, or [ClassFatal] if k is not one of the constants.
func (k Kind) Class() Class { return k.trait().class }

// CanRetry reports whether a retry may succeed, as far as it follows from the kind.
func (k Kind) CanRetry() bool { return k.trait().canRetry }

// Code returns the code of errors of this kind without [WithCode].
func (k Kind) Code() Code { return k.trait().code }

// Known reports whether k is one of the constants of this package.
func (k Kind) Known() bool { return traitOf[k] != nil }

// Message returns the text of errors of this kind without a message of their own.
func (k Kind) Message() Message { return Msg(k.trait().text) }

// Error returns the word that is used on the wire. Package fmt and slog print it.
func (k Kind) Error() string { return string(k) }

// Kinds returns every kind, in the order of the constants.
func Kinds() []Kind {
	all := make([]Kind, len(traits))
	for i := range traits {
		all[i] = traits[i].kind
	}
	return all
}
