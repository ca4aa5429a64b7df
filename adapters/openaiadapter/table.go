package openaiadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_openai"
	display = "OpenAI"
)

// invalidRequest is the type of most refused requests, with any status.
const invalidRequest = "invalid_request_error"

// The sources of the rows.
const (
	sourceGuide    = "OpenAI API, Error codes guide, read 2026-11-21"
	sourceSpend    = "OpenAI Help Center, usage and spend limits (article 6614457), read 2026-11-21"
	sourceResponse = "openai-go v3.96.0, responses.ResponseErrorCode"
	sourceTurn     = "openai-go v3.96.0, SessionTurnErrorCode"
	sourceImages   = "openai-go v3.96.0, details of moderation_blocked"
	sourceOAuth    = "openai-go v3.96.0, shared.OAuthErrorCode"
	sourceBilling  = "seen in an answer of the API, status 400: github.com/dfinke/PowerShellAI issue 127"
	sourceKey      = "seen in an answer of the API, status 401: github.com/continuedev/continue issue 11409"
	sourceAccount  = "seen in an answer of the API, status 401: github.com/ChatGPTNextWeb/NextChat issue 4175"
	sourcePlace    = "seen in an answer of the API, status 403: github.com/home-assistant/core issue 120072"
	sourceModel    = "seen in an answer of the API, status 404: github.com/Aider-AI/aider issue 2030"
	sourceFilter   = "seen in an answer of the API, status 400, Azure OpenAI: github.com/openai/openai-agents-python issue 806"
	sourcePolicy   = "seen in an answer of the API, status 400: github.com/BerriAI/litellm issue 16072"
	sourceArgument = "seen in an answer of the API, status 400: github.com/FoundationAgents/MetaGPT issue 1709"
	sourceLength   = "seen in an answer of the API, status 400: github.com/getsentry/sentry-mcp issue 106"
	sourceValue    = "seen in an answer of the API, status 400: github.com/microsoft/vscode issue 255504"
	sourceOverload = "seen in an answer of the API, in a stream: github.com/anomalyco/opencode issue 25884, github.com/openai/codex, codex-api/src/sse/responses.rs"
)

// Hints for several codes.
const (
	hintKey      = "The OpenAI API key is not valid. Someone has to set another one."
	hintAccount  = "The OpenAI account may not do this. Someone has to change its settings."
	hintPlace    = "OpenAI does not serve the country or region the request came from."
	hintCredit   = "The OpenAI account has no credit left. Someone has to add some; waiting does not help."
	hintSpend    = "A spending or usage limit of the OpenAI account is reached. Someone has to raise it."
	hintShorten  = "The input is too long for the model. Shorten it."
	hintContent  = "The content was refused by a policy. The same content will be refused again."
	hintImage    = "The image cannot be used. Give another one, or another format or size."
	hintModel    = "The model does not exist, or the account has no access to it. Use another model."
	hintArgument = "A parameter of the request does not fit the model. Change it."
)

// table lists the meanings of codes and types, for any status. The types requests and
// tokens are not in it, because compatible servers send them with errors that are not about
// rates.
var table = adapter.NewTable(
	slug, display,

	// Transient rate limits.
	adapter.Row{VendorCode: "rate_limit_exceeded", Kind: toolerr.KindUpstreamRateLimit, Source: sourceResponse},
	adapter.Row{VendorCodes: []string{"slow_down", "rate_limit_error"}, Kind: toolerr.KindUpstreamRateLimit, Source: sourceGuide},

	// Balances and spend limits. The status is 429, but a wait does not help.
	adapter.Row{VendorCode: "insufficient_quota", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintCredit), Source: sourceGuide},
	adapter.Row{VendorCode: "credit_balance_exhausted", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintCredit), Source: sourceSpend},
	adapter.Row{VendorCode: "billing_not_active", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintCredit), Source: sourceTurn},
	adapter.Row{
		VendorCodes: []string{"organization_usage_limit_exceeded", "organization_spend_limit_exceeded", "project_spend_limit_exceeded"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintSpend), Source: sourceSpend,
	},
	adapter.Row{VendorCode: "usage_limit_exceeded", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintSpend), Source: sourceTurn},
	adapter.Row{VendorCode: "billing_hard_limit_reached", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintSpend), Source: sourceBilling},

	// Keys and accounts, which a program cannot renew.
	adapter.Row{VendorCode: "invalid_api_key", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintKey), Source: sourceKey},
	adapter.Row{VendorCode: "account_deactivated", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintAccount), Source: sourceAccount},
	adapter.Row{VendorCode: "data_residency_mismatch", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintAccount), Source: sourceResponse},
	adapter.Row{
		VendorCodes: []string{"invalid_grant", "invalid_subject_token"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, UserAction: true, Hint: toolerr.Msg(hintAccount), Source: sourceOAuth,
	},
	adapter.Row{VendorCode: "unsupported_country_region_territory", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintPlace), Source: sourcePlace},

	adapter.Row{VendorCode: "model_not_found", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg(hintModel), Source: sourceModel},

	// Content.
	adapter.Row{VendorCode: "context_length_exceeded", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintShorten), Source: sourceTurn},
	adapter.Row{VendorCode: "string_above_max_length", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintShorten), Source: sourceLength},
	adapter.Row{
		VendorCodes: []string{"invalid_prompt", "bio_policy", "misalignment_policy_violation", "image_content_policy_violation"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintContent), Source: sourceResponse,
	},
	adapter.Row{VendorCode: "content_filter", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintContent), Source: sourceFilter},
	adapter.Row{VendorCode: "content_policy_violation", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintContent), Source: sourcePolicy},
	adapter.Row{VendorCode: "moderation_blocked", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintContent), Source: sourceImages},
	adapter.Row{VendorCode: "cyber_policy", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintContent), Source: sourceTurn},
	adapter.Row{
		VendorCodes: []string{
			"invalid_image", "invalid_image_format", "invalid_base64_image", "invalid_image_url", "image_too_large", "image_too_small",
			"image_parse_error", "invalid_image_mode", "image_file_too_large", "unsupported_image_media_type", "empty_image_file",
			"failed_to_download_image", "image_file_not_found",
		},
		Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintImage), Source: sourceResponse,
	},
	adapter.Row{VendorCode: "unsupported_parameter", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintArgument), Source: sourceArgument},
	adapter.Row{VendorCode: "unsupported_value", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintArgument), Source: sourceValue},
	adapter.Row{VendorCode: invalidRequest, Kind: toolerr.KindUpstreamBadRequest, Source: sourceGuide},

	// Failures of OpenAI.
	adapter.Row{VendorCodes: []string{"server_is_overloaded", "service_unavailable_error"}, Kind: toolerr.KindUpstreamServerError, Source: sourceOverload},
	adapter.Row{VendorCodes: []string{"server_overloaded", "internal_error"}, Kind: toolerr.KindUpstreamServerError, Source: sourceTurn},
	adapter.Row{VendorCodes: []string{"server_error", "vector_store_timeout"}, Kind: toolerr.KindUpstreamServerError, Source: sourceResponse},
)
