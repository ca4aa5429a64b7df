package httpadapter

const (
	formsReset  = "seconds from now, epoch seconds or epoch milliseconds (told apart by size), a duration, RFC 3339, an HTTP-date"
	sourceLimit = "draft-ietf-httpapi-ratelimit-headers"
)

// waitSources is in order of precedence: more precise headers first, and waits before
// resets.
var waitSources = []WaitSource{
	{Header: "Retry-After-Ms", read: milliseconds, Forms: "milliseconds", Source: "openai-go v3.95.0, azcore v1.24.0"},
	{Header: "X-Ms-Retry-After-Ms", read: milliseconds, Forms: "milliseconds", Source: "azcore v1.24.0"},
	{Header: "X-Amz-Retry-After", read: milliseconds, Forms: "milliseconds", Source: "aws-sdk-go-v2 v1.47.6"},
	{Header: "Retry-After", read: retryAfter, Forms: "seconds, with or without a fraction, an HTTP-date; some services send a duration, RFC 3339 or epoch seconds", Source: "RFC 9110 section 10.2.3"},
	{Header: "RateLimit-Reset", remaining: "RateLimit-Remaining", read: reset, RateLimitOnly: true, Forms: formsReset, Source: sourceLimit + "-07: seconds; GitLab sends epoch seconds"},
	{Header: "RateLimit", read: rateLimit, RateLimitOnly: true, list: true, Forms: `limit=100, remaining=0, reset=30 or "default";r=0;t=30`, Source: sourceLimit + "-08 and -10"},
	{Header: "X-RateLimit-Reset-After", remaining: "X-RateLimit-Remaining", read: resetAfter, RateLimitOnly: true, Forms: "seconds, with or without a fraction, or a duration", Source: "Discord API, rate limits"},
	{Header: "X-RateLimit-Reset", remaining: "X-RateLimit-Remaining", read: reset, RateLimitOnly: true, Forms: formsReset, Source: "GitHub REST API: epoch seconds; others send seconds from now"},
	{Header: "X-Rate-Limit-Reset", remaining: "X-Rate-Limit-Remaining", read: reset, RateLimitOnly: true, Forms: formsReset, Source: "X API, rate limits: epoch seconds"},

	{Header: "X-RateLimit-Reset-Requests", remaining: "X-RateLimit-Remaining-Requests", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "OpenAI API, rate limits: durations"},
	{Header: "X-RateLimit-Reset-Tokens", remaining: "X-RateLimit-Remaining-Tokens", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "OpenAI API, rate limits: durations"},
	{Header: "X-RateLimit-Requests-Reset", remaining: "X-RateLimit-Requests-Remaining", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "Linear API, Rate limiting: epoch milliseconds"},
	{Header: "X-RateLimit-Complexity-Reset", remaining: "X-RateLimit-Complexity-Remaining", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "Linear API, Rate limiting: epoch milliseconds"},
	{Header: "Anthropic-RateLimit-Requests-Reset", remaining: "Anthropic-RateLimit-Requests-Remaining", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "Anthropic API, rate limits: RFC 3339"},
	{Header: "Anthropic-RateLimit-Tokens-Reset", remaining: "Anthropic-RateLimit-Tokens-Remaining", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "Anthropic API, rate limits: RFC 3339"},
	{Header: "Anthropic-RateLimit-Input-Tokens-Reset", remaining: "Anthropic-RateLimit-Input-Tokens-Remaining", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "Anthropic API, rate limits: RFC 3339"},
	{Header: "Anthropic-RateLimit-Output-Tokens-Reset", remaining: "Anthropic-RateLimit-Output-Tokens-Remaining", read: reset, RateLimitOnly: true, quota: true, Forms: formsReset, Source: "Anthropic API, rate limits: RFC 3339"},
}
