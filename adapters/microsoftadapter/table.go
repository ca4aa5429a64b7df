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
	sourceAzure    = "Azure Resource Manager and Azure Storage, error codes"
	sourceGraph    = "Microsoft Graph, error responses and error codes of its services"
	sourceAADSTS   = "Microsoft identity platform, Authentication and authorization error codes"
	sourceIdentity = "azidentity v1.15.0, errors.go"
)

const (
	hintSignIn = "The account's sign-in has ended or does not suffice. Ask the user to sign in again."
	hintSpace  = "The storage is full. Ask the user to free some of it, or to get more."
)

// table lists the meanings of the codes of Azure's services, of Microsoft Graph and of the
// authority that issues tokens.
var table = adapter.NewTable(slug, display,
	// Too many calls.
	adapter.Row{VendorCodes: []string{"TooManyRequests", "activityLimitReached", "ApplicationThrottled", codeBandwidth}, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceAzure + "; " + sourceGraph},

	// The service failed, or is busy.
	adapter.Row{
		VendorCodes: []string{"ServerBusy", "OperationTimedOut", "InternalError", "InternalServerError", "serviceNotAvailable", "generalException", "UnknownError"},
		Kind:        toolerr.KindUpstreamServerError, Source: sourceAzure + "; " + sourceGraph,
	},

	// The service does not accept the token.
	adapter.Row{
		VendorCodes: []string{"AuthenticationFailed", "ExpiredAuthenticationToken", "InvalidAuthenticationToken", "unauthenticated"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceAzure + "; " + sourceGraph,
	},
	adapter.Row{
		VendorCodes: []string{
			"InvalidAuthenticationInfo", "NoAuthenticationInformation", "AuthorizationFailed", "LinkedAuthorizationFailed",
			"RequestDisallowedByPolicy", "AuthorizationFailure", "AuthorizationPermissionMismatch", "InsufficientAccountPermissions",
			"accessDenied", "Authorization_RequestDenied", "ErrorAccessDenied",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceAzure + "; " + sourceGraph,
	},

	// Missing objects.
	adapter.Row{
		VendorCodes: []string{
			"ResourceNotFound", "ResourceGroupNotFound", "SubscriptionNotFound", "BlobNotFound", "ContainerNotFound", "itemNotFound",
			"Request_ResourceNotFound", "ErrorItemNotFound",
		},
		Kind: toolerr.KindUpstreamNotFound, Source: sourceAzure + "; " + sourceGraph,
	},

	// The state does not allow the call.
	adapter.Row{
		VendorCodes: []string{"Conflict", "ConditionNotMet", "resourceModified"}, Kind: toolerr.KindUpstreamBadRequest,
		Hint: toolerr.Msg("It is not in the state that the call expected. Read it again before writing."), Source: sourceAzure + "; " + sourceGraph,
	},
	adapter.Row{
		VendorCodes: []string{"ResourceAlreadyExists", "BlobAlreadyExists", "ContainerAlreadyExists", "StorageAccountAlreadyTaken", "nameAlreadyExists"},
		Kind:        toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("There is one like it already. Look it up, or choose another name."), Source: sourceAzure + "; " + sourceGraph,
	},
	adapter.Row{VendorCodes: []string{"LeaseIdMissing", "LeaseAlreadyPresent"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("Somebody has a lease on it. Wait until it ends, or use its id."), Source: sourceAzure},
	adapter.Row{
		VendorCodes: []string{"resyncRequired", "syncStateNotFound"},
		Kind:        toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The token of the last synchronisation is too old. Read everything again without it."), Source: sourceGraph,
	},
	adapter.Row{VendorCodes: []string{"notAllowed", "notSupported", "malwareDetected"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceGraph},
	adapter.Row{VendorCode: codeLocked, Kind: toolerr.KindToolRetry, Effect: toolerr.EffectNone, Message: toolerr.Msg("Somebody else has it open or locked."), Hint: toolerr.Msg("Try again later."), Source: sourceGraph},

	// A limit on resources.
	adapter.Row{VendorCode: "QuotaExceeded", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg("A quota of the subscription is used up. Someone has to raise it, or remove what counts against it."), Source: sourceAzure},
	adapter.Row{VendorCode: "SkuNotAvailable", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("This size is not available there. Choose another size or another place."), Source: sourceAzure},
	adapter.Row{VendorCode: "quotaLimitReached", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceGraph},
	adapter.Row{VendorCode: codeStorage, Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceGraph},

	// Values that the model can change.
	adapter.Row{
		VendorCodes: []string{
			"InvalidRequestContent", "InvalidParameter", "InvalidQueryParameterValue", "InvalidHeaderValue", "invalidRequest",
			"invalidRange", "Request_BadRequest", "ErrorInvalidRequest",
		},
		Kind: toolerr.KindUpstreamValidationError, Source: sourceAzure + "; " + sourceGraph,
	},

	// No token: a person has to sign in, to consent or to change a policy.
	adapter.Row{
		VendorCodes: []string{"AADSTS70008", "AADSTS700082", "AADSTS50173", "AADSTS50076", "AADSTS50079"},
		Kind:        toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS,
	},
	adapter.Row{VendorCode: "AADSTS65001", Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg("The account has not granted what the call needs. Ask the user, or an administrator, to grant it."), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS53003", Kind: toolerr.KindUpstreamAuthError, Effect: toolerr.EffectNone, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg("A policy of the organisation refuses the sign-in. Ask the user to see to it with an administrator."), Source: sourceAADSTS},
	adapter.Row{
		VendorCode: codeClaims, Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintSignIn),
		Source: "Microsoft identity platform, Claims challenges, claims requests and client capabilities",
	},
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
