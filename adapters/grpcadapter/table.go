package grpcadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

const messageTooLarge = "message_too_large" // errand's own

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

// Code returns the code that the table has for a number of gRPC's, "" if it has
// none: 14 is UNAVAILABLE.
func Code(number int) string { return table.Code(number) }

// table lists the meanings of a service's status codes, and of Google's ErrorInfo reasons,
// which are more specific than the code beside them.
var table = adapter.NewTable("_grpc", "gRPC", append(
	rpcdetails.Codes(func(code string) string { return code }, sourceCodes),
	// The client refused a response, and the next one would be as large; or the service
	// refused a request, or its own response, because of its own limit, with the same text.
	adapter.Row{VendorCode: messageTooLarge, Fact: toolerr.FactTooLarge, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "it was the request, or the response to a call that was carried out", Source: "grpc v1.85.0 and v1.40.0, rpc_util.go and stream.go"},

	// Reasons.
	adapter.Row{VendorCode: "RATE_LIMIT_EXCEEDED", Fact: toolerr.FactRateLimit, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"RESOURCE_QUOTA_EXCEEDED", "EMULATOR_QUOTA_EXCEEDED"}, Fact: toolerr.FactQuota, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"SERVICE_DISABLED", "MCP_SERVER_DISABLED"}, Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it."), Source: sourceReasons},
	adapter.Row{VendorCode: "BILLING_DISABLED", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it."), Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"CONSUMER_SUSPENDED", "GCP_SUSPENDED", "ACCOUNT_STATE_INVALID"}, Fact: toolerr.FactAccountClosed, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{
		"ACCESS_TOKEN_TYPE_UNSUPPORTED", "ACCOUNT_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING", "CREDENTIAL_TYPE_UNSUPPORTED",
		"CREDENTIAL_ANDROID_APP_INVALID", "OVERLOADED_CREDENTIALS", "JWT_TOKEN_INVALID", "API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED",
		"API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED",
	}, Fact: toolerr.FactWrongKey, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{
		"CONSUMER_INVALID", "IAM_PERMISSION_DENIED", "USER_PROJECT_DENIED", "USER_BLOCKED_BY_ADMIN", "SERVICE_NOT_VISIBLE",
		"SECURITY_POLICY_VIOLATED", "ORG_RESTRICTION_VIOLATION", "ORG_RESTRICTION_HEADER_INVALID", "TLS_ORG_POLICY_VIOLATED",
		"TLS_CIPHER_RESTRICTION_VIOLATED", "ENDPOINT_USAGE_RESTRICTION_VIOLATED", "RESOURCE_USAGE_RESTRICTION_VIOLATED",
		"LOCATION_TAX_POLICY_VIOLATED", "LOCATION_ORG_POLICY_VIOLATED", "LOCATION_POLICY_VIOLATED",
	}, Fact: toolerr.FactNotPermitted, Source: sourceReasons},
	adapter.Row{VendorCode: "ACCESS_TOKEN_EXPIRED", Fact: toolerr.FactExpiredKey, Source: sourceReasons},
	adapter.Row{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Fact: toolerr.FactMissingScope, Source: sourceReasons},
	adapter.Row{VendorCode: "SESSION_COOKIE_INVALID", Fact: toolerr.FactSignIn, Hint: toolerr.Msg(hintReconnect), Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"RESOURCE_PROJECT_INVALID", "SYSTEM_PARAMETER_UNSUPPORTED", "MISSING_ORIGIN"}, Fact: toolerr.FactRefused, Source: sourceReasons},
)...)
