package grpcadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_grpc"
	display = "gRPC"
)

// Where the rows come from.
const (
	sourceCodes   = "googleapis, google/rpc/code.proto; grpc, doc/statuscodes.md"
	sourceReasons = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
)

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	serverError = toolerr.KindUpstreamServerError
	unmapped    = toolerr.KindUpstreamUnmapped

	refresh = toolerr.GuidanceRefreshAuthThenRetry
)

// The hints, each for several codes, or for something that only details or the
// client's own text say.
const (
	hintExists    = "It exists already. Use it, or choose another name."
	hintState     = "Something has to be in another state before the call can succeed. Change that first."
	hintChanged   = "The data is not in the state that the call expected. Read it again before writing."
	hintRange     = "The call asks for something past the end of what there is."
	hintEnable    = "The API is not enabled in the Google Cloud project. Someone has to enable it."
	hintBilling   = "Billing is not enabled for the Google Cloud project. Someone has to enable it."
	hintScopes    = "The account has not granted what the call needs. Ask the user to connect it again and to grant access."
	hintToday     = "A daily quota is used up. It starts anew tomorrow."
	hintQuota     = "A limit of the account or the project is reached. Someone has to raise it, or remove what counts against it."
	hintTerms     = "Terms of service have to be accepted first. Ask the user to do so."
	hintReconnect = "The account's access has ended. Ask the user to connect the account again."
	hintSmaller   = "The message is larger than the client or the service takes. Ask for less at once, or send less."
)

// What CanRetry points at.
var yes, no = true, false

// The codes that the code of this package speaks of.
const (
	codeOK                uint32 = 0
	codeCanceled          uint32 = 1
	codeUnknown           uint32 = 2
	codeDeadlineExceeded  uint32 = 4
	codePermissionDenied  uint32 = 7
	codeResourceExhausted uint32 = 8
	codeInternal          uint32 = 13
	codeUnavailable       uint32 = 14
	codeUnauthenticated   uint32 = 16
)

// names are the canonical names of the codes by their numbers, which are the same
// in every language.
var names = [...]string{
	1: "CANCELLED", 2: "UNKNOWN", 3: "INVALID_ARGUMENT", 4: "DEADLINE_EXCEEDED", 5: "NOT_FOUND", 6: "ALREADY_EXISTS",
	7: "PERMISSION_DENIED", 8: "RESOURCE_EXHAUSTED", 9: "FAILED_PRECONDITION", 10: "ABORTED", 11: "OUT_OF_RANGE",
	12: "UNIMPLEMENTED", 13: "INTERNAL", 14: "UNAVAILABLE", 15: "DATA_LOSS", 16: "UNAUTHENTICATED",
}

// Code returns the code that the table has for a number of gRPC's, "" if it has
// none: 14 is UNAVAILABLE.
func Code(number int) string {
	if number < 0 || number >= len(names) {
		return ""
	}
	return names[number]
}

