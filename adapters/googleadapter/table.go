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
	{VendorCode: "rateLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{VendorCode: "userRateLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{VendorCode: "concurrentLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{VendorCode: "servingLimitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{VendorCode: "limitExceeded", Kind: rateLimit, Source: sourceGlobal},
	{VendorCode: "sharingRateLimitExceeded", Kind: rateLimit, Source: sourceDrive},
	{VendorCode: "jobRateLimitExceeded", Kind: rateLimit, Source: sourceBigQuery},
	{VendorCode: "RATE_LIMIT_EXCEEDED", Kind: rateLimit, Source: sourceReason},
	{VendorCode: "RESOURCE_EXHAUSTED", Kind: rateLimit, Source: sourceCode},

	// Quotas of a day, or longer: no repeat helps today.
	{VendorCode: "dailyLimitExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintToday), Source: sourceGlobal},
	{VendorCode: "quotaExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintUsedUp), Source: sourceGlobal},
	{VendorCode: "variableTermLimitExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintUsedUp), Source: sourceGlobal},
	{VendorCode: "variableTermExpiredDailyExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintToday), Source: sourceGlobal},
	{VendorCode: "downloadQuotaExceeded", Kind: rateLimit, CanRetry: &no, Hint: toolerr.Msg(hintToday), Source: sourceDrive},

	// Limits on what there is, not on how often it is asked for.
	{VendorCode: "RESOURCE_QUOTA_EXCEEDED", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReason},
	{VendorCode: "teamDriveFileLimitExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive},
	{VendorCode: "numChildrenInNonRootLimitExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive},
	{VendorCode: "activeItemCreationLimitExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceDrive},
	// Drive refuses access to a full disk with 403.
	{VendorCode: "storageQuotaExceeded", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceDrive},

	// Somebody has to set something up.
	{VendorCode: "accessNotConfigured", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceGlobal},
	{VendorCode: "SERVICE_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReason},
	{VendorCode: "BILLING_DISABLED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceReason},
	{VendorCode: "billingNotEnabled", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceBigQuery},
	{VendorCode: "dailyLimitExceeded402", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceGlobal},
	{VendorCode: "quotaExceeded402", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceGlobal},
	{VendorCode: "dailyLimitExceededUnreg", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal},
	{VendorCode: "rateLimitExceededUnreg", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal},
	{VendorCode: "userRateLimitExceededUnreg", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintRegister), Source: sourceGlobal},
	{VendorCode: "insufficientPermissions", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceDrive},
	{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceScopes},

	// Rights that are missing.
	{VendorCode: "insufficientFilePermissions", Kind: authError, Source: sourceDrive},
	{VendorCode: "appNotAuthorizedToFile", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceDrive},
	{VendorCode: "cannotDownloadAbusiveFile", Kind: authError, Source: sourceDrive},
	{VendorCode: "domainPolicy", Kind: authError, Source: sourceDrive},
	{VendorCode: "delegationDenied", Kind: authError, Source: sourceGmail},
	{VendorCode: "forbiddenForNonOrganizer", Kind: authError, Source: sourceCalendar},
	{VendorCode: "accessDenied", Kind: authError, Source: sourceBigQuery},
	{VendorCode: "IAM_PERMISSION_DENIED", Kind: authError, Source: sourceScopes},
	{VendorCode: "USER_PROJECT_DENIED", Kind: authError, Source: sourceReason},
	{VendorCode: "SECURITY_POLICY_VIOLATED", Kind: authError, Source: sourceReason},
	{VendorCode: "LOCATION_TAX_POLICY_VIOLATED", Kind: authError, Source: sourceReason},
	{VendorCode: "CONSUMER_SUSPENDED", Kind: authError, UserAction: true, Source: sourceReason},
	{VendorCode: "CONSUMER_INVALID", Kind: authError, Source: sourceReason},
	{VendorCode: "accountDisabled", Kind: authError, UserAction: true, Source: sourceGlobal},
	{VendorCode: "accountDeleted", Kind: authError, Source: sourceGlobal},
	{VendorCode: "accountUnverified", Kind: authError, UserAction: true, Source: sourceGlobal},

	// Credentials that are wrong, or have run out.
	{VendorCode: "authError", Kind: authError, Guidance: refresh, Source: sourceGlobal},
	{VendorCode: "expired", Kind: authError, Guidance: refresh, Source: sourceGlobal},
	{VendorCode: "ACCESS_TOKEN_EXPIRED", Kind: authError, Guidance: refresh, Source: sourceReason},
	{VendorCode: "CREDENTIALS_MISSING", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceScopes},
	{VendorCode: "keyInvalid", Kind: authError, Source: sourceGlobal},
	{VendorCode: "keyExpired", Kind: authError, Source: sourceGlobal},
	{VendorCode: "API_KEY_INVALID", Kind: authError, Source: sourceReason},
	{VendorCode: "API_KEY_SERVICE_BLOCKED", Kind: authError, Source: sourceReason},
	{VendorCode: "API_KEY_HTTP_REFERRER_BLOCKED", Kind: authError, Source: sourceReason},
	{VendorCode: "API_KEY_IP_ADDRESS_BLOCKED", Kind: authError, Source: sourceReason},
	{VendorCode: "API_KEY_ANDROID_APP_BLOCKED", Kind: authError, Source: sourceReason},
	{VendorCode: "API_KEY_IOS_APP_BLOCKED", Kind: authError, Source: sourceReason},

	// Not there.
	{VendorCode: "notFound", Kind: notFound, Source: sourceGlobal},
	{VendorCode: "deleted", Kind: notFound, Source: sourceGlobal},

	// Values that are wrong: the model can change them.
	{VendorCode: "invalid", Kind: validation, Source: sourceGlobal},
	{VendorCode: "invalidParameter", Kind: validation, Source: sourceGlobal},
	{VendorCode: "invalidArgument", Kind: validation, Source: sourceGmail},
	{VendorCode: "invalidQuery", Kind: validation, Source: sourceGlobal},
	{VendorCode: "parseError", Kind: validation, Source: sourceGlobal},
	{VendorCode: "invalidSharingRequest", Kind: validation, Source: sourceDrive},
	{VendorCode: "timeRangeEmpty", Kind: validation, Source: sourceCalendar},
	{VendorCode: "uploadTooLarge", Kind: validation, Source: sourceGlobal},
	{VendorCode: "responseTooLarge", Kind: badRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceGlobal},
	{VendorCode: "exportSizeLimitExceeded", Kind: badRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceDrive},
	{VendorCode: "resourcesExceeded", Kind: badRequest, Hint: toolerr.Msg(hintSmaller), Source: sourceBigQuery},
	{VendorCode: "badRequest", Kind: badRequest, Source: sourceGlobal},
	{VendorCode: "INVALID_ARGUMENT", Kind: badRequest, Source: sourceCode},
	{VendorCode: "OUT_OF_RANGE", Kind: badRequest, Source: sourceCode},

	// In the wrong state: the model has to look again, or do something first.
	{VendorCode: "conditionNotMet", Kind: badRequest, Hint: toolerr.Msg(hintChanged), Source: sourceGlobal},
	{VendorCode: "fileNotDownloadable", Kind: badRequest, Hint: toolerr.Msg(hintExport), Source: sourceDrive},
	{VendorCode: "fullSyncRequired", Kind: badRequest, Hint: toolerr.Msg(hintFullSync), Source: sourceCalendar},
	{VendorCode: "updatedMinTooLongAgo", Kind: badRequest, Hint: toolerr.Msg(hintFullSync), Source: sourceCalendar},
	{VendorCode: "failedPrecondition", Kind: badRequest, Source: sourceGmail},
	{VendorCode: "FAILED_PRECONDITION", Kind: badRequest, Source: sourceCode},
	{VendorCode: "conflict", Kind: badRequest, Source: sourceGlobal},
	{VendorCode: "duplicate", Kind: badRequest, Source: sourceGlobal},
	{VendorCode: "ALREADY_EXISTS", Kind: badRequest, Source: sourceCode},
	{VendorCode: "resourceInUse", Kind: badRequest, Source: sourceBigQuery},
	{VendorCode: "retentionPolicyNotMet", Kind: badRequest, Source: sourceStorage},
	{VendorCode: "stopped", Kind: badRequest, Effect: toolerr.EffectUnknown, Source: sourceBigQuery},
	// google/rpc/code.proto: repeat it at a higher level, read-modify-write.
	{VendorCode: "ABORTED", Kind: badRequest, CanRetry: &yes, Hint: toolerr.Msg(hintChanged), Source: sourceCode},

	// The service failed.
	{VendorCode: "backendError", Kind: serverError, Source: sourceGlobal},
	{VendorCode: "internalError", Kind: serverError, Source: sourceGlobal},
	{VendorCode: "backendNotConnected", Kind: serverError, Source: sourceGlobal},
	{VendorCode: "notReady", Kind: serverError, Source: sourceGlobal},
	{VendorCode: "jobBackendError", Kind: serverError, Source: sourceBigQuery},
	{VendorCode: "jobInternalError", Kind: serverError, Source: sourceBigQuery},
	{VendorCode: "tableUnavailable", Kind: serverError, Source: sourceBigQuery},
	{VendorCode: "notImplemented", Kind: serverError, CanRetry: &no, Effect: toolerr.EffectNone, Source: sourceGlobal},
}
