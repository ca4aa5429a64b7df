package openaiadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// invalidRequest is the type of most refused requests, with any status.
const invalidRequest = "invalid_request_error"

// The sources of the rows. sourceSeen are issues on GitHub: dfinke/PowerShellAI 127,
// continuedev/continue 11409, ChatGPTNextWeb/NextChat 4175, home-assistant/core 120072,
// Aider-AI/aider 2030, openai/openai-agents-python 806 (Azure OpenAI), BerriAI/litellm
// 16072, FoundationAgents/MetaGPT 1709, getsentry/sentry-mcp 106, microsoft/vscode 255504.
const (
	sourceSeen     = "seen in answers of the API"
	sourceGuide    = "OpenAI API, Error codes guide, read 2026-11-21"
	sourceSpend    = "OpenAI Help Center, usage and spend limits (article 6614457), read 2026-11-21"
	sourceResponse = "openai-go v3.96.0, responses.ResponseErrorCode"
	sourceTurn     = "openai-go v3.96.0, SessionTurnErrorCode"
)

// table lists the meanings of codes and types, for any status. The types requests and
// tokens are not in it, because compatible servers send them with errors that are not about
// rates.
var table = adapter.NewTable(
	"_openai", "OpenAI",
	adapter.Row{VendorCodes: []string{"rate_limit_exceeded", "slow_down", "rate_limit_error"}, Fact: toolerr.FactRateLimit, Source: sourceResponse + "; " + sourceGuide},
	adapter.Row{VendorCodes: []string{"insufficient_quota", "credit_balance_exhausted", "billing_not_active"}, Fact: toolerr.FactAccountEmpty, Source: sourceGuide + "; " + sourceSpend + "; " + sourceTurn},
	adapter.Row{VendorCodes: []string{
		"organization_usage_limit_exceeded", "organization_spend_limit_exceeded", "project_spend_limit_exceeded", "usage_limit_exceeded",
		"billing_hard_limit_reached",
	}, Fact: toolerr.FactPlanLimit, Source: sourceSpend + "; " + sourceTurn + "; " + sourceSeen},
	adapter.Row{VendorCode: "invalid_api_key", Fact: toolerr.FactWrongKey, Source: sourceSeen},
	adapter.Row{VendorCodes: []string{
		"account_deactivated", "data_residency_mismatch", "invalid_grant", "invalid_subject_token",
	}, Fact: toolerr.FactAccountClosed, Hint: toolerr.Msg("The OpenAI account may not do this. Someone has to change its settings."), Source: sourceSeen + "; " + sourceResponse + "; openai-go v3.96.0, shared.OAuthErrorCode"},
	adapter.Row{VendorCode: "unsupported_country_region_territory", Fact: toolerr.FactNotPermitted, Hint: toolerr.Msg("OpenAI does not serve the country or region that the request came from. Someone has to run the tool elsewhere."), Source: sourceGuide},
	adapter.Row{VendorCode: "model_not_found", Fact: toolerr.FactNotFound, UserAction: true, Unlike: "a person chose the model, or grants the access", Rule: toolerr.RuleNotFound, Field: "model", Hint: toolerr.Msg("The model does not exist, or the account has no access to it. Use another model, or ask someone to grant the access."), Source: sourceSeen},
	adapter.Row{VendorCode: "DeploymentNotFound", Fact: toolerr.FactNotFound, UserAction: true, Unlike: "the tool's settings name the deployment, not the call", Hint: toolerr.Msg("The account has no deployment of this model. Someone has to deploy it, or to correct the tool's settings."), Source: "Microsoft Q&A, questions 1189174 and 1299621: Azure OpenAI"},
	adapter.Row{VendorCodes: []string{"context_length_exceeded", "string_above_max_length"}, Fact: toolerr.FactTooLarge, Rule: toolerr.RuleTooLong, Hint: toolerr.Msg("The input is too long for the model. Shorten it."), Source: sourceTurn + "; " + sourceSeen},
	adapter.Row{VendorCodes: []string{
		"invalid_prompt", "bio_policy", "misalignment_policy_violation", "image_content_policy_violation", "content_filter",
		"content_policy_violation", "moderation_blocked", "cyber_policy",
	}, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("A policy of the service refused the content. The same content will be refused again."), Source: sourceResponse + "; " + sourceSeen + "; openai-go v3.96.0, details of moderation_blocked; " + sourceTurn},
	adapter.Row{VendorCodes: []string{
		"invalid_image", "invalid_image_format", "invalid_base64_image", "invalid_image_url", "image_too_large", "image_too_small",
		"image_parse_error", "invalid_image_mode", "image_file_too_large", "unsupported_image_media_type", "empty_image_file",
		"failed_to_download_image", "image_file_not_found",
	}, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("The image cannot be used. Give another image, or another format or size."), Source: sourceResponse},
	adapter.Row{VendorCodes: []string{"unsupported_parameter", "unsupported_value"}, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("A parameter of the request does not fit the model. Change it."), Source: sourceSeen},
	adapter.Row{VendorCode: invalidRequest, Fact: toolerr.FactRefused, Source: sourceGuide},
	adapter.Row{VendorCodes: []string{
		"server_is_overloaded", "service_unavailable_error", "server_overloaded", "internal_error", "server_error", "vector_store_timeout",
	}, Fact: toolerr.FactFailed, Source: "seen in a stream of the API: github.com/anomalyco/opencode issue 25884, github.com/openai/codex, codex-api/src/sse/responses.rs; " + sourceTurn + "; " + sourceResponse},
)
