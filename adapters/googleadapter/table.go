package googleadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const permissionDenied = "PERMISSION_DENIED"

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

// table lists the meanings of Google's error words: the reasons of the older envelope
// (errors[].reason) and of BigQuery's jobs, those of ErrorInfo, and the canonical codes
// that are more specific than the HTTP status: PERMISSION_DENIED shows that a 403 is not a
// rate limit, even with a wait. Words that only repeat the status (forbidden, required)
// have no row.
//
// The codes of token endpoints are listed too, for tools that use only this adapter.
var table = adapter.NewTable("_google", "Google", slices.Concat(googleRows, oauthRows)...)

var googleRows = []adapter.Row{
	// Limits.
	{VendorCodes: []string{
		"rateLimitExceeded", "userRateLimitExceeded", "concurrentLimitExceeded", "servingLimitExceeded", "limitExceeded",
		"sharingRateLimitExceeded", "jobRateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
	}, Fact: toolerr.FactRateLimit, Source: sourceGlobal + "; " + sourceServices + "; " + sourceReason + "; " + sourceCode},
	{VendorCodes: []string{"dailyLimitExceeded", "variableTermExpiredDailyExceeded", "downloadQuotaExceeded"}, Fact: toolerr.FactDailyLimit, Source: sourceGlobal + "; " + sourceServices},
	{VendorCodes: []string{"quotaExceeded", "variableTermLimitExceeded"}, Fact: toolerr.FactDailyLimit, Hint: toolerr.Msg("A quota is used up, and waiting a few minutes does not help. Someone has to raise it, or it starts anew tomorrow."), Source: sourceGlobal},
	{VendorCodes: []string{"RESOURCE_QUOTA_EXCEEDED", "teamDriveFileLimitExceeded", "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded"}, Fact: toolerr.FactQuota, Source: sourceReason + "; " + sourceServices},
	{VendorCode: "storageQuotaExceeded", Fact: toolerr.FactQuota, Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Unlike: "Drive refuses with 403", Hint: toolerr.Msg("The user's storage is full. Ask the user to free some of it, or to get more."), Source: sourceServices},

	// The project.
	{VendorCodes: []string{"accessNotConfigured", "SERVICE_DISABLED"}, Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it."), Source: sourceGlobal + "; " + sourceReason},
	{VendorCodes: []string{
		"BILLING_DISABLED", "billingNotEnabled", "dailyLimitExceeded402", "quotaExceeded402",
	}, Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it."), Source: sourceReason + "; " + sourceServices + "; " + sourceGlobal},
	{VendorCodes: []string{"dailyLimitExceededUnreg", "rateLimitExceededUnreg", "userRateLimitExceededUnreg"}, Fact: toolerr.FactWrongKey, Hint: toolerr.Msg("The tool calls Google without a key or a project. Someone has to set one up."), Source: sourceGlobal},
	{VendorCodes: []string{"CONSUMER_SUSPENDED", "accountDisabled", "accountUnverified"}, Fact: toolerr.FactAccountClosed, Source: sourceReason + "; " + sourceGlobal},

	// Credentials and permissions.
	{VendorCodes: []string{"insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "appNotAuthorizedToFile"}, Fact: toolerr.FactMissingScope, Source: sourceServices + "; " + sourceScopes},
	{VendorCodes: []string{
		"insufficientFilePermissions", "cannotDownloadAbusiveFile", "domainPolicy", "delegationDenied", "forbiddenForNonOrganizer",
		"accessDenied", "IAM_PERMISSION_DENIED", "USER_PROJECT_DENIED", "SECURITY_POLICY_VIOLATED", "LOCATION_TAX_POLICY_VIOLATED",
		"CONSUMER_INVALID", "accountDeleted", permissionDenied,
	}, Fact: toolerr.FactNotPermitted, Source: sourceServices + "; " + sourceScopes + "; " + sourceReason + "; " + sourceGlobal + "; " + sourceCode},
	{VendorCodes: []string{
		"keyInvalid", "keyExpired", "API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED",
		"API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED",
	}, Fact: toolerr.FactWrongKey, Source: sourceReason + "; " + sourceGlobal},
	{VendorCode: "CREDENTIALS_MISSING", Fact: toolerr.FactWrongKey, Source: sourceScopes},
	{VendorCodes: []string{"authError", "expired", "ACCESS_TOKEN_EXPIRED"}, Fact: toolerr.FactExpiredKey, Source: sourceGlobal + "; " + sourceReason},

	// The request, and the state of what it names.
	{VendorCodes: []string{"notFound", "deleted"}, Fact: toolerr.FactNotFound, Source: sourceGlobal},
	{VendorCodes: []string{"invalid", "invalidParameter", "invalidQuery", "parseError", "invalidArgument", "invalidSharingRequest", "timeRangeEmpty"}, Fact: toolerr.FactInvalid, Source: sourceGlobal + "; " + sourceServices},
	{VendorCodes: []string{"uploadTooLarge", "responseTooLarge", "exportSizeLimitExceeded", "resourcesExceeded"}, Fact: toolerr.FactTooLarge, Source: sourceGlobal + "; " + sourceServices},
	{VendorCodes: []string{"badRequest", "INVALID_ARGUMENT", "OUT_OF_RANGE"}, Fact: toolerr.FactRefused, Source: sourceGlobal + "; " + sourceCode},
	{VendorCodes: []string{"failedPrecondition", "FAILED_PRECONDITION", "conflict", "resourceInUse", "retentionPolicyNotMet"}, Fact: toolerr.FactWrongState, Source: sourceGlobal + "; " + sourceCode + "; " + sourceServices},
	{VendorCodes: []string{"ALREADY_EXISTS", "duplicate"}, Fact: toolerr.FactExists, Source: sourceGlobal + "; " + sourceCode},
	{VendorCode: "conditionNotMet", Fact: toolerr.FactStale, Source: sourceGlobal},
	{VendorCode: "fileNotDownloadable", Fact: toolerr.FactUnsupported, Hint: toolerr.Msg("The file has no content of its own to download. Export it instead."), Source: sourceServices},
	{VendorCodes: []string{"fullSyncRequired", "updatedMinTooLongAgo"}, Fact: toolerr.FactOutdated, Source: sourceServices},
	{VendorCode: "stopped", Fact: toolerr.FactCanceled, Source: sourceServices},
	{VendorCode: "ABORTED", Fact: toolerr.FactAborted, Source: sourceCode},

	// The service failed.
	{VendorCodes: []string{"backendError", "internalError", "backendNotConnected", "notReady", "jobBackendError", "jobInternalError", "tableUnavailable"}, Fact: toolerr.FactFailed, Source: sourceGlobal + "; " + sourceServices},
	{VendorCode: "notImplemented", Fact: toolerr.FactUnimplemented, Source: sourceGlobal},
}
