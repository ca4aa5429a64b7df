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

// The sources of the rows.
const (
	sourceGlobal   = "Google APIs, global domain errors"
	sourceReason   = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
	sourceScopes   = "Google Cloud, Authentication, insufficient scopes: ErrorInfo with domain googleapis.com"
	sourceCode     = "googleapis, google/rpc/code.proto"
	sourceDrive    = "Google Drive API, Resolve errors"
	sourceGmail    = "Gmail API, Resolve errors"
	sourceCalendar = "Google Calendar API, Handle API errors"
	sourceStorage  = "Cloud Storage JSON API, HTTP status and error codes"
	sourceBigQuery = "BigQuery, Error messages"
)

// Hints for several codes.
const (
	hintEnable   = "The API is not enabled in the Google Cloud project. Someone has to enable it."
	hintBilling  = "Billing is not enabled for the Google Cloud project. Someone has to enable it."
	hintRegister = "The tool calls Google without a key or a project. Someone has to set one up."
	hintScopes   = "The account has not granted what the call needs. Ask the user to connect it again and to grant access."
	hintToday    = "A daily quota is used up. It starts anew tomorrow."
	hintUsedUp   = "A quota is used up, and waiting a few minutes does not help. Someone has to raise it, or it starts anew tomorrow."
	hintQuota    = "A limit of the account or the project is reached. Someone has to raise it, or remove what counts against it."
	hintSpace    = "The user's storage is full. Ask the user to free some of it, or to get more."
	hintChanged  = "The data is not in the state that the call expected. Read it again before writing."
	hintExport   = "The file has no content of its own to download. Export it instead."
	hintFullSync = "The sync token is too old. Read everything again without it."
	hintSmaller  = "The call asks for too much at once. Ask for less."
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
		VendorCodes: []string{"rateLimitExceeded", "userRateLimitExceeded", "concurrentLimitExceeded", "servingLimitExceeded", "limitExceeded"},
		Kind:        toolerr.KindUpstreamRateLimit, Source: sourceGlobal,
	},
	{VendorCode: "sharingRateLimitExceeded", Kind: toolerr.KindUpstreamRateLimit, Source: sourceDrive},
	{VendorCode: "jobRateLimitExceeded", Kind: toolerr.KindUpstreamRateLimit, Source: sourceBigQuery},
	{VendorCode: "RATE_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamRateLimit, Source: sourceReason},
	{VendorCode: "RESOURCE_EXHAUSTED", Kind: toolerr.KindUpstreamRateLimit, Source: sourceCode},

	// Daily or longer quotas: no retry helps today.
	{
		VendorCodes: []string{"dailyLimitExceeded", "variableTermExpiredDailyExceeded"},
		Kind:        toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Hint: toolerr.Msg(hintToday), Source: sourceGlobal,
	},
	{
		VendorCodes: []string{"quotaExceeded", "variableTermLimitExceeded"},
		Kind:        toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Hint: toolerr.Msg(hintUsedUp), Source: sourceGlobal,
	},
	{VendorCode: "downloadQuotaExceeded", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Hint: toolerr.Msg(hintToday), Source: sourceDrive},

	// Limits on the number of objects, not on the rate of requests.
	{VendorCode: "RESOURCE_QUOTA_EXCEEDED", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReason},
	{
		VendorCodes: []string{"teamDriveFileLimitExceeded", "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded"},
		Kind:        toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive,
	},
	// Drive refuses access to a full disk with 403.
	{VendorCode: "storageQuotaExceeded", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceDrive},

	// A person must set something up.
	{VendorCode: "accessNotConfigured", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceGlobal},
	{VendorCode: "SERVICE_DISABLED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReason},
	{VendorCode: "BILLING_DISABLED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceReason},
	{VendorCode: "billingNotEnabled", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceBigQuery},
	{
		VendorCodes: []string{"dailyLimitExceeded402", "quotaExceeded402"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceGlobal,
	},
	{
		VendorCodes: []string{"dailyLimitExceededUnreg", "rateLimitExceededUnreg", "userRateLimitExceededUnreg"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal,
	},
	{VendorCode: "insufficientPermissions", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceDrive},
	{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceScopes},

	// Missing permissions.
	{VendorCodes: []string{"insufficientFilePermissions", "cannotDownloadAbusiveFile", "domainPolicy"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceDrive},
	{VendorCode: "appNotAuthorizedToFile", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceDrive},
	{VendorCode: "delegationDenied", Kind: toolerr.KindUpstreamAuthError, Source: sourceGmail},
	{VendorCode: "forbiddenForNonOrganizer", Kind: toolerr.KindUpstreamAuthError, Source: sourceCalendar},
	{VendorCode: "accessDenied", Kind: toolerr.KindUpstreamAuthError, Source: sourceBigQuery},
	{VendorCode: "IAM_PERMISSION_DENIED", Kind: toolerr.KindUpstreamAuthError, Source: sourceScopes},
	{
		VendorCodes: []string{"USER_PROJECT_DENIED", "SECURITY_POLICY_VIOLATED", "LOCATION_TAX_POLICY_VIOLATED", "CONSUMER_INVALID"},
		Kind:        toolerr.KindUpstreamAuthError, Source: sourceReason,
	},
	{VendorCode: "CONSUMER_SUSPENDED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceReason},
	{VendorCodes: []string{"accountDisabled", "accountUnverified"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceGlobal},
	{VendorCode: "accountDeleted", Kind: toolerr.KindUpstreamAuthError, Source: sourceGlobal},

	// google/rpc/code.proto: must not be used for an exhausted resource.
	{VendorCode: permissionDenied, Kind: toolerr.KindUpstreamAuthError, Source: sourceCode},

	// Invalid or expired credentials.
	{VendorCodes: []string{"authError", "expired"}, Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceGlobal},
	{VendorCode: "ACCESS_TOKEN_EXPIRED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceReason},
	{VendorCode: "CREDENTIALS_MISSING", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Source: sourceScopes},
	{VendorCodes: []string{"keyInvalid", "keyExpired"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceGlobal},
	{
		VendorCodes: []string{
			"API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED",
			"API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceReason,
	},

	// Missing resources.
	{VendorCodes: []string{"notFound", "deleted"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceGlobal},

	// Invalid values: the model can change them.
	{VendorCodes: []string{"invalid", "invalidParameter", "invalidQuery", "parseError", "uploadTooLarge"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceGlobal},
	{VendorCode: "invalidArgument", Kind: toolerr.KindUpstreamValidationError, Source: sourceGmail},
	{VendorCode: "invalidSharingRequest", Kind: toolerr.KindUpstreamValidationError, Source: sourceDrive},
	{VendorCode: "timeRangeEmpty", Kind: toolerr.KindUpstreamValidationError, Source: sourceCalendar},
	{VendorCode: "responseTooLarge", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceGlobal},
	{VendorCode: "exportSizeLimitExceeded", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceDrive},
	{VendorCode: "resourcesExceeded", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceBigQuery},
	{VendorCode: "badRequest", Kind: toolerr.KindUpstreamBadRequest, Source: sourceGlobal},
	{VendorCodes: []string{"INVALID_ARGUMENT", "OUT_OF_RANGE"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceCode},

	// Wrong state: the model must read again, or make another call first.
	{VendorCode: "conditionNotMet", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintChanged), Source: sourceGlobal},
	{VendorCode: "fileNotDownloadable", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExport), Source: sourceDrive},
	{VendorCodes: []string{"fullSyncRequired", "updatedMinTooLongAgo"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintFullSync), Source: sourceCalendar},
	{VendorCode: "failedPrecondition", Kind: toolerr.KindUpstreamBadRequest, Source: sourceGmail},
	{VendorCodes: []string{"FAILED_PRECONDITION", "ALREADY_EXISTS"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceCode},
	{VendorCodes: []string{"conflict", "duplicate"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceGlobal},
	{VendorCode: "resourceInUse", Kind: toolerr.KindUpstreamBadRequest, Source: sourceBigQuery},
	{VendorCode: "retentionPolicyNotMet", Kind: toolerr.KindUpstreamBadRequest, Source: sourceStorage},
	{VendorCode: "stopped", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: sourceBigQuery},
	// google/rpc/code.proto: retry at a higher level, read-modify-write.
	{VendorCode: "ABORTED", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: toolerr.Msg(hintChanged), Source: sourceCode},

	// The service failed.
	{VendorCodes: []string{"backendError", "internalError", "backendNotConnected", "notReady"}, Kind: toolerr.KindUpstreamServerError, Source: sourceGlobal},
	{VendorCodes: []string{"jobBackendError", "jobInternalError", "tableUnavailable"}, Kind: toolerr.KindUpstreamServerError, Source: sourceBigQuery},
	{VendorCode: "notImplemented", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceGlobal},
}
