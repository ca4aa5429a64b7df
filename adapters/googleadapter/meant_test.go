package googleadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each word means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []meaning.Group{
	{
		toolerr.KindUpstreamRateLimit, true, none, false, "",
		"rateLimitExceeded userRateLimitExceeded concurrentLimitExceeded servingLimitExceeded limitExceeded sharingRateLimitExceeded " +
			"jobRateLimitExceeded RATE_LIMIT_EXCEEDED RESOURCE_EXHAUSTED slow_down",
	},
	{
		toolerr.KindUpstreamRateLimit, false, none, false, "",
		"dailyLimitExceeded quotaExceeded variableTermLimitExceeded variableTermExpiredDailyExceeded downloadQuotaExceeded",
	},
	{
		toolerr.KindUpstreamBadRequest, false, none, true, "",
		"RESOURCE_QUOTA_EXCEEDED teamDriveFileLimitExceeded numChildrenInNonRootLimitExceeded activeItemCreationLimitExceeded",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, true, "",
		"storageQuotaExceeded accessNotConfigured SERVICE_DISABLED BILLING_DISABLED billingNotEnabled dailyLimitExceeded402 " +
			"quotaExceeded402 dailyLimitExceededUnreg rateLimitExceededUnreg userRateLimitExceededUnreg insufficientPermissions " +
			"ACCESS_TOKEN_SCOPE_INSUFFICIENT appNotAuthorizedToFile CONSUMER_SUSPENDED accountDisabled accountUnverified",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, false, "",
		"insufficientFilePermissions cannotDownloadAbusiveFile domainPolicy delegationDenied forbiddenForNonOrganizer accessDenied " +
			"IAM_PERMISSION_DENIED USER_PROJECT_DENIED SECURITY_POLICY_VIOLATED LOCATION_TAX_POLICY_VIOLATED CONSUMER_INVALID " +
			"accountDeleted keyInvalid keyExpired API_KEY_INVALID API_KEY_SERVICE_BLOCKED API_KEY_HTTP_REFERRER_BLOCKED " +
			"API_KEY_IP_ADDRESS_BLOCKED API_KEY_ANDROID_APP_BLOCKED API_KEY_IOS_APP_BLOCKED",
	},
	{toolerr.KindUpstreamAuthError, false, none, false, toolerr.GuidanceRefreshAuthThenRetry, "authError expired ACCESS_TOKEN_EXPIRED"},
	{
		toolerr.KindUpstreamAuthError, false, none, false, toolerr.GuidanceNone,
		"CREDENTIALS_MISSING invalid_client unauthorized_client incorrect_client_credentials invalid_scope",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, true, toolerr.GuidanceNone,
		"invalid_grant access_denied expired_token login_required interaction_required consent_required account_selection_required " +
			"insufficient_user_authentication bad_refresh_token bad_verification_code unverified_user_email",
	},
	{toolerr.KindUpstreamAuthError, true, none, true, "", "authorization_pending"},
	{toolerr.KindUpstreamNotFound, false, none, false, "", "notFound deleted"},
	{
		toolerr.KindUpstreamValidationError, false, none, false, "",
		"invalid invalidParameter invalidArgument invalidQuery parseError invalidSharingRequest timeRangeEmpty uploadTooLarge",
	},
	{
		toolerr.KindUpstreamBadRequest, false, none, false, "",
		"responseTooLarge exportSizeLimitExceeded resourcesExceeded badRequest INVALID_ARGUMENT OUT_OF_RANGE conditionNotMet " +
			"fileNotDownloadable fullSyncRequired updatedMinTooLongAgo failedPrecondition FAILED_PRECONDITION conflict duplicate " +
			"ALREADY_EXISTS resourceInUse retentionPolicyNotMet redirect_uri_mismatch invalid_request unsupported_grant_type " +
			"unsupported_response_type",
	},
	{toolerr.KindUpstreamBadRequest, true, none, false, "", "ABORTED"},
	{
		toolerr.KindUpstreamServerError, true, unknown, false, "",
		"backendError internalError backendNotConnected notReady jobBackendError jobInternalError tableUnavailable server_error " +
			"temporarily_unavailable",
	},
	{toolerr.KindUpstreamServerError, false, none, false, "", "notImplemented"},
	{toolerr.KindUpstreamBadRequest, false, unknown, false, "", "stopped"}, // a job that was cancelled may have begun
}

func TestMeant(t *testing.T) { meaning.Check(t, googleadapter.Adapter{}.Table(), meant) }
