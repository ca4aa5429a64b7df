package microsoftadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_microsoft"
	display = "Microsoft"
)

// The codes that are this package's own words, since the vendor has none.
const (
	codeSignIn       = "authentication_required"
	codeNoCredential = "credential_unavailable"
	codeNoToken      = "authentication_failed"
	codeLocked       = "locked"
	codeBandwidth    = "bandwidth_limit"
	codeStorage      = "insufficient_storage"
	codeClaims       = "insufficient_claims" // in a challenge
)

// Where the rows come from, read 2026-11-21.
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
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	needsUser   = toolerr.KindToolContextRequired
	fatal       = toolerr.KindToolFatal
	retry       = toolerr.KindToolRetry

	refresh   = toolerr.GuidanceRefreshAuthThenRetry
	noRefresh = toolerr.GuidanceNone

	none = toolerr.EffectNone
)

const (
	hintSignIn    = "The account's sign-in has ended or does not suffice. Ask the user to sign in again."
	hintConsent   = "The account has not granted what the call needs. Ask the user, or an administrator, to grant it."
	hintBlocked   = "A policy of the organisation refuses the sign-in. Ask the user to see to it with an administrator."
	hintSetup     = "The program's own credential is wrong. Someone has to set it up."
	hintExists    = "There is one like it already. Look it up, or choose another name."
	hintChanged   = "It is not in the state that the call expected. Read it again before writing."
	hintLease     = "Somebody has a lease on it. Wait until it ends, or use its id."
	hintQuota     = "A quota of the subscription is used up. Someone has to raise it, or remove what counts against it."
	hintSpace     = "The storage is full. Ask the user to free some of it, or to get more."
	hintElsewhere = "It is not to be had there. Choose another size or another place."
	hintResync    = "The token of the last synchronisation is too old. Read everything again without it."
	hintLocked    = "Try again later."
	hintCredit    = "The machine has no credential to sign in with. Someone has to set one up."
)

var no = false

