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
	sourceAccess   = "error pages of Algolia, Apify, Azure OpenAI, Bitbucket, Brave, Buildkite, CoinGecko, Cohere, Databricks, DocuSign, Exa, Figma, Freshdesk, GitHub, Hugging Face, Jina, LinkedIn, Mailgun, OpenAI, OpenWeather, PostHog, RapidAPI, Replicate, SerpApi, Webflow, WeChat and X"
	sourceOAuth    = "RFC 6749 section 5.2; GitHub, Troubleshooting OAuth; HubSpot API, OAuth tokens; Auth0, multi-factor authentication"
)

// Codes that other rules name. A 429 states the first, and with the second it may be about a
// short time.
const (
	rateLimited   = "rate_limit_exceeded"
	quotaExceeded = "quota_exceeded"
	upgradePlan   = "upgrade_your_plan"

	operationInProgress = "operation_in_progress"
	isInProgress        = "is_in_progress"
	currentlyBeing      = "currently_being"
	tryAgainLater       = "try_again_later"
	limitExceeded       = "limit_exceeded"
)

// codes lists codes of services without an adapter that state another thing than the status
// beside them. The words of a code are also found in longer codes and in sentences; see
// [Limit]. The first row that fits counts.
var codes = adapter.NewTable(
	slug, "HTTP",
	adapter.Row{VendorCodes: []string{
		"insufficient_quota", "credit_balance_exhausted", "billing_not_active", "insufficient_balance", "insufficient_credit", "not_enough_balance",
		"not_enough_credit", "balance_insufficient", "credit_balance_too_low", "credits_exhausted", "credits_exceeded", "out_of_credit", "account_run_out",
		"payment_required", "billing_error", "arrearage", "overdue_balance", "account_overdue_error", "credits_depleted", "used_all_credits", "exceeded_current_quota_error", "exceeded_your_current_quota", "insufficient_user_quota", "run_out_of_credits", "run_out_of_searches", "purchase_credits", "add_credit_card", "does_not_have_any_credits", "credits_used_up", "account_balance_is_negative", "account_balance_negative", "balance_not_enough", "exhausted_balance", "need_your_payment_information", "no_payment_information_was_found", "account_is_delinquent", "delinquent",
	}, Fact: toolerr.FactAccountEmpty, Source: sourceOpenAI + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{
		"billing_hard_limit_reached", "blocked_api_access", "usage_limit_exceeded", "quota_exhausted", "budget_exceeded", "spend_limit_reached", "spending_limit_reached", "storage_cap_exceeded", "transaction_cap_exceeded",
		"download_cap_exceeded", "monthly_quota_exceeded", "monthly_limit_reached", "monthly_limit_exceeded", "exceeded_monthly_quota", "exceeded_monthly_credits", "key_limit_exceeded", "quota_limit_reached", "must_subscribe", "usage_exceeded", "free_trial_quota", "set_limit_exceeded", "exceeding_requests_limitation", "over_daily_limit", "plan_resource_provision_limit", "monitor_has_exceeded_its_quota", "account_limit_reached", "exceed_your_droplet_limit", "actor_memory_limit_exceeded",
	}, Fact: toolerr.FactPlanLimit, Source: sourceOpenAI + "; " + sourceServices},
	adapter.Row{VendorCode: quotaExceeded, Fact: toolerr.FactPlanLimit, Source: sourceServices},
	adapter.Row{VendorCodes: []string{upgradePlan, "upgrade_your_account", "premium_required", "free_tier_only", "option_not_in_plan", "trial_expired", "trial_has_expired", "not_subscribed", "no_active_subscription", "actor_is_not_rented", "subscription_required", "subscription_expired", "subscription_has_ended", "subscription_period_has_ended", "free_trial_has_ended", "requires_a_subscription", "business_or_higher_accounts", "plan_is_missing", "does_not_have_a_spo_license", "available_to_premium_users", "available_for_this_subscription", "your_plan_permits_you", "max_requests_limit_exceeded", "max_usage_reached", "exceeded_your_trial", "reached_maximum_limits"}, Fact: toolerr.FactPlanLimit, Source: sourcePlans},
	adapter.Row{VendorCodes: []string{"model_not_open", "ecommerce_not_enabled", "model_not_available", "feature_disabled", "feature_not_accessible", "account_lacks_permissions", "must_enable_billing_on", "not_authorized_to_use_this_api", "admin_policy_enforced", "account_not_registered", "mail_service_not_enabled", "query_requires_an_index", "details_have_not_been_submitted"}, Fact: toolerr.FactNotEnabled, Source: sourcePlans + "; " + sourceAccess},
	adapter.Row{VendorCodes: []string{"no_space_left_on_device", "requires_more_system_memory"}, Fact: toolerr.FactNoSpace, Source: "Meilisearch, Error codes; Ollama, llm/server.go"},
	adapter.Row{VendorCode: "does_not_support_tools", Fact: toolerr.FactUnsupported, UserAction: true, Unlike: "a person chose the model", Hint: toolerr.Msg("The model cannot call tools. Someone has to choose another model."), Source: "Ollama, OpenAI compatibility"},
	adapter.Row{VendorCodes: []string{
		"model_not_found", "model_not_exist", "model_does_not_exist", "model_decommissioned", "model_has_been_decommissioned", "model_has_been_deprecated", "not_found_try_pulling_it_first", "no_endpoints_found_that_support", "no_endpoints_found_matching", "function_not_found_for_account", "publisher_model_was_not_found", "invalid_model", "model_deprecated", "model_was_removed_on", "model_identifier_is_invalid", "reached_the_end_of_its_life",
	}, Fact: toolerr.FactNotFound, UserAction: true, Unlike: "a person chose the model", Hint: hintModel, Source: "Groq API, Errors; Ollama API, Errors; OpenRouter, Provider routing; DeepSeek API, Error codes; Alishahryar1/free-claude-code issue 1021"},
	adapter.Row{VendorCodes: []string{"unable_to_access_non_serverless_model", "dedicated_endpoint_not_running"}, Fact: toolerr.FactNotEnabled, Hint: hintModel, Source: "Together AI, Error codes"},
	adapter.Row{VendorCode: "degraded_function_cannot_be_invoked", Fact: toolerr.FactMaintenance, Source: "NVIDIA Cloud Functions, Function lifecycle"},
	adapter.Row{VendorCode: "model_not_supported", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The service does not offer the model to this account. Someone has to enable the model, or another model has to be chosen."), Source: "GitHub Copilot, github/gh-aw issue 27958; Hugging Face, Inference Providers"},
	adapter.Row{VendorCodes: []string{"unsupported_country_region_territory", "user_location_is_not_supported", "not_authorized_in_this_region"}, Fact: toolerr.FactNotPermitted, Hint: toolerr.Msg("The service does not serve the country or region that the request came from. Someone has to run the tool elsewhere."), Source: "OpenAI API, Error codes; Gemini API, Available regions"},
	adapter.Row{VendorCodes: []string{"nonexistent_version", "requested_api_has_been_removed", "endpoint_has_been_removed", "api_is_no_longer_available", "endpoint_is_no_longer_available", "api_is_no_longer_supported"}, Fact: toolerr.FactToolMistake, Hint: toolerr.Msg("The service has retired the address or the version that the tool calls. Someone has to update the tool."), Source: "LinkedIn API, Versioning; Jira Cloud changelog, CHANGE-2046"},
	adapter.Row{VendorCodes: []string{
		operationInProgress, "update_is_in_progress", "refresh_in_progress", "handling_another_request", "another_operation_in_progress", "lease_currently_held", "conflicting_operation", "pending_event", "linode_busy",
	}, Fact: toolerr.FactLocked, Source: "DigitalOcean API, Droplet actions; Linode API, Errors; Fly Machines API, Leases; AWS Lambda API, ResourceConflictException; Azure Storage, Common Error Codes for Storage Resource Provider"},
	adapter.Row{VendorCodes: []string{"lock_timeout", "concurrent_idempotent_requests"}, Fact: toolerr.FactLocked, Source: "Linear API, Errors; Resend API, Errors"},
	adapter.Row{VendorCode: "invalid_ip_not_in_whitelist", Fact: toolerr.FactMissingScope, Hint: hintAddress, Source: "WeChat, Return codes, 40164"},
	adapter.Row{VendorCode: "permissiondenied", Fact: toolerr.FactNotPermitted, Source: "MediaWiki API, Errors and warnings"},
	adapter.Row{VendorCodes: []string{"resource_does_not_exist", "not_found"}, Fact: toolerr.FactNotFound, Source: sourcePlans + "; Supabase Storage, Error codes"},
	adapter.Row{VendorCodes: []string{"with_duplicate_content", "status_is_a_duplicate"}, Fact: toolerr.FactExists, Hint: toolerr.Msg("The same was posted just before. Do not post it again, or change it."), Source: "X API, Response codes, 187; seen in answers of its version 2"},
	adapter.Row{VendorCode: "resource_already_exists", Fact: toolerr.FactExists, Source: sourcePlans},
	adapter.Row{VendorCodes: []string{"account_suspended", "account_disabled", "account_deactivated", "organization_restricted", "customer_is_not_active", "detected_unusual_activity", "customer_verification_required", "domain_is_not_verified", "verified_sender_identity", "domain_is_unverified", "please_verify_a_domain", "must_be_verified_to_use", "account_is_pending_approval", "account_has_been_blocked", "account_is_temporarily_locked", "verification_required", "business_account_locked", "project_is_paused", "organization_must_be_verified", "organization_has_been_disabled", "account_locked", "email_not_verified", "email_not_confirmed"}, Fact: toolerr.FactAccountClosed, Source: sourceServices},
	adapter.Row{VendorCodes: []string{"invalid_api_key", "incorrect_api_key_provided", "api_key_is_invalid", "api_key_not_valid", "subscription_token_invalid", "invalid_client", "unauthorized_client", "incorrect_client_credentials", "mwoauth_invalid_authorization", "revoked_access_token", "token_was_revoked", "token_revoked", "token_suspended", "user_or_token_not_found", "expired_key", "invalid_login", "token_not_found_in_db"}, Fact: toolerr.FactWrongKey, Source: sourceOpenAI + "; " + sourceOAuth},
	adapter.Row{VendorCodes: []string{"invalid_access_token_authorization", "access_token_is_invalid", "access_token_is_expired", "access_token_has_expired", "access_token_expired", "access_token_expired_rid", "access_token_invalid_or_no_longer_valid"}, Fact: toolerr.FactExpiredKey, Source: "WeChat, Return codes; Baidu AI Cloud, Error codes (both read 2026-11-26); seen in answers of Feishu and Meta"},
	adapter.Row{VendorCode: "authorization_pending", Fact: toolerr.FactSignIn, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Unlike: "the user is signing in", Hint: toolerr.Msg("The user has not finished signing in. Ask the user to do so, then try again."), Source: "RFC 8628 section 3.5"},
	adapter.Row{VendorCodes: []string{"invalid_grant", "bad_refresh_token", "mfa_required", "sso_required", "consent_required", "session_expired", "session_has_expired", "refresh_token_already_used", "refresh_token_not_found", "two_factor"}, Fact: toolerr.FactSignIn, Source: sourceOAuth},
	adapter.Row{VendorCodes: []string{"invalid_token", "token_invalid", "token_expired", "expired_token", "invalid_session_id"}, Fact: toolerr.FactExpiredKey, Source: "RFC 6750 section 3.1; RFC 8628 section 3.5"},
	adapter.Row{VendorCodes: []string{"permission_error", "missing_permissions", "missing_scopes", "insufficient_permissions", "insufficient_permission", "insufficient_scope", "restricted_api_key", "token_does_not_contain_scopes", "not_have_the_required_scope", "following_scopes_is_required", "key_model_access_denied", "insufficient_permission_for_resource"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The tool's key lacks a permission. Someone has to grant it."), Source: sourceOAuth + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{"context_length_exceeded", "exceed_context_size", "maximum_context_length", "context_window_exceeded", "context_length_is_only", "token_count_exceeds_the_maximum", "number_of_tokens_in_the_prompt", "too_long_for_requested_model", "more_than_max_tokens_allowed", "prompt_exceeds_max_length", "less_than_the_context_length", "prompt_is_too_long", "tokens_too_long", "characters_too_long"}, Fact: toolerr.FactTooLarge, Source: sourceOpenAI},
	adapter.Row{VendorCodes: []string{"capacity_exceeded", "no_capacity", "maxlag"}, Fact: toolerr.FactOverloaded, Source: sourceOpenAI},
	adapter.Row{VendorCodes: []string{rateLimited, "rate_limit_reached", "rate_limit_error", "rate_limited", "ratelimited", "too_many_requests", "throttling", "throttled", "throttle_exceeded", "request_limit_exceeded", "over_query_limit", "apiinvocation_limit_exceeded", "slow_down", "graphql_rate_limit"}, Fact: toolerr.FactRateLimit, Source: sourceOpenAI + "; " + sourceServices + "; GitHub GraphQL API, Rate limits"},
	adapter.Row{VendorCodes: []string{"limit_reached", "projects_limit_exceeded"}, Fact: toolerr.FactQuota, Source: "Todoist API, error tags; ElevenLabs, Errors"},
	adapter.Row{VendorCodes: []string{isInProgress, currentlyBeing, tryAgainLater}, Fact: toolerr.FactLocked, Source: "Azure API Management, PessimisticConcurrencyConflict: Azure/apiops-cli issue 252; naver/searchad-apidoc issue 1316"},
	adapter.Row{VendorCode: limitExceeded, Fact: toolerr.FactQuota, Source: "MongoDB Atlas Administration API, Error codes"},
)

// denied lists words of sentences beside 401 and 403 that state what the account lacks. The
// two statuses alone leave that open. Elsewhere the same words may be about anything.
var denied = adapter.NewTable(
	slug, "HTTP",
	adapter.Row{VendorCodes: []string{"exhausted_credits", "any_credits", "past_due", "top_up_balance", "insufficient_api_credit", "balance_is_exhausted", "add_a_payment_method"}, Fact: toolerr.FactAccountEmpty, Source: sourceAccess},
	adapter.Row{VendorCodes: []string{
		"your_plan", "free_tier", "billing_limit", "usage_limit", "contract_expired", "current_subscription", "free_account", "current_plan", "included_plan", "plan_missing", "free_plan", "paid_plan", "upgrade_pro", "upgrade_paid", "upgrade_account", "upgrade_subscription",
		"upgrade_enable", "not_subscribed", "not_in_plan", "active_subscription", "subscription_ended", "subscription_expired", "trial_ended", "pro_api_subscribers", "unpurchased", "enable_billing", "payment_instrument", "license_limit_exceeded", "license_is_non_compliant",
	}, Fact: toolerr.FactPlanLimit, Source: sourceAccess},
	adapter.Row{VendorCodes: []string{
		"allow_list", "not_whitelisted", "unrecognised_ip", "unrecognized_ip", "not_in_whitelist", "not_in_ip_white_list", "ip_allowed", "ip_blocked", "ip_not_authorized", "ip_is_not_authorized", "unauthorized_ip", "allow_to_access_from_your_ip", "blocked_by_ip_acl", "address_is_not_allowed", "virtual_network_firewall", "public_access_disabled",
	}, Fact: toolerr.FactMissingScope, Hint: hintAddress, Source: sourceAccess},
	adapter.Row{VendorCodes: []string{"scope", "missing_permission", "required_permission", "insufficient_permission", "sufficient_permission", "not_enough_permission", "accessible_by_personal_access_token", "accessible_by_integration", "team_not_authorized", "missing_privilege", "permission_is_required"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The tool's key lacks a permission. Someone has to grant it."), Source: sourceAccess},
	adapter.Row{VendorCodes: []string{"not_enabled", "not_activated", "not_approved", "access_to_this_feature", "please_enable", "must_enable", "not_allowed_for_organization", "client_not_enrolled", "authorized_list", "forbids_access_personal_access_token", "developer_token_not_approved"}, Fact: toolerr.FactNotEnabled, Source: sourceAccess},
	adapter.Row{VendorCodes: []string{"must_be_verified", "verify_identity", "verify_account", "verify_email", "account_inactive", "consumer_suspended", "account_disabled", "member_disabled"}, Fact: toolerr.FactAccountClosed, Source: sourceAccess},
	adapter.Row{VendorCodes: []string{
		"bad_credentials", "invalid_credentials", "authentication_failed", "invalid_appid", "key_is_malformed", "invalid_auth", "invalid_key", "not_allowed_with_api_key", "invalid_api_token", "api_token_invalid", "valid_api_key", "valid_authentication_token", "invalid_username", "invalid_subscription_key", "key_authorization_is_invalid", "application_id_or_key", "invalid_token", "user_not_found", "invalid_login", "invalid_proxy_server_token", "could_not_authenticate", "couldn_t_authenticate", "login_fail", "apikey_is_incorrect", "wrong_api_key", "wrong_credentials", "missing_api_key", "api_key_is_missing", "no_api_key", "api_key_required", "one_time_pass",
	}, Fact: toolerr.FactWrongKey, Source: sourceAccess},
	adapter.Row{VendorCodes: []string{"access_token_expired", "token_has_expired"}, Fact: toolerr.FactExpiredKey, Source: sourceAccess},
)

var hintModel = toolerr.Msg("The service does not offer the model to the tool. Someone has to make it available, or to choose another model.")

var hintAddress = toolerr.Msg("The service does not accept calls from the tool's network address. Someone has to allow the address.")

// ofAccount are the facts about an account, which services without a code state in a sentence.
var ofAccount = map[toolerr.Fact]bool{toolerr.FactAccountEmpty: true, toolerr.FactPlanLimit: true, toolerr.FactAccountClosed: true} //nolint:exhaustive // the others

// inProgress are the codes that count beside 409 and 423 alone.
var inProgress = map[string]bool{operationInProgress: true, isInProgress: true, currentlyBeing: true, tryAgainLater: true}

// gateways are the codes for a status that a gateway quotes in the sentence of its own failure.
var gateways = map[int]string{
	http.StatusUnauthorized: "invalid_api_key", http.StatusPaymentRequired: "insufficient_quota",
	http.StatusForbidden: "permission_error", http.StatusTooManyRequests: rateLimited,
}

// Periods of a limit, as services write them. A limit is short if it names one of both.
var (
	shortPeriods = [...]string{" per second ", " per minute ", " per min ", " per hour ", " per seconds ", " concurrent ", " concurrency ", " queued ", " a minute ", " current minute ", " next minute ", " a second "}
	days         = [...]string{" daily ", " per day ", " day limit ", " a hour period "}
	longPeriods  = [...]string{" monthly ", " per month ", " calls month ", " weekly ", " per week ", " this month ", " current month ", " custom quota ", " free query bytes ", " usage cap ", " limit reached for hour ", " quota limited "}
)
