package microsoftadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_microsoft"
	display = "Microsoft"
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
	sourceARM      = "Azure Resource Manager, Common deployment errors and REST API error codes"
	sourceStorage  = "Azure Storage REST API, Common REST API error codes"
	sourceGraph    = "Microsoft Graph, Error responses and resource types; Throttling guidance"
	sourceOneDrive = "OneDrive and SharePoint in Microsoft Graph, error codes"
	sourceOutlook  = "Outlook mail and calendar in Microsoft Graph, error codes"
	sourceEntra    = "Microsoft Entra ID in Microsoft Graph, error codes"
	sourceAADSTS   = "Microsoft identity platform, Authentication and authorization error codes"
	sourceClaims   = "Microsoft identity platform, Claims challenges, claims requests and client capabilities"
	sourceIdentity = "azidentity v1.15.0, errors.go"
	sourceHTTP     = "Microsoft Graph, HTTP status codes"
)

const (
	hintSignIn  = "The account's sign-in has ended or does not suffice. Ask the user to sign in again."
	hintExists  = "There is one like it already. Look it up, or choose another name."
	hintChanged = "It is not in the state that the call expected. Read it again before writing."
	hintSpace   = "The storage is full. Ask the user to free some of it, or to get more."
)

// table lists the meanings of the codes of Azure's services, of Microsoft Graph and of the
// authority that issues tokens.
var table = adapter.NewTable(slug, display,
	// Too many calls.
	adapter.Row{VendorCode: "TooManyRequests", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceARM},
	adapter.Row{VendorCode: "activityLimitReached", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceOneDrive},
	adapter.Row{VendorCode: "ApplicationThrottled", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceOutlook},
	adapter.Row{VendorCode: codeBandwidth, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceHTTP},

	// The service failed, or is busy.
	adapter.Row{VendorCodes: []string{"ServerBusy", "OperationTimedOut", "InternalError"}, Kind: toolerr.KindUpstreamServerError, Source: sourceStorage},
	adapter.Row{VendorCode: "InternalServerError", Kind: toolerr.KindUpstreamServerError, Source: sourceARM},
	adapter.Row{VendorCodes: []string{"serviceNotAvailable", "generalException"}, Kind: toolerr.KindUpstreamServerError, Source: sourceOneDrive},
	adapter.Row{VendorCode: "UnknownError", Kind: toolerr.KindUpstreamServerError, Source: sourceGraph},

	// The service does not accept the token.
	adapter.Row{
		VendorCodes: []string{"AuthenticationFailed", "ExpiredAuthenticationToken"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceARM,
	},
	adapter.Row{VendorCode: "InvalidAuthenticationToken", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceGraph},
	adapter.Row{VendorCode: "unauthenticated", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceOneDrive},
	adapter.Row{VendorCodes: []string{"InvalidAuthenticationInfo", "NoAuthenticationInformation"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceStorage},

	// The account lacks a permission.
	adapter.Row{
		VendorCodes: []string{"AuthorizationFailed", "LinkedAuthorizationFailed", "RequestDisallowedByPolicy"},
		Kind:        toolerr.KindUpstreamAuthError, Source: sourceARM,
	},
	adapter.Row{
		VendorCodes: []string{"AuthorizationFailure", "AuthorizationPermissionMismatch", "InsufficientAccountPermissions"},
		Kind:        toolerr.KindUpstreamAuthError, Source: sourceStorage,
	},
	adapter.Row{VendorCode: "accessDenied", Kind: toolerr.KindUpstreamAuthError, Source: sourceOneDrive},
	adapter.Row{VendorCode: "Authorization_RequestDenied", Kind: toolerr.KindUpstreamAuthError, Source: sourceEntra},
	adapter.Row{VendorCode: "ErrorAccessDenied", Kind: toolerr.KindUpstreamAuthError, Source: sourceOutlook},

	// Missing objects.
	adapter.Row{VendorCodes: []string{"ResourceNotFound", "ResourceGroupNotFound", "SubscriptionNotFound"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceARM},
	adapter.Row{VendorCodes: []string{"BlobNotFound", "ContainerNotFound"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceStorage},
	adapter.Row{VendorCode: "itemNotFound", Kind: toolerr.KindUpstreamNotFound, Source: sourceOneDrive},
	adapter.Row{VendorCode: "Request_ResourceNotFound", Kind: toolerr.KindUpstreamNotFound, Source: sourceEntra},
	adapter.Row{VendorCode: "ErrorItemNotFound", Kind: toolerr.KindUpstreamNotFound, Source: sourceOutlook},

	// The state does not allow the call.
	adapter.Row{VendorCode: "Conflict", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintChanged), Source: sourceARM},
	adapter.Row{
		VendorCodes: []string{"ResourceAlreadyExists", "BlobAlreadyExists", "ContainerAlreadyExists"},
		Kind:        toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: sourceStorage,
	},
	adapter.Row{VendorCode: "StorageAccountAlreadyTaken", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: sourceARM},
	adapter.Row{VendorCode: "nameAlreadyExists", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: sourceOneDrive},
	adapter.Row{VendorCode: "ConditionNotMet", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintChanged), Source: sourceStorage},
	adapter.Row{VendorCode: "resourceModified", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintChanged), Source: sourceOneDrive},
	adapter.Row{VendorCodes: []string{"LeaseIdMissing", "LeaseAlreadyPresent"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("Somebody has a lease on it. Wait until it ends, or use its id."), Source: sourceStorage},
	adapter.Row{VendorCodes: []string{"resyncRequired", "syncStateNotFound"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The token of the last synchronisation is too old. Read everything again without it."), Source: sourceOneDrive},
	adapter.Row{VendorCodes: []string{"notAllowed", "notSupported", "malwareDetected"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceOneDrive},
	adapter.Row{VendorCode: codeLocked, Kind: toolerr.KindToolRetry, Effect: toolerr.EffectNone, Message: toolerr.Msg("Somebody else has it open or locked."), Hint: toolerr.Msg("Try again later."), Source: sourceHTTP},

	// A limit on resources.
	adapter.Row{VendorCode: "QuotaExceeded", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg("A quota of the subscription is used up. Someone has to raise it, or remove what counts against it."), Source: sourceARM},
	adapter.Row{VendorCode: "SkuNotAvailable", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("It is not to be had there. Choose another size or another place."), Source: sourceARM},
	adapter.Row{VendorCode: "quotaLimitReached", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceOneDrive},
	adapter.Row{VendorCode: codeStorage, Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceHTTP},

	// Values that the model can change.
	adapter.Row{VendorCodes: []string{"InvalidRequestContent", "InvalidParameter"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceARM},
	adapter.Row{VendorCodes: []string{"InvalidQueryParameterValue", "InvalidHeaderValue"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceStorage},
	adapter.Row{VendorCodes: []string{"invalidRequest", "invalidRange"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceOneDrive},
	adapter.Row{VendorCode: "Request_BadRequest", Kind: toolerr.KindUpstreamValidationError, Source: sourceEntra},
	adapter.Row{VendorCode: "ErrorInvalidRequest", Kind: toolerr.KindUpstreamValidationError, Source: sourceOutlook},

	// No token: a person has to sign in, to consent or to change a policy.
	adapter.Row{
		VendorCodes: []string{"AADSTS70008", "AADSTS700082", "AADSTS50173", "AADSTS50076", "AADSTS50079"},
		Kind:        toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS,
	},
	adapter.Row{VendorCode: "AADSTS65001", Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg("The account has not granted what the call needs. Ask the user, or an administrator, to grant it."), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS53003", Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg("A policy of the organisation refuses the sign-in. Ask the user to see to it with an administrator."), Source: sourceAADSTS},
	adapter.Row{VendorCode: codeClaims, Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintSignIn), Source: sourceClaims},
	adapter.Row{VendorCode: codeSignIn, Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintSignIn), Unanswered: true, Source: sourceIdentity},

	// No token: the program is configured wrongly.
	adapter.Row{
		VendorCodes: []string{"AADSTS7000215", "AADSTS7000222", "AADSTS700016", "AADSTS90002"},
		Kind:        toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg("The program's own credential is wrong. Someone has to set it up."), Source: sourceAADSTS,
	},
	adapter.Row{VendorCode: codeNoCredential, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg("The machine has no credential to sign in with. Someone has to set one up."), Unanswered: true, Source: sourceIdentity},
	// No token for another reason, which may be a failure of the network.
	adapter.Row{VendorCode: codeNoToken, Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, Guidance: toolerr.GuidanceNone, Source: sourceIdentity},
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
