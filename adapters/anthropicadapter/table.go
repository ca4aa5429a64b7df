package anthropicadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_anthropic"
	display = "Anthropic"
)

// invalidRequest is the type of errors without a specific type, with any status.
const invalidRequest = "invalid_request_error"

// The sources of the rows.
const (
	sourceErrors = "Claude API, Errors (platform.claude.com/docs/en/api/errors), read 2026-11-21"
)

// The hints.
var (
	hintCredentials = toolerr.Msg("The tool has no usable Anthropic credentials. Someone has to set them up.")
)

// table lists the meanings of error.type, and of error.details.error_code, which is more
// specific.
var table = adapter.NewTable(slug, display,
	adapter.Row{VendorCode: invalidRequest, Kind: toolerr.KindUpstreamBadRequest, Source: sourceErrors},
	adapter.Row{
		VendorCode: "authentication_error", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true,
		Hint: toolerr.Msg("The Anthropic API key is not valid. Someone has to set another one."), Source: sourceErrors,
	},
	adapter.Row{
		VendorCode: "billing_error", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true,
		Hint: toolerr.Msg("The Anthropic account has a billing problem. Someone has to settle it; waiting does not help."), Source: sourceErrors,
	},
	adapter.Row{
		VendorCode: "permission_error", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true,
		Hint: toolerr.Msg("The Anthropic API key may not do this. Someone has to change its permissions."), Source: sourceErrors,
	},
	adapter.Row{VendorCode: "not_found_error", Kind: toolerr.KindUpstreamNotFound, Source: sourceErrors},
	adapter.Row{VendorCode: "conflict_error", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The data is not in the state that the call expected. Read it again before writing."), Source: sourceErrors},
	adapter.Row{VendorCode: "request_too_large", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The request is too large. Make it smaller."), Source: sourceErrors},
	adapter.Row{VendorCode: "rate_limit_error", Kind: toolerr.KindUpstreamRateLimit, Source: sourceErrors},
	// A rate_limit_error by type, without a Retry-After. It lasts to the end of the month.
	adapter.Row{
		VendorCode: "enforced_spend_limit_reached", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, UserAction: true,
		Hint:   toolerr.Msg("The monthly spend cap of the Anthropic account is reached. Someone has to raise it, or it starts anew next month."),
		Source: "Claude API, Rate limits (platform.claude.com/docs/en/api/rate-limits), read 2026-11-21",
	},
	adapter.Row{VendorCodes: []string{"api_error", "timeout_error"}, Kind: toolerr.KindUpstreamServerError, Source: sourceErrors + "; " + "anthropic-sdk-go v1.84.0, shared.ErrorType"},
	// The service has no capacity for the request. A stream that had already begun has no
	// effect either.
	adapter.Row{VendorCode: "overloaded_error", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: sourceErrors},
)