// table is what a service means by its status codes, and Google by the reasons
// of ErrorInfo, which say more than the code they come with.
var table = adapter.NewTable(
	slug, display,

	// Somebody cancelled the operation who is not the caller. How far it came,
	// nobody knows.
	adapter.Row{VendorCode: "CANCELLED", Kind: badRequest, Effect: toolerr.EffectUnknown, Source: sourceCodes},
	// What a server answers for an error without a status: it can be anything.
	adapter.Row{VendorCode: "UNKNOWN", Kind: unmapped, Source: sourceCodes},
	adapter.Row{VendorCode: "INVALID_ARGUMENT", Kind: badRequest, Source: sourceCodes},
	adapter.Row{VendorCode: "OUT_OF_RANGE", Kind: badRequest, Hint: toolerr.Msg(hintRange), Source: sourceCodes},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Kind: badRequest, Hint: toolerr.Msg(hintState), Source: sourceCodes},
	adapter.Row{VendorCode: "ALREADY_EXISTS", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceCodes},
	adapter.Row{VendorCode: "NOT_FOUND", Kind: notFound, Source: sourceCodes},
	// To be repeated at a higher level, says the source: not the one write that
	// lost, but everything from the reading on. The call of a tool is that level,
	// so a repeat may succeed; the hint is for a tool that takes a version from
	// the model, where only the model can start anew.
	adapter.Row{VendorCode: "ABORTED", Kind: badRequest, CanRetry: &yes, Hint: toolerr.Msg(hintChanged), Source: sourceCodes},
	adapter.Row{VendorCode: "RESOURCE_EXHAUSTED", Kind: rateLimit, Source: sourceCodes},
	adapter.Row{VendorCode: "PERMISSION_DENIED", Kind: authError, Source: sourceCodes},
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: authError, Guidance: refresh, Source: sourceCodes},
	// An answer came, so it is no timeout of the transport: the service, or one
	// behind it, took too long, and may have done what it was asked for. The
	// client's own deadline is told apart by its text.
	adapter.Row{VendorCode: "DEADLINE_EXCEEDED", Kind: serverError, Source: sourceCodes},
	adapter.Row{VendorCode: "INTERNAL", Kind: serverError, Source: sourceCodes},
	adapter.Row{VendorCode: "UNAVAILABLE", Kind: serverError, Source: sourceCodes},
	// No repeat changes what a service can do; it has done nothing.
	adapter.Row{VendorCode: "UNIMPLEMENTED", Kind: serverError, CanRetry: &no, Effect: toolerr.EffectNone, Source: sourceCodes},
	adapter.Row{VendorCode: "DATA_LOSS", Kind: serverError, CanRetry: &no, Source: sourceCodes},

	// Reasons: quotas.
	adapter.Row{VendorCode: "RATE_LIMIT_EXCEEDED", Kind: rateLimit, Source: sourceReasons},
	adapter.Row{VendorCode: "RESOURCE_QUOTA_EXCEEDED", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReasons},
	adapter.Row{VendorCode: "EMULATOR_QUOTA_EXCEEDED", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReasons},

	// Reasons: somebody has to set something up.
	adapter.Row{VendorCode: "SERVICE_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReasons},
	adapter.Row{VendorCode: "MCP_SERVER_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReasons},
	adapter.Row{VendorCode: "BILLING_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceReasons},
	adapter.Row{VendorCode: "CONSUMER_SUSPENDED", Kind: authError, UserAction: true, Source: sourceReasons},
	adapter.Row{VendorCode: "GCP_SUSPENDED", Kind: authError, UserAction: true, Source: sourceReasons},
	adapter.Row{VendorCode: "CONSUMER_INVALID", Kind: authError, Source: sourceReasons},

	// Reasons: credentials.
	adapter.Row{VendorCode: "ACCESS_TOKEN_EXPIRED", Kind: authError, Guidance: refresh, Source: sourceReasons},
	adapter.Row{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceReasons},
	adapter.Row{VendorCode: "ACCESS_TOKEN_TYPE_UNSUPPORTED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "ACCOUNT_STATE_INVALID", Kind: authError, UserAction: true, Source: sourceReasons},
	adapter.Row{VendorCode: "ACCOUNT_TYPE_UNSUPPORTED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "SESSION_COOKIE_INVALID", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceReasons},
	adapter.Row{VendorCode: "CREDENTIALS_MISSING", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "CREDENTIAL_TYPE_UNSUPPORTED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "CREDENTIAL_ANDROID_APP_INVALID", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "OVERLOADED_CREDENTIALS", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "JWT_TOKEN_INVALID", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "API_KEY_INVALID", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "API_KEY_SERVICE_BLOCKED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "API_KEY_HTTP_REFERRER_BLOCKED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "API_KEY_IP_ADDRESS_BLOCKED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "API_KEY_ANDROID_APP_BLOCKED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "API_KEY_IOS_APP_BLOCKED", Kind: authError, Source: sourceReasons},

	// Reasons: rights and policies.
	adapter.Row{VendorCode: "IAM_PERMISSION_DENIED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "USER_PROJECT_DENIED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "USER_BLOCKED_BY_ADMIN", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "SERVICE_NOT_VISIBLE", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "SECURITY_POLICY_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "ORG_RESTRICTION_VIOLATION", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "ORG_RESTRICTION_HEADER_INVALID", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "TLS_ORG_POLICY_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "TLS_CIPHER_RESTRICTION_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "ENDPOINT_USAGE_RESTRICTION_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "RESOURCE_USAGE_RESTRICTION_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "LOCATION_TAX_POLICY_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "LOCATION_ORG_POLICY_VIOLATED", Kind: authError, Source: sourceReasons},
	adapter.Row{VendorCode: "LOCATION_POLICY_VIOLATED", Kind: authError, Source: sourceReasons},

	// Reasons: the request itself.
	adapter.Row{VendorCode: "RESOURCE_PROJECT_INVALID", Kind: badRequest, Source: sourceReasons},
	adapter.Row{VendorCode: "SYSTEM_PARAMETER_UNSUPPORTED", Kind: badRequest, Source: sourceReasons},
	adapter.Row{VendorCode: "MISSING_ORIGIN", Kind: badRequest, Source: sourceReasons},
)
