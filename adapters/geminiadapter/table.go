package geminiadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sources of the rows.
const (
	sourceErrors = "Gemini API, API errors (ai.google.dev/gemini-api/docs/generate-content/api-errors), read 2026-11-21"
	sourceCode   = "googleapis, google/rpc/code.proto"
	sourceReason = "googleapis, google/api/error_reason.proto (domain googleapis.com)"
)

// table lists the meanings of the canonical codes, and of the reasons of ErrorInfo, which
// are more specific: by its code, an invalid key is a bad request.
var table = adapter.NewTable("_gemini", "Gemini",
	// The canonical codes.
	adapter.Row{VendorCodes: []string{"INVALID_ARGUMENT", "OUT_OF_RANGE"}, Fact: toolerr.FactRefused, Source: sourceErrors + "; " + sourceCode},
	adapter.Row{VendorCode: "ALREADY_EXISTS", Fact: toolerr.FactExists, Source: sourceCode},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Fact: toolerr.FactWrongState, UserAction: true, Unlike: "the state is that of the project or its plan", Hint: toolerr.Msg("The project or its plan does not meet a condition of the call. Someone may have to enable billing."), Source: sourceErrors},
	adapter.Row{VendorCode: "ABORTED", Fact: toolerr.FactAborted, Source: sourceCode},
	adapter.Row{VendorCodes: []string{"UNAUTHENTICATED", "ACCESS_TOKEN_EXPIRED"}, Fact: toolerr.FactExpiredKey, Source: sourceCode + "; " + sourceReason},
	adapter.Row{VendorCodes: []string{"PERMISSION_DENIED", "IAM_PERMISSION_DENIED"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The Gemini API key may not do this. Someone has to change its permissions."), Source: sourceErrors + "; " + sourceReason},
	adapter.Row{VendorCode: "NOT_FOUND", Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The model, or a file that the request names, does not exist or cannot be reached by the key."), Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED"}, Fact: toolerr.FactRateLimit, Source: sourceErrors + "; " + sourceReason},
	adapter.Row{VendorCode: "CANCELLED", Fact: toolerr.FactCanceled, Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"INTERNAL", "UNAVAILABLE", "UNKNOWN"}, Fact: toolerr.FactFailed, Source: sourceErrors + "; " + sourceCode},
	adapter.Row{VendorCode: "DATA_LOSS", Fact: toolerr.FactBroken, Source: sourceCode},
	adapter.Row{VendorCode: "UNIMPLEMENTED", Fact: toolerr.FactUnimplemented, Source: sourceCode},
	adapter.Row{VendorCode: "DEADLINE_EXCEEDED", Fact: toolerr.FactTimeout, Source: sourceErrors},

	// Credentials and the project.
	adapter.Row{VendorCodes: []string{"API_KEY_INVALID", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING"}, Fact: toolerr.FactWrongKey, Source: sourceReason},
	adapter.Row{VendorCodes: []string{
		"API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED",
		"API_KEY_IOS_APP_BLOCKED",
	}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The Gemini API key may not be used here. Someone has to change its restrictions."), Source: sourceReason},
	adapter.Row{VendorCode: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Fact: toolerr.FactMissingScope, Source: sourceReason},
	adapter.Row{VendorCode: "SERVICE_DISABLED", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The API is not enabled in the Google Cloud project. Someone has to enable it."), Source: sourceReason},
	adapter.Row{VendorCode: "BILLING_DISABLED", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("Billing is not enabled for the Google Cloud project. Someone has to enable it."), Source: sourceReason},
	adapter.Row{VendorCodes: []string{
		"CONSUMER_INVALID", "CONSUMER_SUSPENDED", "GCP_SUSPENDED", "USER_PROJECT_DENIED", "SECURITY_POLICY_VIOLATED",
		"LOCATION_POLICY_VIOLATED",
	}, Fact: toolerr.FactAccountClosed, Hint: toolerr.Msg("The Google Cloud project may not use the API. Someone has to look into it."), Source: sourceReason},
	adapter.Row{VendorCode: "RESOURCE_QUOTA_EXCEEDED", Fact: toolerr.FactQuota, Source: sourceReason},
)
