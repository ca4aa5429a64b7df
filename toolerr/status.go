package toolerr

// A StatusRule is the meaning of one HTTP status for [Upstream].
type StatusRule struct {
	Status   int
	Kind     Kind
	CanRetry bool
	Phrase   string // errand's own words for the status, never the server's reason phrase; "" if it has none
	Source   string // where the kind, or an exception from the range, comes from; "" for the range's rule
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
	401: {Kind: KindUpstreamAuthError, Phrase: "Unauthorized", Source: "RFC 9110 section 15.5.2"},
	402: {Kind: KindUpstreamBadRequest, Phrase: "Payment Required"},
	403: {Kind: KindUpstreamAuthError, Phrase: "Forbidden", Source: "RFC 9110 section 15.5.4"},
	404: {Kind: KindUpstreamNotFound, Phrase: "Not Found", Source: "RFC 9110 section 15.5.5"},
	405: {Kind: KindUpstreamBadRequest, Phrase: "Method Not Allowed"},
	406: {Kind: KindUpstreamBadRequest, Phrase: "Not Acceptable"},
	407: {Kind: KindUpstreamBadRequest, Phrase: "Proxy Authentication Required"},
	408: {Kind: KindUpstreamBadRequest, CanRetry: true, Phrase: "Request Timeout", Source: "RFC 9110 section 15.5.9: the client may repeat the request"},
	409: {Kind: KindUpstreamBadRequest, Phrase: "Conflict"},
	410: {Kind: KindUpstreamNotFound, Phrase: "Gone", Source: "RFC 9110 section 15.5.11"},
	411: {Kind: KindUpstreamBadRequest, Phrase: "Length Required"},
	412: {Kind: KindUpstreamBadRequest, Phrase: "Precondition Failed"},
	413: {Kind: KindUpstreamBadRequest, Phrase: "Content Too Large"},
	414: {Kind: KindUpstreamBadRequest, Phrase: "URI Too Long"},
	415: {Kind: KindUpstreamBadRequest, Phrase: "Unsupported Media Type"},
	416: {Kind: KindUpstreamBadRequest, Phrase: "Range Not Satisfiable"},
	417: {Kind: KindUpstreamBadRequest, Phrase: "Expectation Failed"},
	418: {Kind: KindUpstreamBadRequest, Phrase: "I'm a teapot"},
	421: {Kind: KindUpstreamBadRequest, Phrase: "Misdirected Request"},
	422: {Kind: KindUpstreamValidationError, Phrase: "Unprocessable Content", Source: "RFC 9110 section 15.5.21"},
	423: {Kind: KindUpstreamBadRequest, Phrase: "Locked"},
	424: {Kind: KindUpstreamBadRequest, Phrase: "Failed Dependency"},
	425: {Kind: KindUpstreamBadRequest, CanRetry: true, Phrase: "Too Early", Source: "RFC 8470 section 5.2: the client may repeat the request"},
	426: {Kind: KindUpstreamBadRequest, Phrase: "Upgrade Required"},
	428: {Kind: KindUpstreamBadRequest, Phrase: "Precondition Required"},
	429: {Kind: KindUpstreamRateLimit, CanRetry: true, Phrase: "Too Many Requests", Source: "RFC 6585 section 4"},
	431: {Kind: KindUpstreamBadRequest, Phrase: "Request Header Fields Too Large"},
	451: {Kind: KindUpstreamBadRequest, Phrase: "Unavailable For Legal Reasons"},
	499: {Kind: KindUpstreamBadRequest, Phrase: "Client Closed Request"},

	500: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Internal Server Error"},
	501: {Kind: KindUpstreamServerError, Phrase: "Not Implemented", Source: "RFC 9110 section 15.6.2: a repeat cannot succeed"},
	502: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Bad Gateway"},
	503: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Service Unavailable"},
	504: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Gateway Timeout"},
	505: {Kind: KindUpstreamServerError, Phrase: "HTTP Version Not Supported", Source: "RFC 9110 section 15.6.6: a repeat cannot succeed"},
	506: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Variant Also Negotiates"},
	507: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Insufficient Storage"},
	508: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Loop Detected"},
	510: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Not Extended"},
	511: {Kind: KindUpstreamServerError, Phrase: "Network Authentication Required", Source: "RFC 6585 section 6: someone must sign in to the network first"},
	520: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Unknown Error"},
	521: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Server Is Down"},
	522: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Connection Timed Out"},
	523: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Origin Is Unreachable"},
	524: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "A Timeout Occurred"},
	529: {Kind: KindUpstreamServerError, CanRetry: true, Phrase: "Overloaded"},
}

// StatusRuleOf returns the meaning of an HTTP status for [Upstream]: the status's own rule,
// or that of its range. An adapter can use it to decide what a vendor's code adds to the
// status.
func StatusRuleOf(code int) StatusRule {
	rule, ok := statuses[code]
	switch {
	case ok:
	case code > 999: // not a status
		rule.Kind = KindUpstreamUnmapped
	case code >= 500:
		rule.Kind, rule.CanRetry = KindUpstreamServerError, true
	case code >= 400:
		rule.Kind = KindUpstreamBadRequest
	default:
		rule.Kind = KindUpstreamUnmapped
	}
	rule.Status = code
	return rule
}

// seenStatus returns code, or 0 if HTTP does not have such a status.
func seenStatus(code int) int {
	if code < 100 || code > 999 {
		return 0
	}
	return code
}
