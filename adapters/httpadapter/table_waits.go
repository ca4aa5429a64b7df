package httpadapter

const (
	formsReset  = "seconds from now, epoch seconds or epoch milliseconds (told apart by size), a duration, RFC 3339, an HTTP-date"
	sourceLimit = "draft-ietf-httpapi-ratelimit-headers"
)

// waitSources is in order of precedence: more precise headers first, and waits before
// resets.
var waitSources = canonicalSources([]waitSource{
	{header: "Retry-After-Ms", read: milliseconds, forms: "milliseconds", source: "openai-go v3.95.0, azcore v1.24.0"},
	{header: "X-Ms-Retry-After-Ms", read: milliseconds, forms: "milliseconds", source: "azcore v1.24.0"},
	{header: "X-Amz-Retry-After", read: milliseconds, forms: "milliseconds", source: "aws-sdk-go-v2 v1.47.6"},
	{header: "Retry-After", read: retryAfter, forms: "seconds, with or without a fraction, an HTTP-date; some services send a duration, RFC 3339 or epoch seconds", source: "RFC 9110 section 10.2.3"},
	{header: "RateLimit-Reset", remaining: "RateLimit-Remaining", read: reset, reset: true, forms: formsReset, source: sourceLimit + "-07: seconds; GitLab sends epoch seconds"},
	{header: "RateLimit", read: rateLimit, reset: true, list: true, forms: `limit=100, remaining=0, reset=30 or "default";r=0;t=30`, source: sourceLimit + "-08 and -10"},
	{header: "X-RateLimit-Reset-After", remaining: "X-RateLimit-Remaining", read: resetAfter, reset: true, forms: "seconds, with or without a fraction, or a duration", source: "Discord API, rate limits"},
	{header: "X-RateLimit-Reset-Ms", remaining: "X-RateLimit-Remaining", read: resetMilliseconds, reset: true, forms: "milliseconds from now, or epoch milliseconds, told apart by size", source: "the header's name"},
	{header: "X-RateLimit-Reset", remaining: "X-RateLimit-Remaining", read: reset, reset: true, forms: formsReset, source: "GitHub REST API: epoch seconds; others send seconds from now"},
	{header: "X-Rate-Limit-Reset", remaining: "X-Rate-Limit-Remaining", read: reset, reset: true, forms: formsReset, source: "X API, rate limits: epoch seconds"},
})

var quotas = canonicalQuotas([]quota{
	{"X-RateLimit-Reset-Requests", "X-RateLimit-Remaining-Requests", "OpenAI API, rate limits: durations"},
	{"X-RateLimit-Reset-Tokens", "X-RateLimit-Remaining-Tokens", "OpenAI API, rate limits: durations"},
	{"Anthropic-RateLimit-Requests-Reset", "Anthropic-RateLimit-Requests-Remaining", "Anthropic API, rate limits: RFC 3339"},
	{"Anthropic-RateLimit-Tokens-Reset", "Anthropic-RateLimit-Tokens-Remaining", "Anthropic API, rate limits: RFC 3339"},
	{"Anthropic-RateLimit-Input-Tokens-Reset", "Anthropic-RateLimit-Input-Tokens-Remaining", "Anthropic API, rate limits: RFC 3339"},
	{"Anthropic-RateLimit-Output-Tokens-Reset", "Anthropic-RateLimit-Output-Tokens-Remaining", "Anthropic API, rate limits: RFC 3339"},
})
