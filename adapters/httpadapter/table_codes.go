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
	sourceServices = "error pages of Alibaba Cloud, Amazon S3, Backblaze B2, Brevo, ElevenLabs, Fireworks, Mailgun, Microsoft Graph, Moonshot, Novita, QuickBooks, RapidAPI, Resend, ScrapingBee, SiliconFlow, Tencent Cloud and Zhipu; Claude API, Errors"
	sourceOAuth    = "RFC 6749 section 5.2; GitHub, Troubleshooting OAuth; HubSpot API, OAuth tokens"
)

// Codes that other rules name. A 429 states the first, and with the second it may be about a
// short time.
const (
	rateLimited   = "rate_limit_exceeded"
	quotaExceeded = "quota_exceeded"
)

// codes lists codes of services without an adapter that state another thing than the status
// beside them. The words of a code are also found in longer codes and in sentences; see
// [Limit]. The first row that fits counts.
var codes = adapter.NewTable(
	slug, "HTTP",
	adapter.Row{VendorCodes: []string{
		"insufficient_quota", "credit_balance_exhausted", "billing_not_active", "insufficient_balance", "insufficient_credit", "not_enough_balance",
		"not_enough_credit", "balance_insufficient", "credit_balance_too_low", "credits_exhausted", "credits_exceeded", "out_of_credits", "account_run_out",
		"payment_required", "billing_error", "arrearage", "exceeded_current_quota_error", "insufficient_user_quota",
	}, Fact: toolerr.FactAccountEmpty, Source: sourceOpenAI + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{
		"billing_hard_limit_reached", "blocked_api_access", "usage_limit_exceeded", "quota_exhausted", "budget_exceeded", "spend_limit_reached", "spending_limit_reached", "storage_cap_exceeded", "transaction_cap_exceeded",
		"download_cap_exceeded", "monthly_quota_exceeded", "monthly_limit_reached", "monthly_limit_exceeded", "exceeded_monthly_quota", "exceeded_monthly_credits",
	}, Fact: toolerr.FactPlanLimit, Source: sourceOpenAI + "; " + sourceServices},
	adapter.Row{VendorCode: quotaExceeded, Fact: toolerr.FactPlanLimit, Source: sourceServices},
	adapter.Row{VendorCodes: []string{"account_suspended", "account_disabled", "account_deactivated", "organization_restricted"}, Fact: toolerr.FactAccountClosed, Source: sourceServices},
	adapter.Row{VendorCodes: []string{"invalid_api_key", "invalid_client", "unauthorized_client", "incorrect_client_credentials"}, Fact: toolerr.FactWrongKey, Source: sourceOpenAI + "; " + sourceOAuth},
	adapter.Row{VendorCodes: []string{"invalid_grant", "bad_refresh_token"}, Fact: toolerr.FactSignIn, Source: sourceOAuth},
	adapter.Row{VendorCodes: []string{"permission_error", "missing_permissions", "insufficient_permissions", "insufficient_scope"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The tool's key lacks a permission. Someone has to grant it."), Source: sourceOAuth + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{"context_length_exceeded", "exceed_context_size", "maximum_context_length", "context_window_exceeded", "context_length_is_only", "less_than_the_context_length", "prompt_is_too_long"}, Fact: toolerr.FactTooLarge, Source: sourceOpenAI},
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
	days         = [...]string{" daily ", " per day "}
	longPeriods  = [...]string{" monthly ", " per month ", " calls month ", " weekly ", " per week ", " this month ", " custom quota ", " free query bytes ", " usage cap ", " quota limited "}
)
