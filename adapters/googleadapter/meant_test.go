package googleadapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each word means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []struct {
	kind     toolerr.Kind
	retry    bool
	effect   toolerr.Effect
	user     bool
	guidance toolerr.Guidance
	codes    string
}{
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

// TestMeant compares the table with the list above: every row, once.
func TestMeant(t *testing.T) {
	table := googleadapter.Adapter{}.Table()
	said := map[string]bool{}
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			assert.False(t, said[code], "%s is listed twice", code)
			said[code] = true
			row, ok := table.Lookup(code)
			if !assert.True(t, ok, "%s has no row", code) {
				continue
			}
			te := row.Error(errors.New(code))
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			assert.Equal(t, m.guidance, row.Guidance, code)
		}
	}
	for _, row := range table.Rows() {
		assert.True(t, said[row.Code], "%s is not meant", row.Code)
	}
}
