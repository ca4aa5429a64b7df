package googleadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_google"
	display = "Google"

	permissionDenied = "PERMISSION_DENIED"
)

// The sources of the rows. sourceServices are the pages "Resolve errors" of Drive and Gmail,
// "Handle API errors" of Calendar, "HTTP status and error codes" of Cloud Storage's JSON API,
// and "Error messages" of BigQuery.
const (
	sourceServices = "error pages of Drive, Gmail, Calendar, Cloud Storage and BigQuery"
	sourceGlobal   = "Google APIs, global domain errors"
	sourceReason   = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
	sourceScopes   = "Google Cloud, Authentication, insufficient scopes: ErrorInfo with domain googleapis.com"
	sourceCode     = "googleapis, google/rpc/code.proto"
)

// Hints for several codes.
const (
	hintToday   = "A daily quota is used up. It starts anew tomorrow."
	hintChanged = "The data is not in the state that the call expected. Read it again before writing."
)

// table lists the meanings of Google's error words: the reasons of the older envelope
// (errors[].reason) and of BigQuery's jobs, those of ErrorInfo, and the canonical codes
// that are more specific than the HTTP status: PERMISSION_DENIED shows that a 403 is not a
// rate limit, even with a wait. Words that only repeat the status (forbidden, required)
// have no row.
//
// The codes of token endpoints are listed too, for tools that use only this adapter.
var table = adapter.NewTable(slug, display, slices.Concat(googleRows, oauthRows)...)

var googleRows = []adapter.Row{
	// Too many requests at the moment.
	{
		VendorCodes: []string{
			"rateLimitExceeded", "userRateLimitExceeded", "concurrentLimitExceeded", "servingLimitExceeded", "limitExceeded",
			"sharingRateLimitExceeded", "jobRateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
		},
		Kind: toolerr.KindUpstreamRateLimit, Source: sourceGlobal + "; " + sourceServices + "; " + sourceReason + "; " + sourceCode,
	},

	// Daily or longer quotas: no retry helps today.
	{
		VendorCodes: []string{"dailyLimitExceeded", "variableTermExpiredDailyExceeded", "downloadQuotaExceeded"},
		Kind:        toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Hint: toolerr.Msg(hintToday), Source: sourceGlobal + "; " + sourceServices,
	},
	{
		VendorCodes: []string{"quotaExceeded", "variableTermLimitExceeded"},
		Kind:        toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Hint: toolerr.Msg("A quota is used up, and waiting a few minutes does not help. Someone has to raise it, or it starts anew tomorrow."), Source: sourceGlobal,
	},

	// Limits on the number of objects, not on the rate of requests.
	{
		VendorCodes: []string{"RESOURCE_QUOTA_EXCEEDED", "teamDriveFileLimitExceeded", "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded"},
		Kind:        toolerr.KindUpstreamBadRequest, UserAction: true,
		Hint:   toolerr.Msg("A limit of the account or the project is reached. Someone has to raise it, or remove what counts against it."),
		Source: sourceReason + "; " + sourceServices,
	},
	// Drive refuses access to a full disk with 403.
	{VendorCode: "storageQuotaExceeded", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The user's storage is full. Ask the user to free some of it, or to get more."), Source: sourceServices},

	// A person must set something up.
	{
		VendorCodes: []string{"accessNotConfigured", "SERVICE_DISABLED"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true,
		Hint: toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it."), Source: sourceGlobal + "; " + sourceReason,
	},
	{
		VendorCodes: []string{"BILLING_DISABLED", "billingNotEnabled", "dailyLimitExceeded402", "quotaExceeded402"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it."), Source: sourceReason + "; " + sourceServices + "; " + sourceGlobal,
	},
	{
		VendorCodes: []string{"dailyLimitExceededUnreg", "rateLimitExceededUnreg", "userRateLimitExceededUnreg"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The tool calls Google without a key or a project. Someone has to set one up."), Source: sourceGlobal,
	},
	{
		VendorCodes: []string{"insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "appNotAuthorizedToFile"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The account has not granted what the call needs. Ask the user to connect it again and to grant access."), Source: sourceServices + "; " + sourceScopes,
	},

	// Missing permissions.
	{
		VendorCodes: []string{
			"insufficientFilePermissions", "cannotDownloadAbusiveFile", "domainPolicy", "delegationDenied", "forbiddenForNonOrganizer",
			"accessDenied", "IAM_PERMISSION_DENIED", "USER_PROJECT_DENIED", "SECURITY_POLICY_VIOLATED", "LOCATION_TAX_POLICY_VIOLATED",
			"CONSUMER_INVALID", "accountDeleted", permissionDenied, "keyInvalid", "keyExpired", "API_KEY_INVALID",
			"API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED",
			"API_KEY_IOS_APP_BLOCKED",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceServices + "; " + sourceScopes + "; " + sourceReason + "; " + sourceGlobal + "; " + sourceCode,
	},
	{VendorCodes: []string{"CONSUMER_SUSPENDED", "accountDisabled", "accountUnverified"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceReason + "; " + sourceGlobal},

	// Invalid or expired credentials.
	{VendorCodes: []string{"authError", "expired", "ACCESS_TOKEN_EXPIRED"}, Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceGlobal + "; " + sourceReason},
	{VendorCode: "CREDENTIALS_MISSING", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Source: sourceScopes},

	// Missing resources.
	{VendorCodes: []string{"notFound", "deleted"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceGlobal},

	// Invalid values: the model can change them.
	{
		VendorCodes: []string{"invalid", "invalidParameter", "invalidQuery", "parseError", "uploadTooLarge", "invalidArgument", "invalidSharingRequest", "timeRangeEmpty"},
		Kind:        toolerr.KindUpstreamValidationError, Source: sourceGlobal + "; " + sourceServices,
	},
	{
		VendorCodes: []string{"responseTooLarge", "exportSizeLimitExceeded", "resourcesExceeded"}, Kind: toolerr.KindUpstreamBadRequest,
		Hint: toolerr.Msg("The call asks for too much at once. Ask for less."), Source: sourceGlobal + "; " + sourceServices,
	},
	{
		VendorCodes: []string{
			"badRequest", "INVALID_ARGUMENT", "OUT_OF_RANGE", "failedPrecondition", "FAILED_PRECONDITION", "ALREADY_EXISTS", "conflict",
			"duplicate", "resourceInUse", "retentionPolicyNotMet",
		},
		Kind: toolerr.KindUpstreamBadRequest, Source: sourceGlobal + "; " + sourceCode + "; " + sourceServices,
	},

	// Wrong state: the model must read again, or make another call first.
	{VendorCode: "conditionNotMet", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintChanged), Source: sourceGlobal},
	{VendorCode: "fileNotDownloadable", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The file has no content of its own to download. Export it instead."), Source: sourceServices},
	{VendorCodes: []string{"fullSyncRequired", "updatedMinTooLongAgo"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The sync token is too old. Read everything again without it."), Source: sourceServices},
	{VendorCode: "stopped", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: sourceServices},
	// google/rpc/code.proto: retry at a higher level, read-modify-write.
	{VendorCode: "ABORTED", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: toolerr.Msg(hintChanged), Source: sourceCode},

	// The service failed.
	{
		VendorCodes: []string{"backendError", "internalError", "backendNotConnected", "notReady", "jobBackendError", "jobInternalError", "tableUnavailable"},
		Kind:        toolerr.KindUpstreamServerError, Source: sourceGlobal + "; " + sourceServices,
	},
	{VendorCode: "notImplemented", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceGlobal},
}
