package geminiadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_gemini"
	display = "Gemini"
)

// The sources of the rows.
const (
	sourceErrors = "Gemini API, API errors (ai.google.dev/gemini-api/docs/generate-content/api-errors), read 2026-11-21"
	sourceCode   = "googleapis, google/rpc/code.proto"
	sourceReason = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
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

// table lists the meanings of the canonical codes, and of the reasons of ErrorInfo, which
// are more specific: by its code, an invalid key is a bad request.
var table = adapter.NewTable(slug, display,
	// The canonical codes.
	adapter.Row{VendorCode: "INVALID_ARGUMENT", Kind: toolerr.KindUpstreamBadRequest, Source: sourceErrors},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg(hintPlan), Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"OUT_OF_RANGE", "ALREADY_EXISTS"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceCode},
	adapter.Row{VendorCode: "ABORTED", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Source: sourceCode},
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCode},
	adapter.Row{VendorCode: "PERMISSION_DENIED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintRights), Source: sourceErrors},
	adapter.Row{VendorCode: "NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg(hintModel), Source: sourceErrors},
	adapter.Row{VendorCode: "RESOURCE_EXHAUSTED", Kind: toolerr.KindUpstreamRateLimit, Source: sourceErrors},
	adapter.Row{VendorCode: "CANCELLED", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"INTERNAL", "UNAVAILABLE"}, Kind: toolerr.KindUpstreamServerError, Source: sourceErrors},
	adapter.Row{VendorCode: "UNKNOWN", Kind: toolerr.KindUpstreamServerError, Source: sourceCode},
	adapter.Row{VendorCode: "DATA_LOSS", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Source: sourceCode},
	adapter.Row{VendorCode: "UNIMPLEMENTED", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceCode},
	adapter.Row{VendorCode: "DEADLINE_EXCEEDED", Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg(hintSmaller), Source: sourceErrors},

	// Credentials.
	adapter.Row{
		VendorCodes: []string{"API_KEY_INVALID", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintKey), Source: sourceReason,
	},
	adapter.Row{
		VendorCodes: []string{
			"API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED",
			"API_KEY_IOS_APP_BLOCKED",
		},
		Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintBlocked), Source: sourceReason,
	},
	adapter.Row{VendorCode: "ACCESS_TOKEN_EXPIRED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceReason},
	adapter.Row{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceReason},

	// The project.
	adapter.Row{VendorCode: "SERVICE_DISABLED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintEnable), Source: sourceReason},
	adapter.Row{VendorCode: "BILLING_DISABLED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintBilling), Source: sourceReason},
	adapter.Row{
		VendorCodes: []string{
			"CONSUMER_INVALID", "CONSUMER_SUSPENDED", "GCP_SUSPENDED", "USER_PROJECT_DENIED", "SECURITY_POLICY_VIOLATED",
			"LOCATION_POLICY_VIOLATED",
		},
		Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintProject), Source: sourceReason,
	},
	adapter.Row{VendorCode: "IAM_PERMISSION_DENIED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintRights), Source: sourceReason},

	// Rate limits, and limits on the number of objects.
	adapter.Row{VendorCode: "RATE_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamRateLimit, Source: sourceReason},
	adapter.Row{VendorCode: "RESOURCE_QUOTA_EXCEEDED", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg(hintQuota), Source: sourceReason},
)
