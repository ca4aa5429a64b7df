package openaiadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_openai"
	display = "OpenAI"
)

// invalidRequest is the type of most refusals, whatever their status.
const invalidRequest = "invalid_request_error"

// Where the rows come from.
const (
	sourceGuide    = "OpenAI API, Error codes guide, read 2026-11-21"
	sourceSpend    = "OpenAI Help Center, usage and spend limits (article 6614457), read 2026-11-21"
	sourceResponse = "openai-go v3.96.0, responses.ResponseErrorCode"
	sourceTurn     = "openai-go v3.96.0, SessionTurnErrorCode"
	sourceImages   = "openai-go v3.96.0, details of moderation_blocked"
	sourceOAuth    = "openai-go v3.96.0, shared.OAuthErrorCode"
	sourceBilling  = "status 400: github.com/dfinke/PowerShellAI issue 127"
	sourceKey      = "status 401: github.com/continuedev/continue issue 11409"
	sourceAccount  = "status 401: github.com/ChatGPTNextWeb/NextChat issue 4175"
	sourcePlace    = "status 403: github.com/home-assistant/core issue 120072"
	sourceModel    = "status 404: github.com/Aider-AI/aider issue 2030"
	sourceFilter   = "status 400, Azure OpenAI: github.com/openai/openai-agents-python issue 806"
	sourcePolicy   = "status 400: github.com/BerriAI/litellm issue 16072"
	sourceArgument = "status 400: github.com/FoundationAgents/MetaGPT issue 1709"
	sourceLength   = "status 400: github.com/getsentry/sentry-mcp issue 106"
	sourceValue    = "status 400: github.com/microsoft/vscode issue 255504"
	sourceOverload = "in a stream: github.com/anomalyco/opencode issue 25884, github.com/openai/codex, codex-api/src/sse/responses.rs"
)

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError

	// stay keeps the runtime from renewing credentials that no program renews.
	stay = toolerr.GuidanceNone
)

// The hints, each for several codes.
var (
	hintKey      = toolerr.Msg("The OpenAI API key is not valid. Someone has to set another one.")
	hintAccount  = toolerr.Msg("The OpenAI account may not do this. Someone has to change its settings.")
	hintPlace    = toolerr.Msg("OpenAI does not serve the country or region the request came from.")
	hintCredit   = toolerr.Msg("The OpenAI account has no credit left. Someone has to add some; waiting does not help.")
	hintSpend    = toolerr.Msg("A spending or usage limit of the OpenAI account is reached. Someone has to raise it.")
	hintShorten  = toolerr.Msg("The input is too long for the model. Shorten it.")
	hintContent  = toolerr.Msg("The content was refused by a policy. The same content will be refused again.")
	hintImage    = toolerr.Msg("The image cannot be used. Give another one, or another format or size.")
	hintModel    = toolerr.Msg("The model does not exist, or the account has no access to it. Use another model.")
	hintArgument = toolerr.Msg("A parameter of the request does not fit the model. Change it.")
)

// person is the row of what only a person can change: a balance, a limit, a key.
func person(code string, hint toolerr.Message, source string) adapter.Row {
	return adapter.Row{Code: code, Kind: authError, Guidance: stay, UserAction: true, Hint: hint, Source: source}
}

// refused is the row of what the caller can change.
func refused(code string, hint toolerr.Message, source string) adapter.Row {
	return adapter.Row{Code: code, Kind: validation, Hint: hint, Source: source}
}

// table is what the codes and types of OpenAI mean, whatever the status. The
// types requests and tokens are not in it: compatible servers put them on
// refusals that have nothing to do with rates.
var table = adapter.NewTable(
	slug, display,

	// Rates, which come back by themselves.
	adapter.Row{Code: "rate_limit_exceeded", Kind: rateLimit, Source: sourceResponse},
	adapter.Row{Code: "slow_down", Kind: rateLimit, Source: sourceGuide},
	adapter.Row{Code: "rate_limit_error", Kind: rateLimit, Source: sourceGuide},

	// Money, which somebody has to give: status 429, and no waiting helps.
	person("insufficient_quota", hintCredit, sourceGuide),
	person("credit_balance_exhausted", hintCredit, sourceSpend),
	person("billing_not_active", hintCredit, sourceTurn),
	person("organization_usage_limit_exceeded", hintSpend, sourceSpend),
	person("organization_spend_limit_exceeded", hintSpend, sourceSpend),
	person("project_spend_limit_exceeded", hintSpend, sourceSpend),
	person("usage_limit_exceeded", hintSpend, sourceTurn),
	person("billing_hard_limit_reached", hintSpend, sourceBilling),

	// Keys and accounts: no program renews them.
	person("invalid_api_key", hintKey, sourceKey),
	person("account_deactivated", hintAccount, sourceAccount),
	person("data_residency_mismatch", hintAccount, sourceResponse),
	person("invalid_grant", hintAccount, sourceOAuth),
	person("invalid_subject_token", hintAccount, sourceOAuth),
	adapter.Row{Code: "unsupported_country_region_territory", Kind: authError, Guidance: stay, Hint: hintPlace, Source: sourcePlace},

	adapter.Row{Code: "model_not_found", Kind: notFound, Hint: hintModel, Source: sourceModel},

	// Content.
	refused("context_length_exceeded", hintShorten, sourceTurn),
	refused("string_above_max_length", hintShorten, sourceLength),
	refused("invalid_prompt", hintContent, sourceResponse),
	refused("content_filter", hintContent, sourceFilter),
	refused("content_policy_violation", hintContent, sourcePolicy),
	refused("moderation_blocked", hintContent, sourceImages),
	refused("bio_policy", hintContent, sourceResponse),
	refused("cyber_policy", hintContent, sourceTurn),
	refused("misalignment_policy_violation", hintContent, sourceResponse),
	refused("image_content_policy_violation", hintContent, sourceResponse),
	refused("invalid_image", hintImage, sourceResponse),
	refused("invalid_image_format", hintImage, sourceResponse),
	refused("invalid_base64_image", hintImage, sourceResponse),
	refused("invalid_image_url", hintImage, sourceResponse),
	refused("image_too_large", hintImage, sourceResponse),
	refused("image_too_small", hintImage, sourceResponse),
	refused("image_parse_error", hintImage, sourceResponse),
	refused("invalid_image_mode", hintImage, sourceResponse),
	refused("image_file_too_large", hintImage, sourceResponse),
	refused("unsupported_image_media_type", hintImage, sourceResponse),
	refused("empty_image_file", hintImage, sourceResponse),
	refused("failed_to_download_image", hintImage, sourceResponse),
	refused("image_file_not_found", hintImage, sourceResponse),
	refused("unsupported_parameter", hintArgument, sourceArgument),
	refused("unsupported_value", hintArgument, sourceValue),
	adapter.Row{Code: invalidRequest, Kind: badRequest, Source: sourceGuide},

	// Failures of OpenAI's own.
	adapter.Row{Code: "server_is_overloaded", Kind: serverError, Source: sourceOverload},
	adapter.Row{Code: "service_unavailable_error", Kind: serverError, Source: sourceOverload},
	adapter.Row{Code: "server_overloaded", Kind: serverError, Source: sourceTurn},
	adapter.Row{Code: "server_error", Kind: serverError, Source: sourceResponse},
	adapter.Row{Code: "internal_error", Kind: serverError, Source: sourceTurn},
	adapter.Row{Code: "vector_store_timeout", Kind: serverError, Source: sourceResponse},
)
