package proof_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/grpcfaults"
	"github.com/errand-go/errand/toolerr"
)

// reasons are the reasons of google/api/error_reason.proto, by kind.
var reasons = map[toolerr.Kind][]string{
	toolerr.KindUpstreamRateLimit: {"RATE_LIMIT_EXCEEDED"},
	toolerr.KindUpstreamBadRequest: {
		"RESOURCE_QUOTA_EXCEEDED", "EMULATOR_QUOTA_EXCEEDED",
		"RESOURCE_PROJECT_INVALID", "SYSTEM_PARAMETER_UNSUPPORTED", "MISSING_ORIGIN",
	},
	toolerr.KindUpstreamAuthError: {
		"SERVICE_DISABLED", "MCP_SERVER_DISABLED", "BILLING_DISABLED",
		"CONSUMER_SUSPENDED", "GCP_SUSPENDED", "CONSUMER_INVALID",
		"ACCESS_TOKEN_EXPIRED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "ACCESS_TOKEN_TYPE_UNSUPPORTED",
		"ACCOUNT_STATE_INVALID", "ACCOUNT_TYPE_UNSUPPORTED", "SESSION_COOKIE_INVALID",
		"CREDENTIALS_MISSING", "CREDENTIAL_TYPE_UNSUPPORTED", "CREDENTIAL_ANDROID_APP_INVALID",
		"OVERLOADED_CREDENTIALS", "JWT_TOKEN_INVALID",
		"API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED",
		"API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED",
		"IAM_PERMISSION_DENIED", "USER_PROJECT_DENIED", "USER_BLOCKED_BY_ADMIN", "SERVICE_NOT_VISIBLE",
		"SECURITY_POLICY_VIOLATED", "ORG_RESTRICTION_VIOLATION", "ORG_RESTRICTION_HEADER_INVALID",
		"TLS_ORG_POLICY_VIOLATED", "TLS_CIPHER_RESTRICTION_VIOLATED", "ENDPOINT_USAGE_RESTRICTION_VIOLATED",
		"RESOURCE_USAGE_RESTRICTION_VIOLATED", "LOCATION_TAX_POLICY_VIOLATED", "LOCATION_ORG_POLICY_VIOLATED",
		"LOCATION_POLICY_VIOLATED",
	},
}

// reasonCases returns the raw client's error for every reason, with a code of another
// meaning.
func reasonCases(t *testing.T) []conformance.Case {
	t.Helper()
	s := grpcfaults.New(t)
	var cases []conformance.Case
	for kind, names := range reasons {
		for _, reason := range names {
			st, err := status.New(codes.FailedPrecondition, faults.CanaryMessage).
				WithDetails(&errdetails.ErrorInfo{Reason: reason, Domain: "googleapis.com"})
			require.NoError(t, err)
			want := faults.ForKind(kind, toolerr.EffectNone).Coded(reason)
			d := drive(t, s, grpcfaults.Status(reason, st, want, "google/api/error_reason.proto"), client{"raw", raw})
			cases = append(cases, conformance.Case{Name: "reason/" + reason, Err: d.err, Context: d.ctx, Want: want})
		}
	}
	return cases
}