// table is what the codes mean: of Azure's services, of Microsoft Graph, and of
// the authority that gives tokens.
var table = adapter.NewTable(slug, display,
	// Too many calls.
	adapter.Row{VendorCode: "TooManyRequests", Kind: rateLimit, Effect: none, Source: sourceARM},
	adapter.Row{VendorCode: "activityLimitReached", Kind: rateLimit, Effect: none, Source: sourceOneDrive},
	adapter.Row{VendorCode: "ApplicationThrottled", Kind: rateLimit, Effect: none, Source: sourceOutlook},
	adapter.Row{VendorCode: codeBandwidth, Kind: rateLimit, Effect: none, Source: sourceHTTP},

	// The service failed, or is busy.
	adapter.Row{VendorCode: "ServerBusy", Kind: serverError, Source: sourceStorage},
	adapter.Row{VendorCode: "OperationTimedOut", Kind: serverError, Source: sourceStorage},
	adapter.Row{VendorCode: "InternalError", Kind: serverError, Source: sourceStorage},
	adapter.Row{VendorCode: "InternalServerError", Kind: serverError, Source: sourceARM},
	adapter.Row{VendorCode: "serviceNotAvailable", Kind: serverError, Source: sourceOneDrive},
	adapter.Row{VendorCode: "generalException", Kind: serverError, Source: sourceOneDrive},
	adapter.Row{VendorCode: "UnknownError", Kind: serverError, Source: sourceGraph},

	// The token is of no use to the service.
	adapter.Row{VendorCode: "AuthenticationFailed", Kind: authError, Guidance: refresh, Source: sourceARM},
	adapter.Row{VendorCode: "ExpiredAuthenticationToken", Kind: authError, Guidance: refresh, Source: sourceARM},
	adapter.Row{VendorCode: "InvalidAuthenticationToken", Kind: authError, Guidance: refresh, Source: sourceGraph},
	adapter.Row{VendorCode: "unauthenticated", Kind: authError, Guidance: refresh, Source: sourceOneDrive},
	adapter.Row{VendorCode: "InvalidAuthenticationInfo", Kind: authError, Source: sourceStorage},
	adapter.Row{VendorCode: "NoAuthenticationInformation", Kind: authError, Source: sourceStorage},

	// Rights that are missing.
	adapter.Row{VendorCode: "AuthorizationFailed", Kind: authError, Source: sourceARM},
	adapter.Row{VendorCode: "LinkedAuthorizationFailed", Kind: authError, Source: sourceARM},
	adapter.Row{VendorCode: "RequestDisallowedByPolicy", Kind: authError, Source: sourceARM},
	adapter.Row{VendorCode: "AuthorizationFailure", Kind: authError, Source: sourceStorage},
	adapter.Row{VendorCode: "AuthorizationPermissionMismatch", Kind: authError, Source: sourceStorage},
	adapter.Row{VendorCode: "InsufficientAccountPermissions", Kind: authError, Source: sourceStorage},
	adapter.Row{VendorCode: "accessDenied", Kind: authError, Source: sourceOneDrive},
	adapter.Row{VendorCode: "Authorization_RequestDenied", Kind: authError, Source: sourceEntra},
	adapter.Row{VendorCode: "ErrorAccessDenied", Kind: authError, Source: sourceOutlook},

	// Not there.
	adapter.Row{VendorCode: "ResourceNotFound", Kind: notFound, Source: sourceARM},
	adapter.Row{VendorCode: "ResourceGroupNotFound", Kind: notFound, Source: sourceARM},
	adapter.Row{VendorCode: "SubscriptionNotFound", Kind: notFound, Source: sourceARM},
	adapter.Row{VendorCode: "BlobNotFound", Kind: notFound, Source: sourceStorage},
	adapter.Row{VendorCode: "ContainerNotFound", Kind: notFound, Source: sourceStorage},
	adapter.Row{VendorCode: "itemNotFound", Kind: notFound, Source: sourceOneDrive},
	adapter.Row{VendorCode: "Request_ResourceNotFound", Kind: notFound, Source: sourceEntra},
	adapter.Row{VendorCode: "ErrorItemNotFound", Kind: notFound, Source: sourceOutlook},

	// In another state.
	adapter.Row{VendorCode: "Conflict", Kind: badRequest, Hint: toolerr.Msg(hintChanged), Source: sourceARM},
	adapter.Row{VendorCode: "ResourceAlreadyExists", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceStorage},
	adapter.Row{VendorCode: "BlobAlreadyExists", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceStorage},
	adapter.Row{VendorCode: "ContainerAlreadyExists", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceStorage},
	adapter.Row{VendorCode: "StorageAccountAlreadyTaken", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceARM},
	adapter.Row{VendorCode: "nameAlreadyExists", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceOneDrive},
	adapter.Row{VendorCode: "ConditionNotMet", Kind: badRequest, Hint: toolerr.Msg(hintChanged), Source: sourceStorage},
	adapter.Row{VendorCode: "resourceModified", Kind: badRequest, Hint: toolerr.Msg(hintChanged), Source: sourceOneDrive},
	adapter.Row{VendorCode: "LeaseIdMissing", Kind: badRequest, Hint: toolerr.Msg(hintLease), Source: sourceStorage},
	adapter.Row{VendorCode: "LeaseAlreadyPresent", Kind: badRequest, Hint: toolerr.Msg(hintLease), Source: sourceStorage},
	adapter.Row{VendorCode: "resyncRequired", Kind: badRequest, Hint: toolerr.Msg(hintResync), Source: sourceOneDrive},
	adapter.Row{VendorCode: "syncStateNotFound", Kind: badRequest, Hint: toolerr.Msg(hintResync), Source: sourceOneDrive},
	adapter.Row{VendorCode: "notAllowed", Kind: badRequest, Source: sourceOneDrive},
	adapter.Row{VendorCode: "notSupported", Kind: badRequest, Source: sourceOneDrive},
	adapter.Row{VendorCode: "malwareDetected", Kind: badRequest, Source: sourceOneDrive},
	adapter.Row{VendorCode: codeLocked, Kind: retry, Effect: none, Message: toolerr.Msg("Somebody else has it open or locked."), Hint: toolerr.Msg(hintLocked), Source: sourceHTTP},

	// A limit on what there is.
	adapter.Row{VendorCode: "QuotaExceeded", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceARM},
	adapter.Row{VendorCode: "SkuNotAvailable", Kind: badRequest, Hint: toolerr.Msg(hintElsewhere), Source: sourceARM},
	adapter.Row{VendorCode: "quotaLimitReached", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceOneDrive},
	adapter.Row{VendorCode: codeStorage, Kind: serverError, CanRetry: &no, Effect: none, UserAction: true, Hint: toolerr.Msg(hintSpace), Source: sourceHTTP},

	// Values that the model can change.
	adapter.Row{VendorCode: "InvalidRequestContent", Kind: validation, Source: sourceARM},
	adapter.Row{VendorCode: "InvalidParameter", Kind: validation, Source: sourceARM},
	adapter.Row{VendorCode: "InvalidQueryParameterValue", Kind: validation, Source: sourceStorage},
	adapter.Row{VendorCode: "InvalidHeaderValue", Kind: validation, Source: sourceStorage},
	adapter.Row{VendorCode: "invalidRequest", Kind: validation, Source: sourceOneDrive},
	adapter.Row{VendorCode: "invalidRange", Kind: validation, Source: sourceOneDrive},
	adapter.Row{VendorCode: "Request_BadRequest", Kind: validation, Source: sourceEntra},
	adapter.Row{VendorCode: "ErrorInvalidRequest", Kind: validation, Source: sourceOutlook},

	// No token: a person has to sign in, consent, or see to a policy.
	adapter.Row{VendorCode: "AADSTS70008", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS700082", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS50173", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS50076", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS50079", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSignIn), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS65001", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintConsent), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS53003", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintBlocked), Source: sourceAADSTS},
	adapter.Row{VendorCode: codeClaims, Kind: needsUser, Effect: none, UserAction: true, Hint: toolerr.Msg(hintSignIn), Source: sourceClaims},
	adapter.Row{VendorCode: codeSignIn, Kind: needsUser, Effect: none, UserAction: true, Hint: toolerr.Msg(hintSignIn), Source: sourceIdentity},

	// No token: the program is set up wrongly.
	adapter.Row{VendorCode: "AADSTS7000215", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSetup), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS7000222", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSetup), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS700016", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSetup), Source: sourceAADSTS},
	adapter.Row{VendorCode: "AADSTS90002", Kind: authError, Effect: none, UserAction: true, Guidance: noRefresh, Hint: toolerr.Msg(hintSetup), Source: sourceAADSTS},
	adapter.Row{VendorCode: codeNoCredential, Kind: fatal, Effect: none, UserAction: true, Hint: toolerr.Msg(hintCredit), Source: sourceIdentity},
	// Nothing more is known; a network that failed may be in its text.
	adapter.Row{VendorCode: codeNoToken, Kind: authError, Effect: none, Guidance: noRefresh, Source: sourceIdentity},
)

// families are what a code means that the table does not have: Azure's services
// name theirs after a pattern.
var families = []struct {
	suffix string
	kind   toolerr.Kind
}{
	{"NotFound", notFound},
	{"AlreadyExists", badRequest},
}

// familyOf returns the kind of a code by its family.
func familyOf(code string) (toolerr.Kind, bool) {
	for _, f := range families {
		if strings.HasSuffix(code, f.suffix) {
			return f.kind, true
		}
	}
	return "", false
}

// rowOf is the row of a code that the table has.
func rowOf(code string) adapter.Row {
	row, _ := table.Lookup(code)
	return row
}
