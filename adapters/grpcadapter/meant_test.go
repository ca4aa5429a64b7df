package grpcadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code and reason means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []meaning.Group{
	{toolerr.KindUpstreamBadRequest, false, unknown, false, "", "CANCELLED"},
	{toolerr.KindUpstreamUnmapped, false, unknown, false, "", "UNKNOWN"},
	{toolerr.KindUpstreamBadRequest, false, none, false, "", "INVALID_ARGUMENT OUT_OF_RANGE FAILED_PRECONDITION ALREADY_EXISTS"},
	{toolerr.KindUpstreamNotFound, false, none, false, "", "NOT_FOUND"},
	{toolerr.KindUpstreamBadRequest, true, none, false, "", "ABORTED"},
	{toolerr.KindUpstreamRateLimit, true, none, false, "", "RESOURCE_EXHAUSTED RATE_LIMIT_EXCEEDED"},
	{toolerr.KindUpstreamAuthError, false, none, false, "", "PERMISSION_DENIED"},
	{toolerr.KindUpstreamAuthError, false, none, false, toolerr.GuidanceRefreshAuthThenRetry, "UNAUTHENTICATED ACCESS_TOKEN_EXPIRED"},
	{toolerr.KindUpstreamServerError, true, unknown, false, "", "DEADLINE_EXCEEDED INTERNAL UNAVAILABLE"},
	{toolerr.KindUpstreamServerError, false, none, false, "", "UNIMPLEMENTED"},
	{toolerr.KindUpstreamServerError, false, unknown, false, "", "DATA_LOSS"},
	{toolerr.KindUpstreamBadRequest, false, none, true, "", "RESOURCE_QUOTA_EXCEEDED EMULATOR_QUOTA_EXCEEDED"},
	{
		toolerr.KindUpstreamAuthError, false, none, true, "",
		"SERVICE_DISABLED MCP_SERVER_DISABLED BILLING_DISABLED CONSUMER_SUSPENDED GCP_SUSPENDED ACCESS_TOKEN_SCOPE_INSUFFICIENT " +
			"ACCOUNT_STATE_INVALID SESSION_COOKIE_INVALID",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, false, "",
		"CONSUMER_INVALID ACCESS_TOKEN_TYPE_UNSUPPORTED ACCOUNT_TYPE_UNSUPPORTED CREDENTIALS_MISSING CREDENTIAL_TYPE_UNSUPPORTED " +
			"CREDENTIAL_ANDROID_APP_INVALID OVERLOADED_CREDENTIALS JWT_TOKEN_INVALID API_KEY_INVALID API_KEY_SERVICE_BLOCKED " +
			"API_KEY_HTTP_REFERRER_BLOCKED API_KEY_IP_ADDRESS_BLOCKED API_KEY_ANDROID_APP_BLOCKED API_KEY_IOS_APP_BLOCKED " +
			"IAM_PERMISSION_DENIED USER_PROJECT_DENIED USER_BLOCKED_BY_ADMIN SERVICE_NOT_VISIBLE SECURITY_POLICY_VIOLATED " +
			"ORG_RESTRICTION_VIOLATION ORG_RESTRICTION_HEADER_INVALID TLS_ORG_POLICY_VIOLATED TLS_CIPHER_RESTRICTION_VIOLATED " +
			"ENDPOINT_USAGE_RESTRICTION_VIOLATED RESOURCE_USAGE_RESTRICTION_VIOLATED LOCATION_TAX_POLICY_VIOLATED " +
			"LOCATION_ORG_POLICY_VIOLATED LOCATION_POLICY_VIOLATED",
	},
	{toolerr.KindUpstreamBadRequest, false, none, false, "", "RESOURCE_PROJECT_INVALID SYSTEM_PARAMETER_UNSUPPORTED MISSING_ORIGIN"},
}

func TestMeant(t *testing.T) { meaning.Check(t, grpcadapter.Adapter{}.Table(), meant) }
