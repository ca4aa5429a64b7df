package googleadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_google"
	display = "Google"
)

// Where the rows come from.
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

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	unmapped    = toolerr.KindUpstreamUnmapped

	refresh = toolerr.GuidanceRefreshAuthThenRetry
)

// The hints, each for several codes.
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

// What CanRetry points at.
var yes, no = true, false

// table is what Google's words for errors mean: the reasons of the older
// envelope (errors[].reason) and of BigQuery's jobs, those of ErrorInfo, and the
// canonical codes where they say more than the HTTP status. Words that only
// repeat the status (forbidden, required, PERMISSION_DENIED) are left to it.
//
// The codes of token endpoints are listed too, for tools that this adapter alone
// serves.
var table = adapter.NewTable(slug, display, slices.Concat(googleRows, oauthRows)...)

var googleRows = []adapter.Row{
	// Too many requests just now.
	{Code: "rateLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{Code: "userRateLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{Code: "concurrentLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{Code: "servingLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{Code: "limitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{Code: "sharingRateLimitExceeded", Kind: rateLimit, Source: sourceDrive},
	{Code: "jobRateLimitExceeded", Kind: rateLimit, Source: sourceBigQuery},
	{Code: "RATE_LIMIT_EXCEEDED", Kind: rateLimit, Source: sourceReason},
	{Code: "RESOURCE_EXHAUSTED", Kind: rateLimit, Source: sourceCode},

	// Quotas of a day, or longer: no repeat helps today.
	{Code: "dailyLimitExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintToday), Source: sourceGlobal},
	{Code: "quotaExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintUsedUp), Source: sourceGlobal},
	{Code: "variableTermLimitExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintUsedUp), Source: sourceGlobal},
	{Code: "variableTermExpiredDailyExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintToday), Source: sourceGlobal},
	{Code: "downloadQuotaExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintToday), Source: sourceDrive},

	// Limits on what there is, not on how often it is asked for.
	{Code: "RESOURCE_QUOTA_EXCEEDED", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReason},
	{Code: "teamDriveFileLimitExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive},
	{Code: "numChildrenInNonRootLimitExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive},
	{Code: "activeItemCreationLimitExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive},
	// Drive refuses access to a full disk with 403.
	{Code: "storageQuotaExceeded", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceDrive},

	// Somebody has to set something up.
	{Code: "accessNotConfigured", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceGlobal},
	{Code: "SERVICE_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReason},
	{Code: "BILLING_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceReason},
	{Code: "billingNotEnabled", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceBigQuery},
	{Code: "dailyLimitExceeded402", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceGlobal},
	{Code: "quotaExceeded402", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceGlobal},
	{Code: "dailyLimitExceededUnreg", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal},
	{Code: "rateLimitExceededUnreg", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal},
	{Code: "userRateLimitExceededUnreg", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal},
	{Code: "insufficientPermissions", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceDrive},
	{Code: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceScopes},

	// Rights that are missing.
	{Code: "insufficientFilePermissions", Kind: authError, Source: sourceDrive},
	{Code: "appNotAuthorizedToFile", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceDrive},
	{Code: "cannotDownloadAbusiveFile", Kind: authError, Source: sourceDrive},
	{Code: "domainPolicy", Kind: authError, Source: sourceDrive},
	{Code: "delegationDenied", Kind: authError, Source: sourceGmail},
	{Code: "forbiddenForNonOrganizer", Kind: authError, Source: sourceCalendar},
	{Code: "accessDenied", Kind: authError, Source: sourceBigQuery},
	{Code: "IAM_PERMISSION_DENIED", Kind: authError, Source: sourceScopes},
	{Code: "USER_PROJECT_DENIED", Kind: authError, Source: sourceReason},
	{Code: "SECURITY_POLICY_VIOLATED", Kind: authError, Source: sourceReason},
	{Code: "LOCATION_TAX_POLICY_VIOLATED", Kind: authError, Source: sourceReason},
	{Code: "CONSUMER_SUSPENDED", Kind: authError, UserAction: true, Source: sourceReason},
	{Code: "CONSUMER_INVALID", Kind: authError, Source: sourceReason},
	{Code: "accountDisabled", Kind: authError, UserAction: true, Source: sourceGlobal},
	{Code: "accountDeleted", Kind: authError, Source: sourceGlobal},
	{Code: "accountUnverified", Kind: authError, UserAction: true, Source: sourceGlobal},

	// Credentials that are wrong, or have run out.
	{Code: "authError", Kind: authError, Guidance: refresh, Source: sourceGlobal},
	{Code: "expired", Kind: authError, Guidance: refresh, Source: sourceGlobal},
	{Code: "ACCESS_TOKEN_EXPIRED", Kind: authError, Guidance: refresh, Source: sourceReason},
	{Code: "CREDENTIALS_MISSING", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceScopes},
	{Code: "keyInvalid", Kind: authError, Source: sourceGlobal},
	{Code: "keyExpired", Kind: authError, Source: sourceGlobal},
	{Code: "API_KEY_INVALID", Kind: authError, Source: sourceReason},
	{Code: "API_KEY_SERVICE_BLOCKED", Kind: authError, Source: sourceReason},
	{Code: "API_KEY_HTTP_REFERRER_BLOCKED", Kind: authError, Source: sourceReason},
	{Code: "API_KEY_IP_ADDRESS_BLOCKED", Kind: authError, Source: sourceReason},
	{Code: "API_KEY_ANDROID_APP_BLOCKED", Kind: authError, Source: sourceReason},
	{Code: "API_KEY_IOS_APP_BLOCKED", Kind: authError, Source: sourceReason},

	// Not there.
	{Code: "notFound", Kind: notFound, Source: sourceGlobal},
	{Code: "deleted", Kind: notFound, Source: sourceGlobal},

	// Values that are wrong: the model can change them.
	{Code: "invalid", Kind: validation, Source: sourceGlobal},
	{Code: "invalidParameter", Kind: validation, Source: sourceGlobal},
	{Code: "invalidArgument", Kind: validation, Source: sourceGmail},
	{Code: "invalidQuery", Kind: validation, Source: sourceGlobal},
	{Code: "parseError", Kind: validation, Source: sourceGlobal},
	{Code: "invalidSharingRequest", Kind: validation, Source: sourceDrive},
	{Code: "timeRangeEmpty", Kind: validation, Source: sourceCalendar},
	{Code: "uploadTooLarge", Kind: validation, Source: sourceGlobal},
	{Code: "responseTooLarge", Kind: badRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceGlobal},
	{Code: "exportSizeLimitExceeded", Kind: badRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceDrive},
	{Code: "resourcesExceeded", Kind: badRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceBigQuery},
	{Code: "badRequest", Kind: badRequest, Source: sourceGlobal},
	{Code: "INVALID_ARGUMENT", Kind: badRequest, Source: sourceCode},
	{Code: "OUT_OF_RANGE", Kind: badRequest, Source: sourceCode},

	// In the wrong state: the model has to look again, or do something first.
	{Code: "conditionNotMet", Kind: badRequest, Hint: toolerr.Msg(hintChanged), Source: sourceGlobal},
	{Code: "fileNotDownloadable", Kind: badRequest, Hint: toolerr.Msg(hintExport), Source: sourceDrive},
	{Code: "fullSyncRequired", Kind: badRequest, Hint: toolerr.Msg(hintFullSync), Source: sourceCalendar},
	{Code: "updatedMinTooLongAgo", Kind: badRequest, Hint: toolerr.Msg(hintFullSync), Source: sourceCalendar},
	{Code: "failedPrecondition", Kind: badRequest, Source: sourceGmail},
	{Code: "FAILED_PRECONDITION", Kind: badRequest, Source: sourceCode},
	{Code: "conflict", Kind: badRequest, Source: sourceGlobal},
	{Code: "duplicate", Kind: badRequest, Source: sourceGlobal},
	{Code: "ALREADY_EXISTS", Kind: badRequest, Source: sourceCode},
	{Code: "resourceInUse", Kind: badRequest, Source: sourceBigQuery},
	{Code: "retentionPolicyNotMet", Kind: badRequest, Source: sourceStorage},
	{Code: "stopped", Kind: badRequest, Effect: toolerr.EffectUnknown, Source: sourceBigQuery},
	// google/rpc/code.proto: repeat it at a higher level, read-modify-write.
	{Code: "ABORTED", Kind: badRequest, CanRetry: &yes, Hint: toolerr.Msg(hintChanged), Source: sourceCode},

	// The service failed.
	{Code: "backendError", Kind: serverError, Source: sourceGlobal},
	{Code: "internalError", Kind: serverError, Source: sourceGlobal},
	{Code: "backendNotConnected", Kind: serverError, Source: sourceGlobal},
	{Code: "notReady", Kind: serverError, Source: sourceGlobal},
	{Code: "jobBackendError", Kind: serverError, Source: sourceBigQuery},
	{Code: "jobInternalError", Kind: serverError, Source: sourceBigQuery},
	{Code: "tableUnavailable", Kind: serverError, Source: sourceBigQuery},
	{Code: "notImplemented", Kind: serverError, CanRetry: &no, Effect: toolerr.EffectNone, Source: sourceGlobal},
}
