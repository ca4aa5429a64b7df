package grpcadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_grpc"
	display = "gRPC"

	messageTooLarge = "message_too_large" // errand's own
)

// The sources of the rows.
const (
	sourceCodes   = "googleapis, google/rpc/code.proto; grpc, doc/statuscodes.md"
	sourceReasons = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
)

// Hints for several codes, or for results of details or the client's own text.
const (
	hintReconnect = "The account's access has ended. Ask the user to connect the account again."
)

// The codes that this package uses by number.
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

// names are the canonical names of the codes by their numbers, which are the same in every
// language.
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

// table lists the meanings of a service's status codes, and of Google's ErrorInfo reasons,
// which are more specific than the code beside them.
var table = adapter.NewTable(
	slug, display,

	// The operation was canceled, but not by the caller. It may be partly done.
	adapter.Row{VendorCode: "CANCELLED", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: sourceCodes},
	// The code for an error without a status, which can be any error.
	adapter.Row{VendorCode: "UNKNOWN", Kind: toolerr.KindUpstreamUnmapped, Source: sourceCodes},
	adapter.Row{VendorCode: "INVALID_ARGUMENT", Kind: toolerr.KindUpstreamBadRequest, Source: sourceCodes},
	adapter.Row{VendorCode: "OUT_OF_RANGE", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The call asks for something past the end of what there is."), Source: sourceCodes},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("Something has to be in another state before the call can succeed. Change that first."), Source: sourceCodes},
	adapter.Row{VendorCode: "ALREADY_EXISTS", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("It exists already. Use it, or choose another name."), Source: sourceCodes},
	adapter.Row{VendorCode: "NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Source: sourceCodes},
	// The source asks for a retry at a higher level: not only of the failed write, but of
	// everything from the first read. The call of a tool is that level, so a retry may help.
	// The hint is for a tool that gets a version from the model.
	adapter.Row{VendorCode: "ABORTED", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: toolerr.Msg("The data is not in the state that the call expected. Read it again before writing."), Source: sourceCodes},
	adapter.Row{VendorCode: "RESOURCE_EXHAUSTED", Kind: toolerr.KindUpstreamRateLimit, Source: sourceCodes},
	adapter.Row{VendorCode: "PERMISSION_DENIED", Kind: toolerr.KindUpstreamAuthError, Source: sourceCodes},
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCodes},
	// There was a response, so DEADLINE_EXCEEDED is not a timeout of the transport: the
	// service, or one behind it, took too long, and may have done what was requested. The
	// client's own deadline is recognised by its text.
	adapter.Row{VendorCodes: []string{"DEADLINE_EXCEEDED", "INTERNAL", "UNAVAILABLE"}, Kind: toolerr.KindUpstreamServerError, Source: sourceCodes},
	// A retry does not help, and the call had no effect.
	adapter.Row{VendorCode: "UNIMPLEMENTED", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceCodes},
	adapter.Row{VendorCode: "DATA_LOSS", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Source: sourceCodes},

	// The client refused a response, and the next one would be as large; or the service
	// refused a request, or its own response, because of its own limit, with the same text.
	adapter.Row{
		VendorCode: messageTooLarge, Kind: toolerr.KindUpstreamValidationError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A message is larger than the client or the service takes."),
		Hint: toolerr.Msg("Ask for less at once, or send less."), Unanswered: true, Source: "grpc v1.85.0 and v1.40.0, rpc_util.go and stream.go",
	},

	// Reasons: quotas.
	adapter.Row{VendorCode: "RATE_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamRateLimit, Source: sourceReasons},
	adapter.Row{
		VendorCodes: []string{"RESOURCE_QUOTA_EXCEEDED", "EMULATOR_QUOTA_EXCEEDED"},
		Kind:        toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg("A limit of the account or the project is reached. Someone has to raise it, or remove what counts against it."), Source: sourceReasons,
	},

	// Reasons: a person must set something up.
	adapter.Row{
		VendorCodes: []string{"SERVICE_DISABLED", "MCP_SERVER_DISABLED"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it."), Source: sourceReasons,
	},
	adapter.Row{VendorCode: "BILLING_DISABLED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it."), Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"CONSUMER_SUSPENDED", "GCP_SUSPENDED", "ACCOUNT_STATE_INVALID"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceReasons},
	adapter.Row{
		VendorCodes: []string{
			"CONSUMER_INVALID", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "ACCOUNT_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING",
			"CREDENTIAL_TYPE_UNSUPPORTED", "CREDENTIAL_ANDROID_APP_INVALID", "OVERLOADED_CREDENTIALS", "JWT_TOKEN_INVALID",
			"API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED",
			"API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED", "IAM_PERMISSION_DENIED", "USER_PROJECT_DENIED",
			"USER_BLOCKED_BY_ADMIN", "SERVICE_NOT_VISIBLE", "SECURITY_POLICY_VIOLATED", "ORG_RESTRICTION_VIOLATION",
			"ORG_RESTRICTION_HEADER_INVALID", "TLS_ORG_POLICY_VIOLATED", "TLS_CIPHER_RESTRICTION_VIOLATED",
			"ENDPOINT_USAGE_RESTRICTION_VIOLATED", "RESOURCE_USAGE_RESTRICTION_VIOLATED", "LOCATION_TAX_POLICY_VIOLATED",
			"LOCATION_ORG_POLICY_VIOLATED", "LOCATION_POLICY_VIOLATED",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceReasons,
	},

	// Reasons: credentials.
	adapter.Row{VendorCode: "ACCESS_TOKEN_EXPIRED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceReasons},
	adapter.Row{
		VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: toolerr.KindUpstreamAuthError, UserAction: true,
		Hint: toolerr.Msg("The account has not granted what the call needs. Ask the user to connect it again and to grant access."), Source: sourceReasons,
	},
	adapter.Row{VendorCode: "SESSION_COOKIE_INVALID", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceReasons},

	// Reasons: the request itself.
	adapter.Row{
		VendorCodes: []string{"RESOURCE_PROJECT_INVALID", "SYSTEM_PARAMETER_UNSUPPORTED", "MISSING_ORIGIN"},
		Kind:        toolerr.KindUpstreamBadRequest, Source: sourceReasons,
	},
)
