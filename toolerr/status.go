package toolerr

// statusRow is what an HTTP status says on its own.
type statusRow struct {
	kind     Kind
	canRetry bool
	phrase   literal // ours, never the server's reason phrase
	source   string  // where the kind, or the exception from its range, comes from
}

// statuses holds the phrase of every status with a name, and the rule where it
// differs from that of its range.
var statuses = map[int]statusRow{
	300: {kind: KindUpstreamUnmapped, phrase: "Multiple Choices"},
	301: {kind: KindUpstreamUnmapped, phrase: "Moved Permanently"},
	302: {kind: KindUpstreamUnmapped, phrase: "Found"},
	303: {kind: KindUpstreamUnmapped, phrase: "See Other"},
	304: {kind: KindUpstreamUnmapped, phrase: "Not Modified"},
	307: {kind: KindUpstreamUnmapped, phrase: "Temporary Redirect"},
	308: {kind: KindUpstreamUnmapped, phrase: "Permanent Redirect"},

	400: {kind: KindUpstreamBadRequest, phrase: "Bad Request"},
	401: {kind: KindUpstreamAuthError, phrase: "Unauthorized", source: "RFC 9110 section 15.5.2"},
	402: {kind: KindUpstreamBadRequest, phrase: "Payment Required"},
	403: {kind: KindUpstreamAuthError, phrase: "Forbidden", source: "RFC 9110 section 15.5.4"},
	404: {kind: KindUpstreamNotFound, phrase: "Not Found", source: "RFC 9110 section 15.5.5"},
	405: {kind: KindUpstreamBadRequest, phrase: "Method Not Allowed"},
	406: {kind: KindUpstreamBadRequest, phrase: "Not Acceptable"},
	407: {kind: KindUpstreamBadRequest, phrase: "Proxy Authentication Required"},
	408: {kind: KindUpstreamBadRequest, canRetry: true, phrase: "Request Timeout", source: "RFC 9110 section 15.5.9: the client may repeat the request"},
	409: {kind: KindUpstreamBadRequest, phrase: "Conflict"},
	410: {kind: KindUpstreamNotFound, phrase: "Gone", source: "RFC 9110 section 15.5.11"},
	411: {kind: KindUpstreamBadRequest, phrase: "Length Required"},
	412: {kind: KindUpstreamBadRequest, phrase: "Precondition Failed"},
	413: {kind: KindUpstreamBadRequest, phrase: "Content Too Large"},
	414: {kind: KindUpstreamBadRequest, phrase: "URI Too Long"},
	415: {kind: KindUpstreamBadRequest, phrase: "Unsupported Media Type"},
	416: {kind: KindUpstreamBadRequest, phrase: "Range Not Satisfiable"},
	417: {kind: KindUpstreamBadRequest, phrase: "Expectation Failed"},
	418: {kind: KindUpstreamBadRequest, phrase: "I'm a teapot"},
	421: {kind: KindUpstreamBadRequest, phrase: "Misdirected Request"},
	422: {kind: KindUpstreamValidationError, phrase: "Unprocessable Content", source: "RFC 9110 section 15.5.21"},
	423: {kind: KindUpstreamBadRequest, phrase: "Locked"},
	424: {kind: KindUpstreamBadRequest, phrase: "Failed Dependency"},
	425: {kind: KindUpstreamBadRequest, canRetry: true, phrase: "Too Early", source: "RFC 8470 section 5.2: the client may repeat the request"},
	426: {kind: KindUpstreamBadRequest, phrase: "Upgrade Required"},
	428: {kind: KindUpstreamBadRequest, phrase: "Precondition Required"},
	429: {kind: KindUpstreamRateLimit, canRetry: true, phrase: "Too Many Requests", source: "RFC 6585 section 4"},
	431: {kind: KindUpstreamBadRequest, phrase: "Request Header Fields Too Large"},
	451: {kind: KindUpstreamBadRequest, phrase: "Unavailable For Legal Reasons"},
	499: {kind: KindUpstreamBadRequest, phrase: "Client Closed Request"},

	500: {kind: KindUpstreamServerError, canRetry: true, phrase: "Internal Server Error"},
	501: {kind: KindUpstreamServerError, phrase: "Not Implemented", source: "RFC 9110 section 15.6.2: a repeat cannot succeed"},
	502: {kind: KindUpstreamServerError, canRetry: true, phrase: "Bad Gateway"},
	503: {kind: KindUpstreamServerError, canRetry: true, phrase: "Service Unavailable"},
	504: {kind: KindUpstreamServerError, canRetry: true, phrase: "Gateway Timeout"},
	505: {kind: KindUpstreamServerError, phrase: "HTTP Version Not Supported", source: "RFC 9110 section 15.6.6: a repeat cannot succeed"},
	506: {kind: KindUpstreamServerError, canRetry: true, phrase: "Variant Also Negotiates"},
	507: {kind: KindUpstreamServerError, canRetry: true, phrase: "Insufficient Storage"},
	508: {kind: KindUpstreamServerError, canRetry: true, phrase: "Loop Detected"},
	510: {kind: KindUpstreamServerError, canRetry: true, phrase: "Not Extended"},
	511: {kind: KindUpstreamServerError, phrase: "Network Authentication Required", source: "RFC 6585 section 6: someone must sign in to the network first"},
	520: {kind: KindUpstreamServerError, canRetry: true, phrase: "Unknown Error"},
	521: {kind: KindUpstreamServerError, canRetry: true, phrase: "Server Is Down"},
	522: {kind: KindUpstreamServerError, canRetry: true, phrase: "Connection Timed Out"},
	523: {kind: KindUpstreamServerError, canRetry: true, phrase: "Origin Is Unreachable"},
	524: {kind: KindUpstreamServerError, canRetry: true, phrase: "A Timeout Occurred"},
	529: {kind: KindUpstreamServerError, canRetry: true, phrase: "Overloaded"},
}

// status returns the row of an HTTP status: its own, or that of its range.
func status(code int) statusRow {
	if row, ok := statuses[code]; ok {
		return row
	}
	switch {
	case code > 999: // no status
		return statusRow{kind: KindUpstreamUnmapped}
	case code >= 500:
		return statusRow{kind: KindUpstreamServerError, canRetry: true}
	case code >= 400:
		return statusRow{kind: KindUpstreamBadRequest}
	default:
		return statusRow{kind: KindUpstreamUnmapped}
	}
}

// seenStatus is the status that a number stands for: 0 for one that HTTP does
// not have.
func seenStatus(code int) int {
	if code < 100 || code > 999 {
		return 0
	}
	return code
}

// A StatusRule is what [Upstream] makes of one HTTP status.
type StatusRule struct {
	Status   int
	Kind     Kind
	CanRetry bool
	Phrase   string // errand's own words for the status; "" if it has none
	Source   string // where an exception from the range comes from; "" for the range's rule
}

// StatusRuleOf returns what [Upstream] makes of an HTTP status.
func StatusRuleOf(code int) StatusRule {
	row := status(code)
	return StatusRule{Status: code, Kind: row.kind, CanRetry: row.canRetry, Phrase: string(row.phrase), Source: row.source}
}

// StatusRules returns the rule of every status that has a phrase, in numerical
// order.
func StatusRules() []StatusRule {
	var rules []StatusRule
	for code := 300; code < 600; code++ {
		if _, ok := statuses[code]; ok {
			rules = append(rules, StatusRuleOf(code))
		}
	}
	return rules
}
