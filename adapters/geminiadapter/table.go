package geminiadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_gemini"
	display = "Gemini"
)

// Where the rows come from.
const (
	sourceErrors = "Gemini API, API errors (ai.google.dev/gemini-api/docs/generate-content/api-errors), read 2026-11-21"
	sourceCode   = "googleapis, google/rpc/code.proto"
	sourceReason = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
)

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	serverError = toolerr.KindUpstreamServerError
	unmapped    = toolerr.KindUpstreamUnmapped

	// stay keeps the runtime from renewing credentials that no program renews.
	stay    = toolerr.GuidanceNone
	refresh = toolerr.GuidanceRefreshAuthThenRetry
)

// The hints.
const (
	hintKey     = "The Gemini API key is not valid. Someone has to set another one."
	hintBlocked = "The Gemini API key may not be used here. Someone has to change its restrictions."
	hintRights  = "The Gemini API key may not do this. Someone has to change its permissions."
	hintEnable  = "The API is not enabled in the Google Cloud project. Someone has to enable it."
	hintBilling = "Billing is not enabled for the Google Cloud project. Someone has to enable it."
	hintPlan    = "The project or its plan does not meet a condition of the call. Someone may have to enable billing."
	hintProject = "The Google Cloud project may not use the API. Someone has to look into it."
	hintScopes  = "The account has not granted what the call needs. Ask the user to connect it again and to grant access."
	hintToday   = "A daily quota is used up. It starts anew tomorrow."
	hintQuota   = "A limit of the project is reached. Someone has to raise it, or remove what counts against it."
	hintModel   = "The model, or a file that the request names, does not exist or cannot be reached by the key."
	hintSmaller = "The request may be too large to be answered in time. Make it smaller."
)

var yes, no = true, false // for CanRetry to point at

// table is what the words of Gemini's errors mean: the canonical codes, and the
// reasons of ErrorInfo, which say more. A bad key is a bad request by its code.
var table = adapter.NewTable(slug, display,
	// The canonical codes.
	adapter.Row{VendorCode: "INVALID_ARGUMENT", Kind: badRequest, Source: sourceErrors},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintPlan), Source: sourceErrors},
	adapter.Row{VendorCode: "OUT_OF_RANGE", Kind: badRequest, Source: sourceCode},
	adapter.Row{VendorCode: "ALREADY_EXISTS", Kind: badRequest, Source: sourceCode},
	adapter.Row{VendorCode: "ABORTED", Kind: badRequest, CanRetry: &yes, Source: sourceCode},
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: authError, Guidance: refresh, Source: sourceCode},
	adapter.Row{VendorCode: "PERMISSION_DENIED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintRights), Source: sourceErrors},
	adapter.Row{VendorCode: "NOT_FOUND", Kind: notFound, Hint: toolerr.Msg(hintModel), Source: sourceErrors},
	adapter.Row{VendorCode: "RESOURCE_EXHAUSTED", Kind: rateLimit, Source: sourceErrors},
	adapter.Row{VendorCode: "CANCELLED", Kind: badRequest, Effect: toolerr.EffectUnknown, Source: sourceErrors},
	adapter.Row{VendorCode: "INTERNAL", Kind: serverError, Source: sourceErrors},
	adapter.Row{VendorCode: "UNKNOWN", Kind: serverError, Source: sourceCode},
	adapter.Row{VendorCode: "DATA_LOSS", Kind: serverError, CanRetry: &no, Source: sourceCode},
	adapter.Row{VendorCode: "UNIMPLEMENTED", Kind: serverError, CanRetry: &no, Effect: toolerr.EffectNone, Source: sourceCode},
	adapter.Row{VendorCode: "UNAVAILABLE", Kind: serverError, Source: sourceErrors},
	adapter.Row{VendorCode: "DEADLINE_EXCEEDED", Kind: serverError, Hint: toolerr.Msg(hintSmaller), Source: sourceErrors},

	// Credentials.
	adapter.Row{VendorCode: "API_KEY_INVALID", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintKey), Source: sourceReason},
	adapter.Row{VendorCode: "API_KEY_SERVICE_BLOCKED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintBlocked), Source: sourceReason},
	adapter.Row{VendorCode: "API_KEY_HTTP_REFERRER_BLOCKED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintBlocked), Source: sourceReason},
	adapter.Row{VendorCode: "API_KEY_IP_ADDRESS_BLOCKED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintBlocked), Source: sourceReason},
	adapter.Row{VendorCode: "API_KEY_ANDROID_APP_BLOCKED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintBlocked), Source: sourceReason},
	adapter.Row{VendorCode: "API_KEY_IOS_APP_BLOCKED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintBlocked), Source: sourceReason},
	adapter.Row{VendorCode: "ACCESS_TOKEN_TYPE_UNSUPPORTED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintKey), Source: sourceReason},
	adapter.Row{VendorCode: "ACCESS_TOKEN_EXPIRED", Kind: authError, Guidance: refresh, Source: sourceReason},
	adapter.Row{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceReason},
	adapter.Row{VendorCode: "CREDENTIALS_MISSING", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintKey), Source: sourceReason},

	// The project.
	adapter.Row{VendorCode: "SERVICE_DISABLED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReason},
	adapter.Row{VendorCode: "BILLING_DISABLED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceReason},
	adapter.Row{VendorCode: "CONSUMER_INVALID", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason},
	adapter.Row{VendorCode: "CONSUMER_SUSPENDED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason},
	adapter.Row{VendorCode: "GCP_SUSPENDED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason},
	adapter.Row{VendorCode: "USER_PROJECT_DENIED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason},
	adapter.Row{VendorCode: "IAM_PERMISSION_DENIED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintRights), Source: sourceReason},
	adapter.Row{VendorCode: "SECURITY_POLICY_VIOLATED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason},
	adapter.Row{VendorCode: "LOCATION_POLICY_VIOLATED", Kind: authError, Guidance: stay, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason},

	// Limits: of a minute, and on what there is.
	adapter.Row{VendorCode: "RATE_LIMIT_EXCEEDED", Kind: rateLimit, Source: sourceReason},
	adapter.Row{VendorCode: "RESOURCE_QUOTA_EXCEEDED", Kind: badRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReason},
)
