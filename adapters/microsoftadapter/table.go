package microsoftadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's own codes, for errors without a code of Microsoft.
const (
	codeSignIn       = "authentication_required"
	codeNoCredential = "credential_unavailable"
	codeNoToken      = "authentication_failed"
	codeLocked       = "locked"
	codeBandwidth    = "bandwidth_limit"
	codeStorage      = "insufficient_storage"
	codeClaims       = "insufficient_claims" // in a challenge
)

// The sources of the rows, read 2026-11-21.
const (
	sourceAzure    = "Azure Resource Manager and Azure Storage, error codes"
	sourceGraph    = "Microsoft Graph, error responses and error codes of its services"
	sourceDeploy   = "Azure Resource Manager, Troubleshoot common Azure deployment errors, read 2026-11-26"
	sourceAADSTS   = "Microsoft identity platform, Authentication and authorization error codes"
	sourceIdentity = "azidentity v1.15.0, errors.go"
)

const (
	hintSignIn = "The account's sign-in has ended or does not suffice. Ask the user to sign in again."
	hintSpace  = "The storage is full. Ask the user to free some of it, or to get more."
)

// table lists the meanings of the codes of Azure's services, of Microsoft Graph and of the
// authority that issues tokens.
var table = adapter.NewTable("_microsoft", "Microsoft",
	adapter.Row{VendorCodes: []string{"TooManyRequests", "activityLimitReached", "ApplicationThrottled", codeBandwidth}, Fact: toolerr.FactRateLimit, Source: sourceAzure + "; " + sourceGraph},
	adapter.Row{VendorCodes: []string{"ServerBusy", "OperationTimedOut", "InternalError", "InternalServerError", "serviceNotAvailable", "generalException", "UnknownError"}, Fact: toolerr.FactFailed, Source: sourceAzure + "; " + sourceGraph},

	// Access.
	adapter.Row{VendorCodes: []string{"AuthenticationFailed", "ExpiredAuthenticationToken", "InvalidAuthenticationToken", "unauthenticated"}, Fact: toolerr.FactExpiredKey, Source: sourceAzure + "; " + sourceGraph},
	adapter.Row{VendorCodes: []string{"InvalidAuthenticationInfo", "NoAuthenticationInformation"}, Fact: toolerr.FactWrongKey, Source: sourceAzure},
	adapter.Row{VendorCodes: []string{
		"AuthorizationFailed", "LinkedAuthorizationFailed", "RequestDisallowedByPolicy", "AuthorizationFailure",
		"AuthorizationPermissionMismatch", "InsufficientAccountPermissions", "accessDenied", "Authorization_RequestDenied",
		"ErrorAccessDenied",
	}, Fact: toolerr.FactNotPermitted, Source: sourceAzure + "; " + sourceGraph},

	// Objects and their state.
	adapter.Row{VendorCodes: []string{"ResourceNotFound", "ResourceGroupNotFound", "SubscriptionNotFound", "BlobNotFound", "ContainerNotFound", "itemNotFound", "Request_ResourceNotFound", "ErrorItemNotFound"}, Fact: toolerr.FactNotFound, Source: sourceAzure + "; " + sourceGraph},
	adapter.Row{VendorCodes: []string{"Conflict", "ConditionNotMet", "resourceModified"}, Fact: toolerr.FactStale, Source: sourceAzure + "; " + sourceGraph},
	adapter.Row{VendorCodes: []string{"ResourceAlreadyExists", "BlobAlreadyExists", "ContainerAlreadyExists", "StorageAccountAlreadyTaken", "nameAlreadyExists"}, Fact: toolerr.FactExists, Source: sourceAzure + "; " + sourceGraph},
	adapter.Row{VendorCodes: []string{"LeaseIdMissing", "LeaseAlreadyPresent"}, Fact: toolerr.FactWrongState, Hint: toolerr.Msg("Another program has a lease on the object. Wait until the lease ends, or use its id."), Source: sourceAzure},
	adapter.Row{VendorCodes: []string{"resyncRequired", "syncStateNotFound"}, Fact: toolerr.FactOutdated, Source: sourceGraph},
	adapter.Row{VendorCodes: []string{"notAllowed", "malwareDetected"}, Fact: toolerr.FactRefused, Source: sourceGraph},
	adapter.Row{
		VendorCode: "MailboxNotEnabledForRESTAPI", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The account has no mailbox that the API can read. An administrator has to give it one."),
		Source: "Microsoft Graph, error MailboxNotEnabledForRESTAPI (support.microsoft.com/help/4462988)",
	},
	adapter.Row{VendorCode: "notSupported", Fact: toolerr.FactUnsupported, Source: sourceGraph},
	adapter.Row{VendorCode: codeLocked, Fact: toolerr.FactLocked, Source: sourceGraph},

	// Limits.
	adapter.Row{VendorCodes: []string{"AnotherOperationInProgress", "DeploymentActiveAndUneditable", "ResourceGroupBeingDeleted", "StorageAccountOperationInProgress"}, Fact: toolerr.FactLocked, Source: sourceDeploy + "; Microsoft Learn, Common Error Codes for Storage Resource Provider"},
	adapter.Row{VendorCodes: []string{"MissingSubscriptionRegistration", "InvalidSubscriptionRegistrationState", "NoRegisteredProviderFound"}, Fact: toolerr.FactNotEnabled, Source: sourceDeploy},
	adapter.Row{VendorCodes: []string{"ReadOnlyDisabledSubscription", "SubscriptionDisabled"}, Fact: toolerr.FactAccountClosed, Source: "Microsoft Learn, Common Error Codes for Storage Resource Provider"},
	adapter.Row{VendorCode: "QuotaExceeded", Fact: toolerr.FactQuota, Source: sourceAzure},
	adapter.Row{VendorCode: "SkuNotAvailable", Fact: toolerr.FactUnsupported, Hint: toolerr.Msg("This size is not available there. Choose another size or another place."), Source: sourceAzure},
	adapter.Row{VendorCode: "quotaLimitReached", Fact: toolerr.FactQuota, Hint: toolerr.Msg(hintSpace), Source: sourceGraph},
	adapter.Row{VendorCode: codeStorage, Fact: toolerr.FactNoSpace, Hint: toolerr.Msg(hintSpace), Source: sourceGraph},

	// Values that the model can change.
	adapter.Row{VendorCodes: []string{
		"InvalidRequestContent", "InvalidParameter", "InvalidQueryParameterValue", "InvalidHeaderValue", "invalidRequest", "invalidRange",
		"Request_BadRequest", "ErrorInvalidRequest",
	}, Fact: toolerr.FactInvalid, Source: sourceAzure + "; " + sourceGraph},

	// No token: a person has to sign in, to consent or to change a policy, or the program is
	// configured wrongly.
	adapter.Row{VendorCodes: []string{"AADSTS70008", "AADSTS700082", "AADSTS50173", "AADSTS50076", "AADSTS50079"}, Fact: toolerr.FactSignIn, Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS65001", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The account has not granted what the call needs. Ask the user, or an administrator, to grant it."), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS53003", Fact: toolerr.FactSignIn, Hint: toolerr.Msg("A policy of the organisation refuses the sign-in. Ask the user to talk to an administrator."), Source: sourceAADSTS},
	adapter.Row{VendorCode: codeClaims, Fact: toolerr.FactPersonNeeded, Hint: toolerr.Msg(hintSignIn), Source: "Microsoft identity platform, Claims challenges, claims requests and client capabilities"},
	adapter.Row{VendorCode: codeSignIn, Fact: toolerr.FactPersonNeeded, Unanswered: true, Hint: toolerr.Msg(hintSignIn), Source: sourceIdentity},
	adapter.Row{VendorCodes: []string{"AADSTS7000215", "AADSTS7000222", "AADSTS700016", "AADSTS90002"}, Fact: toolerr.FactWrongKey, Source: sourceAADSTS},
	adapter.Row{VendorCode: codeNoCredential, Fact: toolerr.FactMisuse, Unanswered: true, UserAction: true, Unlike: "only a person has the credential", Hint: toolerr.Msg("The machine has no credential to sign in with. Someone has to set one up."), Source: sourceIdentity},
	// No token for another reason, which may be a failure of the network.
	adapter.Row{VendorCode: codeNoToken, Fact: toolerr.FactNotPermitted, Hint: toolerr.Msg("The tool did not get a token. The arguments of the call are not the reason."), Source: sourceIdentity},
)

// statuses are the codes of statuses with a meaning of Microsoft's that differs from
// HTTP's. Azure documents only 423 (Azure Cosmos DB REST API, HTTP status codes, read
// 2026-11-22: another scale operation is in progress); 509 is not a registered status.
var statuses = map[int]string{
	http.StatusLocked:              codeLocked,
	http.StatusInsufficientStorage: codeStorage,
	509:                            codeBandwidth,
}

// familyOf returns the kind of an unlisted code that follows the naming of Azure's
// services, or "".
func familyOf(code string) toolerr.Kind {
	switch {
	case strings.HasSuffix(code, "NotFound"):
		return toolerr.KindUpstreamNotFound
	case strings.HasSuffix(code, "AlreadyExists"):
		return toolerr.KindUpstreamBadRequest
	}
	return ""
}
