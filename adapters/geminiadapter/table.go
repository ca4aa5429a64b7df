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
var (
	hintKey     = toolerr.Msg("The Gemini API key is not valid. Someone has to set another one.")
	hintBlocked = toolerr.Msg("The Gemini API key may not be used here. Someone has to change its restrictions.")
	hintRights  = toolerr.Msg("The Gemini API key may not do this. Someone has to change its permissions.")
	hintEnable  = toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it.")
	hintBilling = toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it.")
	hintPlan    = toolerr.Msg("The project or its plan does not meet a condition of the call. Someone may have to enable billing.")
	hintProject = toolerr.Msg("The Google Cloud project may not use the API. Someone has to look into it.")
	hintScopes  = toolerr.Msg("The account has not granted what the call needs. Ask the user to connect it again and to grant access.")
	hintToday   = toolerr.Msg("A daily quota is used up. It starts anew tomorrow.")
	hintQuota   = toolerr.Msg("A limit of the project is reached. Someone has to raise it, or remove what counts against it.")
	hintModel   = toolerr.Msg("The model, or a file that the request names, does not exist or cannot be reached by the key.")
	hintSmaller = toolerr.Msg("The request may be too large to be answered in time. Make it smaller.")
)

func no() *bool { return new(false) }

func key(code string, hint toolerr.Message) adapter.Row {
	return adapter.Row{Code: code, Kind: authError, Guidance: stay, UserAction: true, Hint: hint, Source: sourceReason}
}

// table is what the words of Gemini's errors mean: the canonical codes, and the
// reasons of ErrorInfo, which say more. A bad key is a bad request by its code.
var table = adapter.NewTable(slug, display,
	// The canonical codes.
	adapter.Row{Code: "INVALID_ARGUMENT", Kind: badRequest, Source: sourceErrors},
	adapter.Row{Code: "FAILED_PRECONDITION", Kind: badRequest, UserAction: true, Hint: hintPlan, Source: sourceErrors},
	adapter.Row{Code: "OUT_OF_RANGE", Kind: badRequest, Source: sourceCode},
	adapter.Row{Code: "ALREADY_EXISTS", Kind: badRequest, Source: sourceCode},
	adapter.Row{Code: "ABORTED", Kind: badRequest, CanRetry: new(true), Source: sourceCode},
	adapter.Row{Code: "UNAUTHENTICATED", Kind: authError, Guidance: refresh, Source: sourceCode},
	adapter.Row{Code: "PERMISSION_DENIED", Kind: authError, Guidance: stay, UserAction: true, Hint: hintRights, Source: sourceErrors},
	adapter.Row{Code: "NOT_FOUND", Kind: notFound, Hint: hintModel, Source: sourceErrors},
	adapter.Row{Code: "RESOURCE_EXHAUSTED", Kind: rateLimit, Source: sourceErrors},
	adapter.Row{Code: "CANCELLED", Kind: badRequest, Effect: toolerr.EffectUnknown, Source: sourceErrors},
	adapter.Row{Code: "INTERNAL", Kind: serverError, Source: sourceErrors},
	adapter.Row{Code: "UNKNOWN", Kind: serverError, Source: sourceCode},
	adapter.Row{Code: "DATA_LOSS", Kind: serverError, CanRetry: no(), Source: sourceCode},
	adapter.Row{Code: "UNIMPLEMENTED", Kind: serverError, CanRetry: no(), Effect: toolerr.EffectNone, Source: sourceCode},
	adapter.Row{Code: "UNAVAILABLE", Kind: serverError, Source: sourceErrors},
	adapter.Row{Code: "DEADLINE_EXCEEDED", Kind: serverError, Hint: hintSmaller, Source: sourceErrors},

	// Credentials.
	key("API_KEY_INVALID", hintKey),
	key("API_KEY_SERVICE_BLOCKED", hintBlocked),
	key("API_KEY_HTTP_REFERRER_BLOCKED", hintBlocked),
	key("API_KEY_IP_ADDRESS_BLOCKED", hintBlocked),
	key("API_KEY_ANDROID_APP_BLOCKED", hintBlocked),
	key("API_KEY_IOS_APP_BLOCKED", hintBlocked),
	key("ACCESS_TOKEN_TYPE_UNSUPPORTED", hintKey),
	adapter.Row{Code: "ACCESS_TOKEN_EXPIRED", Kind: authError, Guidance: refresh, Source: sourceReason},
	adapter.Row{Code: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: authError, Guidance: stay, UserAction: true, Hint: hintScopes, Source: sourceReason},
	adapter.Row{Code: "CREDENTIALS_MISSING", Kind: authError, Guidance: stay, UserAction: true, Hint: hintKey, Source: sourceReason},

	// The project.
	key("SERVICE_DISABLED", hintEnable),
	key("BILLING_DISABLED", hintBilling),
	key("CONSUMER_INVALID", hintProject),
	key("CONSUMER_SUSPENDED", hintProject),
	key("GCP_SUSPENDED", hintProject),
	key("USER_PROJECT_DENIED", hintProject),
	key("IAM_PERMISSION_DENIED", hintRights),
	key("SECURITY_POLICY_VIOLATED", hintProject),
	key("LOCATION_POLICY_VIOLATED", hintProject),

	// Limits: of a minute, and on what there is.
	adapter.Row{Code: "RATE_LIMIT_EXCEEDED", Kind: rateLimit, Source: sourceReason},
	adapter.Row{Code: "RESOURCE_QUOTA_EXCEEDED", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceReason},
)
