package httpadapter

import (
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sources of the codes. Servers that are compatible with OpenAI's, such as those of
// DeepSeek, Groq, OpenRouter, vLLM, Azure and LiteLLM, use OpenAI's codes.
const (
	sourceOpenAI   = "OpenAI API, Error codes guide; LiteLLM, Exception mapping and Budgets; Groq API, Errors; vLLM, OpenAI-compatible server; llama.cpp, tools/server"
	sourceServices = "error pages of Alibaba Cloud, Amazon S3, Backblaze B2, Brave, Brevo, ElevenLabs, Fireworks, Mailgun, Microsoft Graph, Moonshot, Novita, QuickBooks, RapidAPI, Resend, ScrapingBee, SendGrid, SiliconFlow, Tencent Cloud, Vercel, xAI, Zhipu and Zoom; Claude API, Errors"
	sourcePlans    = "Databricks API, Errors; Resend API, Errors; Volcengine Ark, Error codes; Alibaba Cloud Model Studio; seen in answers of Pinecone, Polygon and Spotify, read 2026-11-26"
	sourceOAuth    = "RFC 6749 section 5.2; GitHub, Troubleshooting OAuth; HubSpot API, OAuth tokens; Auth0, multi-factor authentication"
)

// Codes that other rules name. A 429 states the first, and with the second it may be about a
// short time.
const (
	rateLimited   = "rate_limit_exceeded"
	quotaExceeded = "quota_exceeded"
	upgradePlan   = "upgrade_your_plan"
)

// codes lists codes of services without an adapter that state another thing than the status
// beside them. The words of a code are also found in longer codes and in sentences; see
// [Limit]. The first row that fits counts.
var codes = adapter.NewTable(
	slug, "HTTP",
	adapter.Row{VendorCodes: []string{
		"insufficient_quota", "credit_balance_exhausted", "billing_not_active", "insufficient_balance", "insufficient_credit", "not_enough_balance",
		"not_enough_credit", "balance_insufficient", "credit_balance_too_low", "credits_exhausted", "credits_exceeded", "out_of_credits", "account_run_out",
		"payment_required", "billing_error", "arrearage", "overdue_balance", "account_overdue_error", "credits_depleted", "used_all_credits", "exceeded_current_quota_error", "insufficient_user_quota",
	}, Fact: toolerr.FactAccountEmpty, Source: sourceOpenAI + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{
		"billing_hard_limit_reached", "blocked_api_access", "usage_limit_exceeded", "quota_exhausted", "budget_exceeded", "spend_limit_reached", "spending_limit_reached", "storage_cap_exceeded", "transaction_cap_exceeded",
		"download_cap_exceeded", "monthly_quota_exceeded", "monthly_limit_reached", "monthly_limit_exceeded", "exceeded_monthly_quota", "exceeded_monthly_credits",
	}, Fact: toolerr.FactPlanLimit, Source: sourceOpenAI + "; " + sourceServices},
	adapter.Row{VendorCode: quotaExceeded, Fact: toolerr.FactPlanLimit, Source: sourceServices},
	adapter.Row{VendorCodes: []string{upgradePlan, "upgrade_your_account", "premium_required", "free_tier_only"}, Fact: toolerr.FactPlanLimit, Source: sourcePlans},
	adapter.Row{VendorCode: "model_not_open", Fact: toolerr.FactNotEnabled, Source: sourcePlans},
	adapter.Row{VendorCode: "does_not_support_tools", Fact: toolerr.FactUnsupported, UserAction: true, Unlike: "a person chose the model", Hint: toolerr.Msg("The model cannot call tools. Someone has to choose another model."), Source: "Ollama, OpenAI compatibility"},
	adapter.Row{VendorCode: "resource_does_not_exist", Fact: toolerr.FactNotFound, Source: sourcePlans},
	adapter.Row{VendorCode: "resource_already_exists", Fact: toolerr.FactExists, Source: sourcePlans},
	adapter.Row{VendorCodes: []string{"account_suspended", "account_disabled", "account_deactivated", "organization_restricted", "customer_is_not_active", "detected_unusual_activity", "customer_verification_required", "domain_is_not_verified", "verified_sender_identity"}, Fact: toolerr.FactAccountClosed, Source: sourceServices},
	adapter.Row{VendorCodes: []string{"invalid_api_key", "incorrect_api_key_provided", "api_key_is_invalid", "api_key_not_valid", "subscription_token_invalid", "invalid_client", "unauthorized_client", "incorrect_client_credentials"}, Fact: toolerr.FactWrongKey, Source: sourceOpenAI + "; " + sourceOAuth},
	adapter.Row{VendorCodes: []string{"invalid_access_token_authorization", "access_token_is_invalid", "access_token_is_expired", "access_token_has_expired"}, Fact: toolerr.FactExpiredKey, Source: "seen in answers of Feishu, WeChat and Meta"},
	adapter.Row{VendorCode: "authorization_pending", Fact: toolerr.FactSignIn, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Unlike: "the user is signing in", Hint: toolerr.Msg("The user has not finished signing in. Ask the user to do so, then try again."), Source: "RFC 8628 section 3.5"},
	adapter.Row{VendorCodes: []string{"invalid_grant", "bad_refresh_token", "mfa_required"}, Fact: toolerr.FactSignIn, Source: sourceOAuth},
	adapter.Row{VendorCodes: []string{"permission_error", "missing_permissions", "insufficient_permissions", "insufficient_scope", "restricted_api_key", "token_does_not_contain_scopes"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The tool's key lacks a permission. Someone has to grant it."), Source: sourceOAuth + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{"context_length_exceeded", "exceed_context_size", "maximum_context_length", "context_window_exceeded", "context_length_is_only", "token_count_exceeds_the_maximum", "number_of_tokens_in_the_prompt", "too_long_for_requested_model", "more_than_max_tokens_allowed", "prompt_exceeds_max_length", "less_than_the_context_length", "prompt_is_too_long"}, Fact: toolerr.FactTooLarge, Source: sourceOpenAI},
	adapter.Row{VendorCodes: []string{"capacity_exceeded", "no_capacity"}, Fact: toolerr.FactOverloaded, Source: sourceOpenAI},
	adapter.Row{VendorCodes: []string{rateLimited, "rate_limit_error", "rate_limited", "ratelimited", "too_many_requests", "throttling", "throttled", "throttle_exceeded", "request_limit_exceeded", "slow_down"}, Fact: toolerr.FactRateLimit, Source: sourceOpenAI + "; " + sourceServices},
)

// ofAccount are the facts about an account, which services without a code state in a sentence.
var ofAccount = map[toolerr.Fact]bool{toolerr.FactAccountEmpty: true, toolerr.FactPlanLimit: true, toolerr.FactAccountClosed: true} //nolint:exhaustive // the others

// quoted are the codes for a status that a gateway quotes in the sentence of its own failure.
var quoted = map[int]string{
	http.StatusUnauthorized: "invalid_api_key", http.StatusPaymentRequired: "insufficient_quota",
	http.StatusForbidden: "permission_error", http.StatusTooManyRequests: rateLimited,
}

// Periods of a limit, as services write them. A limit is short if it names one of both.
var (
	shortPeriods = [...]string{" per second ", " per minute ", " per min ", " per hour ", " per seconds ", " concurrent ", " concurrency ", " queued ", " a minute ", " a second "}
	days         = [...]string{" daily ", " per day ", " day limit "}
	longPeriods  = [...]string{" monthly ", " per month ", " calls month ", " weekly ", " per week ", " this month ", " current month ", " custom quota ", " free query bytes ", " usage cap ", " quota limited "}
)
