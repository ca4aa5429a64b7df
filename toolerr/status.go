package toolerr

import "cmp"

// A StatusRule is the meaning of one HTTP status for [Upstream].
type StatusRule struct {
	Status   int
	Kind     Kind
	CanRetry bool
	// WaitRetries means that a retry may help if the answer names a wait, also without CanRetry.
	WaitRetries bool
	// Fact is what else the status states: error_code, hint and requires_user_action of an
	// error that only the status describes are those of the fact, and its kind is Kind. Hint
	// replaces the fact's.
	Fact   Fact
	Hint   Message
	Phrase string // errand's own words for the status, never the server's reason phrase; "" if it has none
	Source string // where the kind, or an exception from the range, comes from; "" for the range's rule
}

// statuses has the phrase of every named status, and its rule if that differs from the rule
// of its range.
var statuses = map[int]StatusRule{
	300: {Kind: KindUpstreamUnmapped, Phrase: "Multiple Choices"},
	301: {Kind: KindUpstreamUnmapped, Phrase: "Moved Permanently"},
	302: {Kind: KindUpstreamUnmapped, Phrase: "Found"},
	303: {Kind: KindUpstreamUnmapped, Phrase: "See Other"},
	304: {Kind: KindUpstreamUnmapped, Phrase: "Not Modified"},
	307: {Kind: KindUpstreamUnmapped, Phrase: "Temporary Redirect"},
	308: {Kind: KindUpstreamUnmapped, Phrase: "Permanent Redirect"},

	400: {Kind: KindUpstreamBadRequest, Phrase: "Bad Request"},
	401: {Kind: KindUpstreamAuthError, Phrase: "Unauthorized", Source: "RFC 9110 section 15.5.2", Fact: FactExpiredKey},
	402: {Kind: KindUpstreamBadRequest, Phrase: "Payment Required", Fact: FactAccountEmpty},
	403: {Kind: KindUpstreamAuthError, Phrase: "Forbidden", Source: "RFC 9110 section 15.5.4", Fact: FactNotPermitted},
	404: {Kind: KindUpstreamNotFound, Phrase: "Not Found", Source: "RFC 9110 section 15.5.5", Fact: FactNotFound},
	405: {Kind: KindUpstreamBadRequest, Phrase: "Method Not Allowed", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	406: {Kind: KindUpstreamBadRequest, Phrase: "Not Acceptable", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	407: {Kind: KindUpstreamBadRequest, Phrase: "Proxy Authentication Required", Fact: FactWrongKey, Hint: Message{text: "A proxy does not accept the tool's credentials, or there are none. Someone has to set them."}},
	408: {Kind: KindUpstreamBadRequest, CanRetry: true, Phrase: "Request Timeout", Source: "RFC 9110 section 15.5.9: the client may repeat the request", Fact: FactUnclear},
	409: {Kind: KindUpstreamBadRequest, Phrase: "Conflict", Source: "Azure Resource Manager, throttling and polling; openai-go v3.96.0, internal/requestconfig", Fact: FactWrongState, WaitRetries: true},
	410: {Kind: KindUpstreamNotFound, Phrase: "Gone", Source: "RFC 9110 section 15.5.11", Fact: FactNotFound},
	411: {Kind: KindUpstreamBadRequest, Phrase: "Length Required", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	412: {Kind: KindUpstreamBadRequest, Phrase: "Precondition Failed", Fact: FactStale},
	413: {Kind: KindUpstreamBadRequest, Phrase: "Content Too Large", Source: "RFC 9110 section 15.5.14: with a wait, the condition is temporary", Fact: FactTooLarge, WaitRetries: true},
	414: {Kind: KindUpstreamBadRequest, Phrase: "URI Too Long", Fact: FactTooLarge},
	415: {Kind: KindUpstreamBadRequest, Phrase: "Unsupported Media Type", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	416: {Kind: KindUpstreamBadRequest, Phrase: "Range Not Satisfiable"},
	417: {Kind: KindUpstreamBadRequest, Phrase: "Expectation Failed", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	418: {Kind: KindUpstreamBadRequest, Phrase: "I'm a teapot", Fact: FactUnclear},
	420: {Kind: KindUpstreamBadRequest, Source: "seen at services that limit rates, before 429", Fact: FactUnclear, WaitRetries: true},
	421: {Kind: KindUpstreamBadRequest, Phrase: "Misdirected Request", Fact: FactUnclear},
	422: {Kind: KindUpstreamValidationError, Phrase: "Unprocessable Content", Source: "RFC 9110 section 15.5.21"},
	423: {Kind: KindUpstreamBadRequest, Phrase: "Locked", Source: "HubSpot API, Error handling; Microsoft Graph, error responses", Fact: FactWrongState, WaitRetries: true},
	424: {Kind: KindUpstreamBadRequest, Phrase: "Failed Dependency", Fact: FactUnclear},
	425: {Kind: KindUpstreamBadRequest, CanRetry: true, Phrase: "Too Early", Source: "RFC 8470 section 5.2: the client may repeat the request", Fact: FactUnclear},
	426: {Kind: KindUpstreamBadRequest, Phrase: "Upgrade Required", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	428: {Kind: KindUpstreamBadRequest, Phrase: "Precondition Required", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	429: {Kind: KindUpstreamRateLimit, CanRetry: true, Phrase: "Too Many Requests", Source: "RFC 6585 section 4"},
	430: {Kind: KindUpstreamBadRequest, Source: "Shopify API, Response status and error codes", Fact: FactUnclear, WaitRetries: true},
	431: {Kind: KindUpstreamBadRequest, Phrase: "Request Header Fields Too Large", Fact: FactToolMistake, Hint: Message{text: hintRequest}},
	432: {Kind: KindUpstreamBadRequest, Phrase: "Plan Limit Reached", Source: "Tavily, HTTP errors; no other service is known to use it", Fact: FactPlanLimit},
	433: {Kind: KindUpstreamBadRequest, Phrase: "Pay-As-You-Go Limit Reached", Source: "Tavily, HTTP errors; no other service is known to use it", Fact: FactPlanLimit},
	449: {Kind: KindUpstreamBadRequest, Phrase: "Retry With", Source: "Azure Cosmos DB, HTTP status codes: Retry With", Fact: FactUnclear, WaitRetries: true},
	451: {Kind: KindUpstreamBadRequest, Phrase: "Unavailable For Legal Reasons", Fact: FactUnclear, Hint: Message{text: "The service may not provide this for legal reasons. Use something else."}},
	456: {Kind: KindUpstreamBadRequest, Phrase: "Quota Exceeded", Source: "DeepL API, Error handling; no other service is known to use it", Fact: FactPlanLimit},
	499: {Kind: KindUpstreamBadRequest, Phrase: "Client Closed Request", Fact: FactUnclear},

	500: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Internal Server Error"},
	501: {Kind: KindUpstreamServerError, Phrase: "Not Implemented", Source: "RFC 9110 section 15.6.2: a repeat cannot succeed", Fact: FactUnimplemented},
	502: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Bad Gateway"},
	503: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Service Unavailable"},
	504: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Gateway Timeout"},
	505: {Kind: KindUpstreamServerError, Phrase: "HTTP Version Not Supported", Source: "RFC 9110 section 15.6.6: a repeat cannot succeed"},
	506: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Variant Also Negotiates"},
	507: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Insufficient Storage"},
	508: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Loop Detected"},
	510: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Not Extended"},
	511: {Kind: KindUpstreamServerError, Phrase: "Network Authentication Required", Source: "RFC 6585 section 6: someone must sign in to the network first", Fact: FactSignIn, Hint: Message{text: "Someone has to sign in to the network first."}},
	520: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Unknown Error"},
	521: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Server Is Down"},
	522: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Connection Timed Out"},
	523: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Origin Is Unreachable"},
	524: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "A Timeout Occurred"},
	529: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Overloaded"},
	540: {Kind: KindUpstreamServerError, Phrase: "Project Paused", Source: "Supabase, HTTP status codes; no other service is known to use it", Fact: FactAccountClosed, Hint: Message{text: "The project is paused. Someone has to resume it."}},
}

// StatusRuleOf returns the meaning of an HTTP status for [Upstream]: the status's own rule,
// or that of its range. An adapter can use it to decide what a vendor's code adds to the
// status.
//
//go:noinline
func StatusRuleOf(code int) StatusRule {
	rule, ok := statuses[code]
	switch {
	case ok:
	case code > 999: // not a status
		rule.Kind = KindUpstreamUnmapped
	case code >= 500:
		rule.Kind, rule.CanRetry = KindUpstreamServerError, true
	case code >= 400:
		rule.Kind, rule.Fact = KindUpstreamBadRequest, FactUnclear
	default:
		rule.Kind = KindUpstreamUnmapped
	}
	rule.Status = code
	return rule
}

// hintRequest is the hint of a refusal of the request's form. Some tools let the call choose
// the method and the headers.
const hintRequest = "The service does not accept the method, the headers or the form of the request. If the call does not choose them, someone has to correct the tool."

// WithStatusMeaning sets status, retry advice, code, hint and user action as [Upstream] does
// for an error that only its status describes.
func WithStatusMeaning(code int) Option { return Option{n: int64(code), set: setStatusMeaning} }

func setStatusMeaning(b *box, o Option) {
	rule := StatusRuleOf(int(o.n))
	b.e.canRetry, b.e.status = rule.CanRetry, seenStatus(int(o.n))
	if m, ok := rule.Fact.Meaning(); ok {
		b.e.code, b.e.hint, b.e.userAction = cmp.Or(m.Code, m.Kind.Code()), cmp.Or(rule.Hint, m.Hint), m.UserAction && rule.Hint.text != hintRequest
	}
}

// seenStatus returns code, or 0 if HTTP does not have such a status.
func seenStatus(code int) int {
	if code < 100 || code > 999 {
		return 0
	}
	return code
}
