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

// table lists the meanings of the canonical codes, and of the reasons of ErrorInfo, which
// are more specific: by its code, an invalid key is a bad request.
var table = adapter.NewTable(slug, display,
	// The canonical codes.
	adapter.Row{VendorCodes: []string{"INVALID_ARGUMENT", "OUT_OF_RANGE", "ALREADY_EXISTS"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceErrors + "; " + sourceCode},
	adapter.Row{
		VendorCode: "FAILED_PRECONDITION", Kind: toolerr.KindUpstreamBadRequest, UserAction: true,
		Hint: toolerr.Msg("The project or its plan does not meet a condition of the call. Someone may have to enable billing."), Source: sourceErrors,
	},
	adapter.Row{VendorCode: "ABORTED", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Source: sourceCode},
	adapter.Row{VendorCodes: []string{"UNAUTHENTICATED", "ACCESS_TOKEN_EXPIRED"}, Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCode + "; " + sourceReason},
	adapter.Row{
		VendorCodes: []string{"PERMISSION_DENIED", "IAM_PERMISSION_DENIED"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg("The Gemini API key may not do this. Someone has to change its permissions."), Source: sourceErrors + "; " + sourceReason,
	},
	adapter.Row{VendorCode: "NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg("The model, or a file that the request names, does not exist or cannot be reached by the key."), Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED"}, Kind: toolerr.KindUpstreamRateLimit, Source: sourceErrors + "; " + sourceReason},
	adapter.Row{VendorCode: "CANCELLED", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"INTERNAL", "UNAVAILABLE", "UNKNOWN"}, Kind: toolerr.KindUpstreamServerError, Source: sourceErrors + "; " + sourceCode},
	adapter.Row{VendorCode: "DATA_LOSS", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Source: sourceCode},
	adapter.Row{VendorCode: "UNIMPLEMENTED", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceCode},
	adapter.Row{VendorCode: "DEADLINE_EXCEEDED", Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg("The request may be too large to be answered in time. Make it smaller."), Source: sourceErrors},

	// Credentials.
	adapter.Row{
		VendorCodes: []string{"API_KEY_INVALID", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg("The Gemini API key is not valid. Someone has to set another one."), Source: sourceReason,
	},
	adapter.Row{
		VendorCodes: []string{
			"API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED",
			"API_KEY_IOS_APP_BLOCKED",
		},
		Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg("The Gemini API key may not be used here. Someone has to change its restrictions."), Source: sourceReason,
	},
	adapter.Row{
		VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true,
		Hint: toolerr.Msg("The account has not granted what the call needs. Ask the user to connect it again and to grant access."), Source: sourceReason,
	},

	// The project.
	adapter.Row{
		VendorCode: "SERVICE_DISABLED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true,
		Hint: toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it."), Source: sourceReason,
	},
	adapter.Row{
		VendorCode: "BILLING_DISABLED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true,
		Hint: toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it."), Source: sourceReason,
	},
	adapter.Row{
		VendorCodes: []string{
			"CONSUMER_INVALID", "CONSUMER_SUSPENDED", "GCP_SUSPENDED", "USER_PROJECT_DENIED", "SECURITY_POLICY_VIOLATED",
			"LOCATION_POLICY_VIOLATED",
		},
		Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg("The Google Cloud project may not use the API. Someone has to look into it."), Source: sourceReason,
	},

	// Rate limits, and limits on the number of objects.
	adapter.Row{
		VendorCode: "RESOURCE_QUOTA_EXCEEDED", Kind: toolerr.KindUpstreamBadRequest, UserAction: true,
		Hint: toolerr.Msg("A limit of the project is reached. Someone has to raise it, or remove what counts against it."), Source: sourceReason,
	},
)
